import { chmodSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findSocketPath, prepareSocket } from '../../../src/main/local-api/socket-place.ts'
import { openLocalApi } from '../../support/local-api/open-api.ts'
import { ScriptClient } from '../../support/local-api/script-client.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const hasModes = process.platform !== 'win32'
const modeOf = (path: string) => statSync(path).mode & 0o777

/** A place that is refused, with the sentence that the user reads. */
async function openAt(path: string) {
  const opened = await openLocalApi({ path })
  return opened.api.state()
}

describe.runIf(hasModes)('the socket', () => {
  it('is in a folder of the user alone, and the user’s alone', async () => {
    const { socket, api } = await openLocalApi()
    expect([modeOf(dirname(socket)), modeOf(socket)]).toEqual([0o700, 0o600])
    expect(api.state()).toMatchObject({ isOn: true, socket, problem: null })
  })

  it('is gone once scripts are turned off, or the desk is closed, and back when they are turned on', async () => {
    const { socket, api, close } = await openLocalApi()
    expect(await api.calls.setOn({ isOn: false })).toMatchObject({ isOn: false, socket: null })
    expect(lstatSync(socket, { throwIfNoEntry: false })).toBeUndefined()
    expect(await api.calls.setOn({ isOn: true })).toMatchObject({ socket })
    close()
    expect(lstatSync(socket, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('that a killed desk left is replaced', async () => {
    const path = join(tempFolder(), 'run', 'desk.sock')
    mkdirSync(dirname(path), { mode: 0o700 })
    const left = createServer().listen(path)
    await vi.waitUntil(() => left.listening)
    // A copy of the name stays when the server removes its own.
    const kept = `${path}.kept`
    const { renameSync } = await import('node:fs')
    renameSync(path, kept)
    left.close()
    renameSync(kept, path)
    const { makeScript, socket } = await openLocalApi({ path })
    const { client } = await makeScript('read')
    expect(socket).toBe(path)
    expect(await client.call('desk.snapshot')).toMatchObject({ status: 200 })
  })

  it('of another desk is left alone, and named', async () => {
    const first = await openLocalApi()
    const { token } = await first.makeScript('read')
    const second = await openAt(first.socket)
    expect(second).toMatchObject({ isOn: true, socket: null })
    expect(second.problem).toMatch(/^Another Parlay Desk has the socket/)
    expect(await new ScriptClient(first.socket, token).call('desk.snapshot')).toMatchObject({ status: 200 })
  })

  it.each(['a file', 'a folder', 'a link to a file', 'a dangling link'])(
    'is not opened over %s in its place, which stays',
    async what => {
      const folder = join(tempFolder(), 'run')
      mkdirSync(folder, { mode: 0o700 })
      const [path, other] = [join(folder, 'desk.sock'), join(folder, 'other')]
      if (what === 'a file') writeFileSync(path, 'mine')
      if (what === 'a folder') mkdirSync(path)
      if (what.endsWith('link') || what.startsWith('a link')) symlinkSync(other, path)
      if (what === 'a link to a file') writeFileSync(other, 'mine')
      const before = lstatSync(path).ino
      expect(await openAt(path)).toMatchObject({
        socket: null,
        problem: `Something else is in the place of the socket: ${path}. Look at it, and move it away.`,
      })
      expect(lstatSync(path).ino).toBe(before)
    },
  )

  it('is not opened in a folder that others may write, or that is a link', async () => {
    const open = join(tempFolder(), 'open')
    mkdirSync(open)
    chmodSync(open, 0o777)
    expect((await openAt(join(open, 'desk.sock'))).problem).toMatch(/^Other users can write to the folder/)
    const link = `${open}-link`
    chmodSync(open, 0o700)
    symlinkSync(open, link)
    onTestFinished(() => rmSync(link, { force: true }))
    expect((await openAt(join(link, 'desk.sock'))).problem).toMatch(/isn’t a folder/)
  })

  it('closes a folder of the user that others may read', async () => {
    const folder = join(tempFolder(), 'read')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    await prepareSocket(join(folder, 'desk.sock'))
    expect(modeOf(folder)).toBe(0o700)
  })

  it('is refused at a path that some systems would cut off', async () => {
    const path = join(tempFolder(), 'x'.repeat(100), 'desk.sock')
    expect((await openAt(path)).problem).toMatch(/^The path of the socket is too long/)
  })
})

describe('the path', () => {
  it('is in the session’s folder, in a folder of the user, or a pipe', () => {
    const runtimeFolders = tempFolder()
    const linux = { platform: 'linux', runtimeFolder: '/run/user/7', runtimeFolders } as const
    expect(findSocketPath(linux)).toBe(join('/run/user/7', 'parlay-desk', 'desk.sock'))
    expect(findSocketPath({ ...linux, runtimeFolder: undefined })).toMatch(/parlay-desk-\d+.desk\.sock$/)
    expect(findSocketPath({ ...linux, platform: 'win32' })).toMatch(/^\\\\\.\\pipe\\parlay-desk-/)
  })

  it('is the same under cron, which sets no variable for the session’s folder', () => {
    const runtimeFolders = tempFolder()
    const runtimeFolder = join(runtimeFolders, String(userInfo().uid))
    mkdirSync(runtimeFolder)
    const cron = { platform: 'linux', runtimeFolder: undefined, runtimeFolders } as const
    expect(findSocketPath(cron)).toBe(findSocketPath({ ...cron, runtimeFolder }))
    expect(findSocketPath({ ...cron, platform: 'darwin' })).toContain(tmpdir())
  })
})
