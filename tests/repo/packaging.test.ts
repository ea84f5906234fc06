import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
type Config = Readonly<Record<string, unknown>>
const act = <F>() => z.custom<F>(value => typeof value === 'function')

/** electron-builder's own loader and schema check, from the copy that packages the app. */
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const { getConfig, validateConfiguration } = z
  .object({
    getConfig: act<(root: string, path: string, overrides: null) => Promise<Config>>(),
    validateConfiguration: act<(config: Config, log: { isEnabled: boolean }) => Promise<void>>(),
  })
  .parse(builder('app-builder-lib/out/util/config/config.js'))
const log = { isEnabled: false }
const load = () => getConfig(root, 'electron-builder.yml', null)

describe('electron-builder.yml', () => {
  it("passes electron-builder's own schema", async () => {
    await expect(validateConfiguration(await load(), log)).resolves.toBeUndefined()
  })

  it('is refused by that schema when a name is misspelt', async () => {
    const misspelt = { ...(await load()), electronFusses: {} }
    await expect(validateConfiguration(misspelt, log)).rejects.toThrow('electronFusses')
  })

  it('packs into an archive with keytar beside it, and publishes nowhere', async () => {
    expect(await load()).toMatchObject({ asar: true, asarUnpack: ['node_modules/keytar/**'], publish: null })
  })

  it('targets three systems on both architectures', async () => {
    const both = (target: string) => ({ target, arch: ['x64', 'arm64'] })
    expect(await load()).toMatchObject({
      linux: { target: [both('AppImage'), both('deb')] },
      mac: { target: [both('dmg'), both('zip')] },
      win: { target: [both('nsis')] },
    })
  })

  it('hardens the app on macOS, and signs it ad hoc where there is no certificate', async () => {
    expect(await load()).toMatchObject({
      mac: { hardenedRuntime: true },
      electronFuses: { resetAdHocDarwinSignature: true },
    })
  })

  it('installs on Windows for one user and keeps the data when it is removed', async () => {
    expect(await load()).toMatchObject({
      nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
    })
  })

  it('gives an AppImage the static runtime, without which it starts with --no-sandbox', async () => {
    expect(await load()).toMatchObject({ toolsets: { appimage: '1.0.3' } })
  })

  it("keeps electron-builder's own list of what the deb depends on", async () => {
    const { definitions } = z
      .object({
        definitions: z.object({
          DebOptions: z.object({
            properties: z.object({ depends: z.object({ default: z.array(z.string()) }) }),
          }),
        }),
      })
      .parse(builder('app-builder-lib/scheme.json'))
    const defaults = definitions.DebOptions.properties.depends.default
    expect(defaults.length).toBeGreaterThan(5)
    const { depends } = z.object({ depends: z.array(z.string()) }).parse((await load())['deb'])
    expect(depends).toEqual(expect.arrayContaining([...defaults, 'libsecret-1-0']))
  })
})

describe('the packages for Linux', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packaging-test-'))
  const debs: { args: readonly string[]; desktop: string }[] = []
  const appImages: { desktop: string; desktopFileName: string }[] = []

  // As electron-builder hands them to the tools that write the packages, which it would have to fetch first.
  beforeAll(async () => {
    mkdirSync(join(folder, 'unpacked/resources'), { recursive: true })
    await build({
      projectDir: root,
      prepackaged: join(folder, 'unpacked'),
      targets: Platform.LINUX.createTarget(['deb', 'AppImage'], Arch.x64, Arch.arm64),
      config: { directories: { output: join(folder, 'dist') } },
      effectiveOptionComputed: options => {
        const [args, file] = z.tuple([z.array(z.string()), z.string()]).safeParse(options).data ?? []
        if (args && file) debs.push({ args, desktop: readFileSync(file, 'utf8') })
        else appImages.push(z.object({ desktop: z.string(), desktopFileName: z.string() }).parse(options))
        return Promise.resolve(true)
      },
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are one a format and architecture, named by both', () => {
    // electron-builder packs the architectures side by side: either may come first.
    const valuesOf = (name: string) => debs.map(({ args }) => args[args.indexOf(name) + 1]).sort()
    expect(valuesOf('--architecture')).toEqual(['amd64', 'arm64'])
    expect(appImages).toHaveLength(2)
    expect(new Set(valuesOf('--package')).size).toBe(2)
  })

  it('name their homepage and a maintainer with an address, without which there is no deb', () => {
    for (const { args } of debs) {
      expect(args[args.indexOf('--url') + 1]).toMatch(/^https:\/\//)
      expect(args[args.indexOf('--maintainer') + 1]).toMatch(/^\S.* <\S+@\S+>$/)
    }
  })

  it('have a .desktop file named as the window is, in Office and Finance', () => {
    expect(debs.map(({ args }) => args.at(-1)?.split('=')[1])).toEqual(
      debs.map(() => '/usr/share/applications/parlay-desk.desktop'),
    )
    expect(appImages.map(image => image.desktopFileName)).toEqual(appImages.map(() => 'parlay-desk.desktop'))
    for (const { desktop } of [...debs, ...appImages]) {
      expect(desktop).toContain('\nStartupWMClass=parlay-desk\n')
      expect(desktop).toContain('\nCategories=Office;Finance;\n')
      expect(desktop).not.toContain('--no-sandbox')
    }
  })

  it.runIf(process.platform === 'linux')('have a .desktop file that desktop-file-validate accepts', () => {
    for (const [place, { desktop }] of [...debs, ...appImages].entries()) {
      const file = join(folder, `${place}.desktop`)
      writeFileSync(file, desktop)
      const { status, stdout, error } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' })
      expect({ status, stdout, error }).toEqual({ status: 0, stdout: '' })
    }
  })
})

describe('the icons', () => {
  const read = (name: string) => readFile(resolve(root, 'resources', name))
  const png = '\x89PNG\r\n\x1a\n'

  it('hold PNG pictures up to 256 pixels for Windows', async () => {
    const ico = await read('icon.ico')
    const last = 6 + 16 * (ico.readUInt16LE(4) - 1)
    expect(ico[last]).toBe(0)
    expect(ico.toString('latin1', ico.readUInt32LE(last + 12)).startsWith(png)).toBe(true)
  })

  it('hold PNG pictures up to 1024 pixels for macOS', async () => {
    const icns = await read('icon.icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const largest = icns.indexOf('ic10')
    expect(icns.toString('latin1', largest + 8).startsWith(png)).toBe(true)
    expect(icns.readUInt32BE(largest + 24)).toBe(1024)
  })
})
