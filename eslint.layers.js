/**
 * The layer rule of docs/architecture.md as lint: which file may import which file, and who owns which package.
 * `tests/repo/layer-rule.test.ts` shows that it holds.
 */
import { readdirSync } from 'node:fs'

const adapters = ['odds-service', 'account', 'storage', 'links', 'files', 'notices']
const services = ['board', 'desk', 'trending', 'ledger', 'phone', 'team', 'updates']
const features = readdirSync(new URL('src/renderer/features', import.meta.url), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

/** `target` imports nothing from `from` but what `except` names. */
const zone = (target, from, except, message) => ({ target, from, except, message })

export const zones = [
  zone('src', ['tests', 'bench', 'tools'], [], 'The product knows neither its tests nor its tools.'),
  zone('src/shared', 'src', ['shared'], 'shared imports nothing of ours.'),
  ...['preload', 'main', 'renderer', 'demo'].map(world =>
    zone(`src/${world}`, 'src', [world, 'shared'], `${world} imports itself and shared, no other world.`),
  ),

  // main: index -> compose -> bridge -> services -> adapters
  zone(
    'src/main/index.ts',
    ['bridge', 'local-api', ...services, ...adapters].map(folder => `src/main/${folder}`),
    [],
    'index handles the lifecycle; compose.ts wires.',
  ),
  zone(
    ['src/main/compose.ts', 'src/main/compose'],
    'src/main/index.ts',
    [],
    'index imports compose, not the other way.',
  ),
  zone(
    [
      'src/main/window.ts',
      'src/main/window',
      'src/main/fatal.ts',
      'src/main/crash-note.ts',
      'src/main/hide-secrets.ts',
      'src/main/data-folder.ts',
      'src/main/smoke.ts',
    ],
    'src/main',
    [
      ...['window.ts', 'window', 'fatal.ts', 'data-folder.ts', 'smoke.ts', 'log.ts', 'crash-note.ts'],
      ...['hide-secrets.ts', 'files/part-path.ts'],
    ],
    'The window and the start know no service.',
  ),
  zone(
    'src/main/bridge',
    'src/main',
    ['bridge', ...services, ...adapters, 'async'],
    'The bridge stands on services and adapters, below compose.ts.',
  ),
  zone(
    'src/main/local-api',
    'src/main',
    ['local-api', 'bridge', 'storage', 'async'],
    'The interface for scripts offers what the bridge answers, and knows no service.',
  ),
  zone(
    'src/main/cli',
    'src/main',
    [
      ...['cli', 'team/postgres', 'team/schema'],
      ...['files/app-image.ts', 'files/csv-writer.ts', 'files/save-whole.ts', 'local-api/socket-place.ts'],
    ],
    'A command needs no window: it uses a service, and is not used by one.',
  ),
  ...services.map(name =>
    zone(
      `src/main/${name}`,
      'src/main',
      [name, ...adapters, 'async'],
      'A service takes another as a narrow interface; compose.ts wires it.',
    ),
  ),
  zone(
    adapters.map(name => `src/main/${name}`),
    'src/main',
    [...adapters, 'async'],
    'Adapters know no service.',
  ),
  zone('src/main/async', 'src', ['main/async'], 'async is the lowest layer: it imports nothing of ours.'),

  // renderer: App -> features -> ui, format
  zone(
    'src/renderer/features',
    [
      'src/renderer/App.vue',
      'src/renderer/SecondWindow.vue',
      'src/renderer/WindowDialogs.vue',
      'src/renderer/main.ts',
    ],
    [],
    'The windows are above features.',
  ),
  ...features.map(name =>
    zone(
      `src/renderer/features/${name}`,
      `src/renderer/features/!(${name})/**`,
      ['**/*-store.ts'],
      "A feature reads another's store, nothing else of it.",
    ),
  ),
  zone('src/renderer/ui', 'src/renderer', ['ui', 'format'], 'ui knows no store and no feature.'),
  zone('src/renderer/format', 'src/renderer', ['format'], 'format is the lowest layer.'),
  zone('src/renderer/bridge.ts', 'src/renderer', ['bridge.ts'], 'The bridge knows no feature.'),
]

/** Packages with owners: no other file in src imports them. */
const owners = {
  electron: [
    'src/main/index.ts',
    'src/main/window.ts',
    'src/main/window/**',
    'src/main/fatal.ts',
    'src/main/data-folder.ts',
    'src/main/smoke.ts',
    'src/main/compose.ts',
    'src/main/compose/**',
    'src/main/notices/desktop-notice.ts',
    'src/main/bridge/serve.ts',
    'src/main/links/deep-link.ts',
    'src/main/files/choose-files.ts',
    'src/preload/index.ts',
  ],
  keytar: ['src/main/account/key-vault.ts'],
  'electron-store': ['src/main/account/settings-file.ts'],
  undici: ['src/main/odds-service/http.ts'],
  'node:sqlite': ['src/main/storage/database.ts'],
  pg: ['src/main/team/postgres/connection.ts'],
  'p-queue': ['src/main/board/sources/**'],
  chokidar: ['src/main/board/sources/file-watcher.ts'],
}
const node = { regex: '^node:', message: 'Only main and demo run on Node.' }
const schemas = { regex: '^zod$', message: 'The page checks nothing; see src/renderer/no-schemas.ts.' }
const screen = { regex: '^(vue|pinia|naive-ui|@tanstack/.*)$', message: 'Only the renderer draws.' }

const noBarrels = [
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file itself.' },
  { selector: 'ExportNamedDeclaration[source]', message: 'No barrels: import from the file itself.' },
]
const noMarkup = {
  selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
  message: 'Text stays text.',
}
const noWindowDesk = {
  selector: 'MemberExpression[object.name=/^(window|globalThis)$/][property.name="desk"]',
  message: 'Only bridge.ts names window.desk.',
}
const noLocale = {
  selector: 'MemberExpression[property.name=/^toLocale(Date|Time)?String$/], Identifier[name="Intl"]',
  message: 'Only renderer/format formats numbers and times.',
}

/** Bans for the files that own the packages `owned`: theirs, and what `imports` and `syntax` name. */
function banned({ owned = [], imports = [screen], syntax = [] }) {
  const foreign = Object.keys(owners).filter(name => !owned.includes(name))
  const paths = foreign.map(name => ({ name, message: `It belongs to ${owners[name].join(', ')}.` }))
  const lazily = foreign.map(name => ({
    selector: `ImportExpression[source.value="${name}"]`,
    message: `It belongs to ${owners[name].join(', ')}.`,
  }))
  return {
    'no-restricted-imports': ['error', { paths, patterns: imports }],
    'no-restricted-syntax': ['error', ...noBarrels, ...lazily, ...syntax],
  }
}
const ownerFiles = [...new Set(Object.values(owners).flat())].map(file => ({
  files: [file],
  rules: banned({
    owned: Object.keys(owners).filter(name => owners[name].includes(file)),
    imports: file.startsWith('src/preload/') ? [node, screen] : [screen],
  }),
}))

/** The layer rule for every file under src, as config objects. */
export const layers = [
  { files: ['src/**/*.{ts,vue}'], rules: banned({}) },
  {
    files: ['src/shared/**'],
    rules: {
      ...banned({ imports: [node, screen] }),
      'no-restricted-globals': ['error', 'process', 'Buffer', 'console', 'fetch'],
    },
  },
  { files: ['src/preload/**'], rules: banned({ imports: [node, screen] }) },
  ...ownerFiles,
  {
    files: ['src/renderer/**'],
    rules: banned({ imports: [node, schemas], syntax: [noMarkup, noWindowDesk, noLocale] }),
  },
  {
    files: ['src/renderer/bridge.ts'],
    rules: banned({ imports: [node, schemas], syntax: [noMarkup, noLocale] }),
  },
  {
    files: ['src/renderer/format/**'],
    rules: banned({ imports: [node, schemas], syntax: [noMarkup, noWindowDesk] }),
  },
]
