import { describe, expect, it, onTestFinished } from 'vitest'
import { chooseVault, keytarVault } from '../../../src/main/account/key-vault.ts'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = { PARLAY_DESK_KEYCHAIN: 'memory', PARLAY_DESK_KEY: 'env-key' }

describe('chooseVault', () => {
  it('is the system keychain, unless a development build asks for memory', () => {
    expect(chooseVault({ isPackaged: false, env: {} })).toBe(keytarVault)
    expect(chooseVault({ isPackaged: false, env: { PARLAY_DESK_KEY: 'env-key' } })).toBe(keytarVault)
    expect(chooseVault({ isPackaged: true, env: memory })).toBe(keytarVault)
  })

  it('fills memory with the key of the environment, until it is changed or removed', async () => {
    const vault = chooseVault({ isPackaged: false, env: memory })
    expect(await vault.read('mine')).toBe('env-key')
    expect([await vault.remove('mine'), await vault.remove('mine')]).toEqual([true, false])
    expect(await vault.read('mine')).toBeUndefined()
    await vault.write('other', 'new-key')
    expect(await vault.read('other')).toBe('new-key')
  })
})

/** The real thing: gnome-keyring on a bus of its own, where this machine has one; and a machine without any. */

const script = join(import.meta.dirname, '../../support/account/vault-rounds.ts')
const withKeyring = join(import.meta.dirname, '../../../tools/with-keyring.mjs')
const isLinux = process.platform === 'linux'
const needed = ['dbus-run-session', 'gnome-keyring-daemon']
const hasKeyring = isLinux && needed.every(name => spawnSync('which', [name]).status === 0)

/** Returns the JSON that the script printed. */
function run(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<unknown> {
  return new Promise(resolve => {
    execFile(process.execPath, args, { env }, (_error, stdout) => resolve(JSON.parse(stdout)))
  })
}

/** An environment without a session bus, but for what the test names. */
function busless(address: string): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'desk-no-bus-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    DBUS_SESSION_BUS_ADDRESS: address,
  }
}

describe('the system keychain', () => {
  it.runIf(hasKeyring)('keeps a key by profile, replaces it, and forgets it', async () => {
    expect(await run([withKeyring, process.execPath, script])).toEqual({
      before: null,
      isKept: true,
      other: 'other',
      after: null,
    })
  })

  it.runIf(isLinux)('that is missing is reported so at once', async () => {
    expect(await run([script], busless('unix:path=/none/bus'))).toEqual({
      unavailable: 'The system keychain is unavailable or locked.',
      isInTime: true,
    })
  })

  it.runIf(isLinux)('that never answers is given up after five seconds', { timeout: 20_000 }, async () => {
    const env = busless('')
    const bus = join(env['HOME'] ?? '', 'bus')
    const silent = createServer(() => {})
    await new Promise<void>(resolve => silent.listen(bus, resolve))
    onTestFinished(() => {
      silent.close()
    })
    expect(await run([script], { ...env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` })).toEqual({
      unavailable: 'The system keychain didn’t respond.',
      isInTime: true,
    })
  })
})
