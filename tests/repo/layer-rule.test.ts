import { dirname, resolve } from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'

/** Takes a relative import as written, whether or not its file is there. */
const asWritten = {
  interfaceVersion: 3,
  name: 'as-written',
  resolve: (source: string, file: string) =>
    source.startsWith('.') ? { found: true, path: resolve(dirname(file), source) } : { found: false },
}

/** The repository's own lint without types, which need real files. */
const eslint = new ESLint({
  overrideConfig: [
    tseslint.configs.disableTypeChecked,
    { settings: { 'import-x/resolver-next': [asWritten] } },
  ],
})
const layerRules = [
  'import-x/no-restricted-paths',
  'no-restricted-imports',
  'no-restricted-syntax',
  'no-restricted-globals',
]

/** The layer rules that the snippet breaks when it stands in `file`. */
async function broken(file: string, snippet: string): Promise<string[]> {
  const code = file.endsWith('.vue') ? `<script setup lang="ts">\n${snippet}\n</script>\n` : snippet
  const results = await eslint.lintText(code, { filePath: file })
  const messages = results.flatMap(result => result.messages)
  expect(messages.filter(message => message.fatal)).toEqual([])
  return messages.map(message => message.ruleId ?? '').filter(rule => layerRules.includes(rule))
}

const zone = 'import-x/no-restricted-paths'
const owned = 'no-restricted-imports'

describe('the layer rule', () => {
  it.each([
    ['shared imports no world', 'src/shared/model/x.ts', "import { a } from '../../preload/index.ts'", zone],
    ['preload imports no main', 'src/preload/index.ts', "import { a } from '../main/index.ts'", zone],
    ['main imports no demo', 'src/main/compose.ts', "import { a } from '../demo/cli.ts'", zone],
    ['demo imports no main', 'src/demo/x.ts', "import { a } from '../main/odds-service/http.ts'", zone],
    ['renderer imports no main', 'src/renderer/ui/X.vue', "import { a } from '../../main/index.ts'", zone],
    [
      'src imports no tests',
      'src/shared/x.ts',
      "import { a } from '../../tests/repo/layer-rule.test.ts'",
      zone,
    ],
    ['index imports no service', 'src/main/index.ts', "import { a } from './desk/planner.ts'", zone],
    ['compose imports no index', 'src/main/compose.ts', "import { a } from './index.ts'", zone],
    ['window imports no service', 'src/main/window.ts', "import { a } from './links/deep-link.ts'", zone],
    [
      'a handler imports no compose',
      'src/main/bridge/handlers/desk.ts',
      "import { a } from '../../compose.ts'",
      zone,
    ],
    ['a service imports no other', 'src/main/trending/x.ts', "import { a } from '../desk/planner.ts'", zone],
    ['a service imports no bridge', 'src/main/desk/x.ts', "import { a } from '../bridge/serve.ts'", zone],
    ['an adapter imports no service', 'src/main/links/x.ts', "import { a } from '../desk/planner.ts'", zone],
    ['a feature imports no App', 'src/renderer/features/desk/X.vue', "import A from '../../App.vue'", zone],
    [
      'a feature imports no component of another',
      'src/renderer/features/board/X.vue',
      "import A from '../desk/DeskPane.vue'",
      zone,
    ],
    [
      'ui imports no store',
      'src/renderer/ui/X.vue',
      "import { a } from '../features/desk/desk-store.ts'",
      zone,
    ],
    ['ui imports no bridge', 'src/renderer/ui/X.vue', "import { a } from '../bridge.ts'", zone],
    ['format imports no ui', 'src/renderer/format/x.ts', "import A from '../ui/PriceText.vue'", zone],
    ['a type import counts too', 'src/main/desk/x.ts', "import type { A } from '../compose.ts'", zone],
    ['electron has owners', 'src/main/desk/planning/planner.ts', "import { app } from 'electron'", owned],
    ['electron is not named in shared', 'src/shared/x.ts', "import type { App } from 'electron'", owned],
    ['keytar has one owner', 'src/main/account/x.ts', "import keytar from 'keytar'", owned],
    ['a lazy import counts too', 'src/main/account/x.ts', "await import('keytar')", 'no-restricted-syntax'],
    ['undici has one owner', 'src/main/odds-service/pricing.ts', "import { request } from 'undici'", owned],
    [
      'node:sqlite has one owner',
      'src/main/ledger/x.ts',
      "import { DatabaseSync } from 'node:sqlite'",
      owned,
    ],
    ['chokidar has one owner', 'src/main/board/sources/x.ts', "import { watch } from 'chokidar'", owned],
    ['the dialog has one owner', 'src/main/board/sources/x.ts', "import { dialog } from 'electron'", owned],
    [
      'p-queue belongs to the desk and the sources',
      'src/main/trending/x.ts',
      "import PQueue from 'p-queue'",
      owned,
    ],
    ['shared runs without Node', 'src/shared/x.ts', "import { join } from 'node:path'", owned],
    [
      'shared runs without a process',
      'src/shared/x.ts',
      'export const a = process.env',
      'no-restricted-globals',
    ],
    ['main draws nothing', 'src/main/desk/x.ts', "import { ref } from 'vue'", owned],
    ['Intl belongs to format', 'src/renderer/ui/X.vue', 'new Intl.NumberFormat()', 'no-restricted-syntax'],
    [
      'window.desk belongs to the bridge',
      'src/renderer/features/desk/x.ts',
      'window.desk.desk.price()',
      'no-restricted-syntax',
    ],
    ['a barrel is refused', 'src/shared/x.ts', "export * from './failure.ts'", 'no-restricted-syntax'],
  ])('%s', async (_title, file, snippet, rule) => {
    expect(await broken(file, snippet)).toContain(rule)
  })

  it.each([
    ['preload imports shared', 'src/preload/index.ts', "import { a } from '../shared/channel.ts'"],
    [
      'compose imports every layer',
      'src/main/compose.ts',
      "import { a } from './desk/planner.ts'\nimport { b } from './links/deep-link.ts'",
    ],
    [
      'a handler imports a service',
      'src/main/bridge/handlers/desk.ts',
      "import { a } from '../../desk/planner.ts'",
    ],
    ['a service imports an adapter', 'src/main/desk/x.ts', "import { a } from '../odds-service/http.ts'"],
    [
      "a feature imports another's store",
      'src/renderer/features/board/X.vue',
      "import { a } from '../desk/desk-store.ts'",
    ],
    [
      'a feature imports ui and format',
      'src/renderer/features/desk/X.vue',
      "import A from '../../ui/PriceText.vue'\nimport { b } from '../../bridge.ts'",
    ],
    [
      'the sources of the board queue their loads',
      'src/main/board/sources/load-queue.ts',
      "import PQueue from 'p-queue'\nimport { a } from '../../files/choose-files.ts'",
    ],
    ['an owner imports its package', 'src/main/odds-service/http.ts', "import { Pool } from 'undici'"],
    ['the bridge names window.desk', 'src/renderer/bridge.ts', 'export const desk = window.desk'],
    ['format uses Intl', 'src/renderer/format/x.ts', 'new Intl.NumberFormat()'],
  ])('allows that %s', async (_title, file, snippet) => {
    expect(await broken(file, snippet)).toEqual([])
  })
})
