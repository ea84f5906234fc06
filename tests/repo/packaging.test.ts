import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
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

  it('closes every fuse that would run other code or read the cookies', async () => {
    expect((await load())['electronFuses']).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  it('packs into an archive with keytar beside it, and publishes nowhere', async () => {
    expect(await load()).toMatchObject({ asar: true, asarUnpack: ['node_modules/keytar/**'], publish: null })
  })

  it('targets three systems, hardened on macOS', async () => {
    expect(await load()).toMatchObject({
      linux: { target: ['AppImage', 'deb'] },
      mac: { target: ['dmg', 'zip'], hardenedRuntime: true },
      win: { target: ['nsis'] },
    })
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
