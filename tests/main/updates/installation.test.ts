import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { Manifest } from '../../../src/main/updates/manifest.ts'
import { replaceProgram } from '../../../src/main/updates/replace-program.ts'
import { canMount, lockFolder, mountDisk, unmount } from '../../support/storage/mounts.ts'
import { day, now, signed, startTrustedServer, statement } from '../../support/updates/signed-release.ts'
import {
  download,
  downloadAgain,
  isOver,
  program,
  serveWhole,
  startRelease,
  wholeOf,
  type Started,
} from '../../support/updates/test-download.ts'
import { startUpdates } from '../../support/updates/test-updates.ts'
import type { UpdateServer } from '../../support/updates/signed-release.ts'

const neverStopped = new AbortController().signal

describe('a finished download', () => {
  const isDownloaded = { kind: 'downloaded', release: { version: '0.2.0' }, replaces: true }

  /** A server whose answer for the manifest changes. */
  async function startChanging() {
    let change: Readonly<Record<string, unknown>> | undefined = {}
    const server: UpdateServer = await startTrustedServer((request, response) => {
      if (request.url !== '/update.json') serveWhole(request, response)
      else if (change === undefined) response.writeHead(503).end()
      else response.end(signed(statement({ folder: `${server.origin}/`, ...change }, program)))
    })
    let time = now
    const started = startUpdates({ ...server, now: () => time })
    const passDays = (days: number) => void (time += days * day)
    return { ...started, server, passDays, publish: (next: typeof change) => (change = next) }
  }

  it('is still there after the next check, and can be installed', async () => {
    const started = await startChanging()
    await download(started)
    started.publish({ number: 8 })
    await started.updates.check()
    expect(started.updates.state().status).toMatchObject(isDownloaded)
    await started.updates.install()
    expect(readFileSync(started.program).equals(program)).toBe(true)
    await started.updates.check()
    expect(started.updates.state().status).toMatchObject({ kind: 'installed' })
  })

  it('gives way to a newer release', async () => {
    const started = await startChanging()
    await download(started)
    started.publish({ number: 8, version: '0.3.0' })
    await started.updates.check()
    expect(started.updates.state().status).toMatchObject({ kind: 'available', release: { version: '0.3.0' } })
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['the same file for another system', { system: 'darwin', kind: 'dmg' }],
    ['a file for another processor', { arch: 'arm64' }],
  ])('is neither offered nor installed once a newer release was seen with only %s', async (_name, other) => {
    const started = await startChanging()
    await download(started)
    const [file] = statement({ version: '0.3.0' }).files
    started.publish({ number: 8, version: '0.3.0', files: [{ ...file, ...other }] })
    await started.updates.check()
    const isRefused = { kind: 'failed', release: null }
    expect(started.updates.state().status).toMatchObject({ ...isRefused, problem: 'no-file' })
    await started.updates.install()
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
    const before = started.server.asked.length
    expect(await downloadAgain(started)).toMatchObject({ ...isRefused, problem: 'rollback' })
    expect(started.server.asked).toHaveLength(before)
  })

  it('is neither offered nor installed once it has expired, and cannot be downloaded again, which is said', async () => {
    const started = await startChanging()
    await download(started)
    started.passDays(200)
    await started.updates.install()
    const sentence =
      'The update is out of date, so a newer one may be held back. Nothing was changed. Check again, or look at the release page.'
    const isExpired = { kind: 'failed', release: null, problem: 'expired', sentence }
    expect(started.updates.state().status).toMatchObject(isExpired)
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
    await started.updates.check()
    expect(started.updates.state().status).toMatchObject(isExpired)
    const before = started.server.asked.length
    expect(await downloadAgain(started)).toMatchObject(isExpired)
    expect(started.server.asked).toHaveLength(before)
  })

  it('is still there after a daily check that failed', async () => {
    const started = await startChanging()
    await download(started)
    started.publish(undefined)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    started.updates.start()
    await vi.advanceTimersByTimeAsync(day + 1)
    vi.useRealTimers()
    const checks = () => started.server.asked.filter(({ url }) => url === '/update.json').length
    await vi.waitUntil(() => checks() === 2 && isOver(started.updates.state().status))
    expect(started.updates.state().status).toMatchObject(isDownloaded)
  })

  it('is still offered after a check by a press that failed, which is said beside it', async () => {
    const started = await startChanging()
    await download(started)
    started.publish(undefined)
    await started.updates.check()
    const failed = { step: 'check', problem: 'server-error' }
    expect(started.updates.state().status).toMatchObject({ ...isDownloaded, failed })
    const before = started.server.asked.length
    await started.updates.install()
    expect(readFileSync(started.program).equals(program)).toBe(true)
    expect(started.server.asked).toHaveLength(before)
    await started.updates.check()
    expect(started.updates.state().status).toMatchObject({ ...isDownloaded, kind: 'installed', failed })
    started.publish({})
    await started.updates.check()
    expect(started.updates.state().status).toMatchObject({ kind: 'installed', failed: null })
  })

  it('is not offered after it was found changed, whatever the next check says', async () => {
    const started = await startChanging()
    await download(started)
    writeFileSync(wholeOf(started), randomBytes(program.length))
    await started.updates.install()
    started.publish(undefined)
    await started.updates.check()
    expect(started.updates.state().status).toMatchObject({ kind: 'available', failed: { step: 'check' } })
    started.publish({})
    await started.updates.check()
    expect(started.updates.state().status).toMatchObject({ kind: 'available', failed: null })
    expect(await downloadAgain(started)).toMatchObject({ ...isDownloaded, failed: null })
  })
})

