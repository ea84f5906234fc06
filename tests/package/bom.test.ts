/** The bill of materials of the built program, against CycloneDX's own schema and against what the build shows. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'bom-test-'))
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const Electron = z.object({ version: z.string() })
const electron = Electron.parse(JSON.parse(read('node_modules/electron/package.json'))).version

const component = z.object({
  name: z.string(),
  group: z.string().optional(),
  version: z.string().min(1),
  purl: z.string(),
  licenses: z
    .array(
      z.union([z.object({ license: z.object({ id: z.string() }) }), z.object({ expression: z.string() })]),
    )
    .length(1),
  hashes: z
    .array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }))
    .optional(),
  components: z.array(z.object({ name: z.string(), version: z.string() })).optional(),
})
const Bom = z.object({ specVersion: z.literal('1.6'), components: z.array(component) })

/** Stand-in for what Electron says, which is not on every machine. */
const versions = { electron, chrome: '156.0.8078.100', node: '24.21.0', sqlite: '3.53.4' }

function makeBom(runtime: object) {
  writeFileSync(join(folder, 'runtime.json'), JSON.stringify(runtime))
  const file = join(folder, 'bom.cdx.json')
  const args = [join(root, 'tools/release/bom.mjs'), file, '--runtime', join(folder, 'runtime.json')]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, stderr, text: status === 0 ? readFileSync(file, 'utf8') : '' }
}

let text = ''
let bom: z.output<typeof Bom>
beforeAll(() => {
  const made = makeBom(versions)
  expect(made.stderr).toBe('')
  text = made.text
  bom = Bom.parse(JSON.parse(text))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const nameOf = ({ group, name }: { group?: string | undefined; name: string }) =>
  group === undefined ? name : `${group}/${name}`
const names = () => new Set(bom.components.map(nameOf))

describe('the bill of materials', () => {
  it('is valid by the schema of CycloneDX 1.6, which refuses one that is not', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
    expect(await validator.validate(text)).toBeNull()
    expect(await validator.validate(text.replace('"SHA-512"', '"SHA-1000"'))).not.toBeNull()
  })

  it('names a version, a license, an address and a hash of every package', () => {
    const packages = bom.components.filter(({ name }) => name !== 'electron')
    expect(packages.length).toBeGreaterThan(50)
    for (const one of packages) {
      expect(one.purl).toBe(`pkg:npm/${nameOf(one).replace('@', '%40')}@${one.version}`)
      expect(one.hashes).toHaveLength(1)
    }
  })

  it('names Electron and, inside it, Chromium, Node and SQLite', () => {
    const found = bom.components.find(({ name }) => name === 'electron')
    expect(found?.version).toBe(electron)
    expect(found?.components).toMatchObject([
      { name: 'chromium', version: versions.chrome },
      { name: 'node', version: versions.node },
      { name: 'sqlite', version: versions.sqlite },
    ])
  })

  it('is the same when it is made again', () => expect(makeBom(versions).text).toBe(text))

  it.each([
    ['another version of Electron', { ...versions, electron: '1.0.0' }, 'Electron says it is 1.0.0'],
    ['no version of SQLite', { ...versions, sqlite: undefined }, 'Electron names no version of sqlite'],
  ])('is not made where Electron names %s', (_, runtime, words) => {
    const { status, stderr } = makeBom(runtime)
    expect(status).toBe(1)
    expect(stderr).toContain(words)
  })
})

describe('the bill of materials, compared with the build', () => {
  it('has every package that the source maps of the main process name', () => {
    const sources = globSync('out/main/**/*.map', { cwd: root }).flatMap(
      path => z.object({ sources: z.array(z.string()) }).parse(JSON.parse(read(path))).sources,
    )
    const named = new Set(sources.flatMap(source => packageOf(source)))
    expect(named.size).toBeGreaterThan(20)
    expect([...named].filter(name => !names().has(name))).toEqual([])
  })

  it('has every package whose name the sources import, but for types', () => {
    const imports = globSync('src/**/*.{ts,vue,css}', { cwd: root }).flatMap(path =>
      [...read(path).matchAll(/(?:^import (?!type)[^'"]*?|@import )['"]((?:@[\w-]+\/)?[a-z][\w-]*)/gm)].map(
        ([, name]) => name ?? '',
      ),
    )
    const ownOnes = ['node', 'virtual', 'electron']
    const named = [...new Set(imports)].filter(name => !ownOnes.includes(name))
    expect(named).toContain('vue')
    expect(named.filter(name => !names().has(name === 'keytar' ? '@github/keytar' : name))).toEqual([])
  })

  it('has no tool of development', () => {
    for (const tool of ['vitest', 'typescript', 'electron-builder', 'playwright', 'eslint'])
      expect(names()).not.toContain(tool)
  })
})

const packageOf = (source: string): readonly string[] => {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
  return name === undefined ? [] : [name]
}
