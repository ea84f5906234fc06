/**
 * `node tools/release/bom.mjs FILE [--runtime FILE]`: the bill of materials of the built program, in CycloneDX 1.6. The
 * packages are those of `out/packages.json`, which the build writes; their hashes those of package-lock.json. Chromium,
 * Node and SQLite are what Electron itself says it has; `--runtime` names a file with its `process.versions` instead.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { electronBinary } from '../chromium-host/electron-binary.mjs'

const root = resolve(import.meta.dirname, '../..')
const readJson = path => JSON.parse(readFileSync(resolve(root, path), 'utf8'))

/** Electron's versions, from the program itself. */
function askElectron() {
  const binary = electronBinary()
  if (binary === undefined) throw new Error('Electron is not here: name a file of its versions by --runtime.')
  const script = 'console.log(JSON.stringify(process.versions))'
  const { status, stdout, stderr } = spawnSync(binary, ['-e', script], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Electron did not name its versions: ${stderr}`)
  return JSON.parse(stdout)
}

/** A package URL; the scope of a name is escaped as the specification has it. */
const toPurl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const toLicenses = license =>
  /[\s()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]

/** A hash of package-lock.json, which is base64, as CycloneDX writes it. */
function toHash(integrity) {
  const [algorithm, value] = integrity.split('-')
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(value, 'base64').toString('hex'),
  }
}

function toLibrary({ name, version, license, folder, bundles }, locked) {
  const { integrity } = locked[folder] ?? {}
  if (integrity === undefined) throw new Error(`package-lock.json has no hash of ${folder}.`)
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = toPurl(name, version)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name: short,
    version,
    hashes: [toHash(integrity)],
    licenses: toLicenses(license),
    purl,
    properties: (bundles.length > 0 ? bundles : ['beside']).map(value => ({
      name: 'parlay-desk:bundle',
      value,
    })),
  }
}

/** The distributions of Electron that are packed, by the hashes that its npm package carries. */
function electronDistributions(version) {
  return Object.entries(readJson('node_modules/electron/checksums.json'))
    .filter(([file]) => /^electron-v[\d.]+-(?:linux|darwin|win32)-(?:x64|arm64)\.zip$/.test(file))
    .map(([file, content]) => ({
      type: 'distribution',
      url: `https://github.com/electron/electron/releases/download/v${version}/${file}`,
      hashes: [{ alg: 'SHA-256', content }],
    }))
}

/** Electron and what is built into it. */
function runtimeComponents({ electron, chrome, node, sqlite }) {
  const inside = (name, version, license, { purl, cpe }) => {
    if (version === undefined) throw new Error(`Electron names no version of ${name}.`)
    const named = { cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`, purl: `${purl}${version}` }
    return {
      type: 'library',
      'bom-ref': named.purl,
      name,
      version,
      licenses: toLicenses(license),
      ...named,
    }
  }
  const purl = `pkg:github/electron/electron@v${electron}`
  return {
    type: 'framework',
    'bom-ref': purl,
    name: 'electron',
    version: electron,
    licenses: toLicenses('MIT'),
    cpe: `cpe:2.3:a:electronjs:electron:${electron}:*:*:*:*:*:*:*`,
    purl,
    externalReferences: electronDistributions(electron),
    components: [
      inside('chromium', chrome, 'BSD-3-Clause', { purl: 'pkg:generic/chromium@', cpe: 'google:chrome' }),
      inside('node', node, 'MIT', { purl: 'pkg:github/nodejs/node@v', cpe: 'nodejs:node.js' }),
      inside('sqlite', sqlite, 'blessing', { purl: 'pkg:generic/sqlite@', cpe: 'sqlite:sqlite' }),
    ],
  }
}

/** The bill of materials, the same for the same build: without a time, and with a number made from its content. */
function toBom(runtime) {
  const { name, version, license, homepage } = readJson('package.json')
  const { packages: locked } = readJson('package-lock.json')
  const libraries = readJson('out/packages.json').filter(one => one.name !== 'electron')
  const components = [runtimeComponents(runtime), ...libraries.map(one => toLibrary(one, locked))]
  const ref = toPurl(name, version)
  const bom = {
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': ref,
        name,
        version,
        licenses: toLicenses(license),
        purl: ref,
        externalReferences: [{ type: 'website', url: homepage }],
      },
    },
    components,
    dependencies: [
      { ref, dependsOn: components.map(one => one['bom-ref']) },
      { ref: components[0]['bom-ref'], dependsOn: components[0].components.map(one => one['bom-ref']) },
    ],
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: toUrn(JSON.stringify(bom)),
    ...bom,
  }
}

/** A UUID of version 8, whose bits are the program's own to choose. */
function toUrn(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`
}

const { values, positionals } = parseArgs({
  options: { runtime: { type: 'string' } },
  allowPositionals: true,
})
const [file] = positionals
if (file === undefined) throw new Error('Name the file to write: node tools/release/bom.mjs FILE')
const runtime = values.runtime === undefined ? askElectron() : readJson(resolve(values.runtime))
const expected = readJson('node_modules/electron/package.json').version
if (runtime.electron !== expected)
  throw new Error(`Electron says it is ${runtime.electron}, but ${expected} is packed.`)
writeFileSync(file, `${JSON.stringify(toBom(runtime), null, 2)}\n`)