describe('a release that was found', () => {
  it('is still offered after a check that failed, and after a download that failed', async () => {
    let isUp = true
    const server: UpdateServer = await startTrustedServer((request, response) => {
      if (isUp && request.url === '/update.json')
        response.end(signed(statement({ folder: `${server.origin}/` }, program)))
      else response.writeHead(503).end()
    })
    const { updates } = startUpdates(server)
    await updates.check()
    isUp = false
    await updates.check()
    const isOffered = { kind: 'available', release: { version: '0.2.0' }, pageReason: null }
    expect(updates.state().status).toMatchObject({ ...isOffered, failed: { step: 'check' } })
    expect(await downloadAgain({ updates })).toMatchObject({ kind: 'failed', problem: 'server-error' })
    await updates.check()
    expect(updates.state().status).toMatchObject({ ...isOffered, failed: { step: 'check' } })
    updates.setOn(false)
    updates.setOn(true)
    await updates.check()
    expect(updates.state().status).toMatchObject({ kind: 'failed', release: null })
  })
})

describe('the installation of an update', () => {
  it.each<[string, (updates: Started['updates']) => void]>([
    ['updates are turned off', updates => updates.setOn(false)],
    ['the program ends', updates => updates.stop()],
  ])('leaves the program when %s while the file is verified', async (_name, end) => {
    const started = startUpdates(await startRelease(serveWhole))
    await download(started)
    const installed = started.updates.install()
    end(started.updates)
    await installed
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
    expect(started.updates.state().status.kind).not.toBe('installed')
  })

  it('replaces the AppImage, which stays executable', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    await download(started)
    await started.updates.install()
    expect(started.updates.state().status).toMatchObject({ kind: 'installed', replaces: true })
    expect(readFileSync(started.program).equals(program)).toBe(true)
    expect(statSync(started.program).mode & 0o777).toBe(0o755)
    expect(readdirSync(dirname(started.program))).toEqual(['desk.AppImage'])
    expect(started.opened).toEqual([])
  })

  it('does nothing before a download was verified', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    await started.updates.check()
    await started.updates.install()
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
  })

  it('verifies the file again, and refuses one that was changed since', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    await download(started)
    writeFileSync(wholeOf(started), randomBytes(program.length))
    await started.updates.install()
    expect(started.updates.state().status).toMatchObject({ kind: 'failed', problem: 'wrong-content' })
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
    // As the sentence says.
    expect(readdirSync(started.folder)).toEqual([])
  })

  it.runIf(canMount)('on a full disk leaves the program as it was', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    const apps = dirname(started.program)
    expect(mountDisk(apps, 1)).toBe(true)
    onTestFinished(() => void unmount(apps))
    writeFileSync(started.program, 'old program')
    writeFileSync(join(apps, 'other'), randomBytes(700_000))
    await download(started)
    await started.updates.install()
    const failed = { step: 'install', problem: 'disk-full' }
    expect(started.updates.state().status).toMatchObject({ kind: 'downloaded', failed })
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
    expect(readdirSync(apps)).toEqual(['desk.AppImage', 'other'])
    rmSync(join(apps, 'other'))
    await started.updates.install()
    expect(started.updates.state().status).toMatchObject({ kind: 'installed', failed: null })
  })

  it.runIf(canMount)('leads to the release page where the program’s folder cannot be written', async () => {
    const server = await startRelease(serveWhole)
    const started = startUpdates(server)
    const apps = dirname(started.program)
    expect(lockFolder(apps)).toBe(true)
    onTestFinished(() => void unmount(apps))
    await started.updates.check()
    const { status } = started.updates.state()
    expect(status).toMatchObject({ kind: 'available', release: { size: null } })
    expect(JSON.stringify(status)).toMatch(/"pageReason":"[^"]+can’t be written/)
    started.updates.download()
    await started.updates.openPage()
    expect(started.opened).toEqual(['https://releases.example/'])
    expect(server.asked).toHaveLength(1)
  })

  it('opens the installer on other systems, after it was verified, and again when it was closed', async () => {
    const server = await startRelease(serveWhole, {
      files: [{ ...statement({}, program).files[0], system: 'win32', kind: 'exe' }],
    })
    const place = { platform: 'win32', arch: 'x64', appImage: undefined }
    const started = startUpdates({ ...server, place })
    await download(started)
    await started.updates.install()
    expect(started.updates.state().status).toMatchObject({ kind: 'installed', replaces: false })
    expect(started.opened).toEqual([wholeOf(started)])
    await started.updates.install()
    expect(started.opened).toEqual([wholeOf(started), wholeOf(started)])
  })

  it('does not open an installer that was changed since', async () => {
    const server = await startRelease(serveWhole, {
      files: [{ ...statement({}, program).files[0], system: 'win32', kind: 'exe' }],
    })
    const place = { platform: 'win32', arch: 'x64', appImage: undefined }
    const started = startUpdates({ ...server, place })
    await download(started)
    writeFileSync(wholeOf(started), randomBytes(program.length))
    await started.updates.install()
    expect(started.updates.state().status).toMatchObject({ kind: 'failed', problem: 'wrong-content' })
    expect(started.opened).toEqual([])
  })

  it('writes the whole copy to the disk before it takes the place of the program', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    await download(started)
    const before = readFileSync(started.program)
    const handle = await open(started.program)
    const seen: Buffer[] = []
    const everyHandle = z.custom<FileHandle>().parse(Object.getPrototypeOf(handle))
    const sync = vi.spyOn(everyHandle, 'sync').mockImplementation(() => {
      seen.push(readFileSync(started.program))
      return Promise.resolve()
    })
    onTestFinished(() => sync.mockRestore())
    await handle.close()
    await started.updates.install()
    expect(seen).toEqual([before])
    expect(readFileSync(started.program).equals(program)).toBe(true)
  })

  it('hashes the bytes as it copies them, and leaves the program when they are others', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    const changed = join(started.home, 'changed')
    writeFileSync(changed, randomBytes(program.length))
    const [file] = Manifest.parse(statement({}, program)).files
    if (file === undefined) throw new Error('no file')
    await expect(
      replaceProgram({ download: changed, program: started.program, file, signal: neverStopped }),
    ).rejects.toMatchObject({
      problem: 'wrong-content',
    })
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
    expect(readdirSync(dirname(started.program))).toEqual(['desk.AppImage'])
  })

  it('leaves the program when it is stopped before the copy takes its place', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    await download(started)
    const [file] = Manifest.parse(statement({}, program)).files
    if (file === undefined) throw new Error('no file')
    const signal = AbortSignal.abort()
    const replaced = replaceProgram({ download: wholeOf(started), program: started.program, file, signal })
    await expect(replaced).rejects.toBe(signal.reason)
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
    expect(readdirSync(dirname(started.program))).toEqual(['desk.AppImage'])
  })

  it('is left to the user on Linux, unless the program is an AppImage', async () => {
    const place = { platform: 'linux', arch: 'x64', appImage: undefined }
    const started = startUpdates({ ...(await startRelease(serveWhole)), place })
    await started.updates.check()
    const { status } = started.updates.state()
    expect(status).toMatchObject({ kind: 'available' })
    expect(JSON.stringify(status)).toMatch(
      /"pageReason":"On Linux only the AppImage updates itself\. Get this version from [^"]+\."/,
    )
  })
})
