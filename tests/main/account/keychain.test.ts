/** The real thing: gnome-keyring on a bus of its own, where this machine has one; and a machine without any. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const script = join(import.meta.dirname, 'vault-rounds.ts')
const withKeyring = join(import.meta.dirname, '../../../tools/with-keyring.mjs')
const isLinux = process.platform === 'linux'
const needed = ['dbus-run-session', 'gnome-keyring-daemon']
const hasKeyring = isLinux && needed.every(name => spawnSync('which', [name]).status === 0)

/** What the script printed. */
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

  it.runIf(isLinux)('that is not there is told as such at once', async () => {
    expect(await run([script], busless('unix:path=/none/bus'))).toEqual({
      unavailable: 'The system keychain is not available or is locked.',
      isInTime: true,
    })
  })

  it.runIf(isLinux)('that never answers is given up after five seconds', async () => {
    const env = busless('')
    const bus = join(env['HOME'] ?? '', 'bus')
    const silent = createServer(() => {})
    await new Promise<void>(resolve => silent.listen(bus, resolve))
    onTestFinished(() => {
      silent.close()
    })
    expect(await run([script], { ...env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` })).toEqual({
      unavailable: 'The system keychain did not answer within 5 seconds.',
      isInTime: true,
    })
  })
})
