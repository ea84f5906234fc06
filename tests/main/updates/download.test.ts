import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Manifest } from '../../../src/main/updates/manifest.ts'
import { replaceProgram } from '../../../src/main/updates/replace-program.ts'
import type { UpdateStatus } from '../../../src/shared/model/settings/updates.ts'
import { canMount, lockFolder, mountDisk, unmount } from '../../support/storage/mounts.ts'
import { fileName, signed, startTrustedServer, statement } from '../../support/updates/signed-release.ts'
import { startUpdates } from '../../support/updates/test-updates.ts'
import type { UpdateServer } from '../../support/updates/signed-release.ts'

const program = randomBytes(600_000)

type Serve = Parameters<typeof startTrustedServer>[0]

/** A server with the manifest of a release, and its file by `serveFile`. */
async function startRelease(serveFile: Serve, change: Readonly<Record<string, unknown>> = {}) {
  const server: UpdateServer = await startTrustedServer((request, response) => {
    if (request.url !== '/update.json') serveFile(request, response)
    else response.end(signed(statement({ folder: `${server.origin}/`, ...change }, program)))
  })
  return server
}

/** Serves the file as servers do, from where a request asks for it. */
const serveWhole: Serve = (request, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  if (from === 0) response.writeHead(200, { 'content-length': program.length }).end(program)
  else response.writeHead(206, { 'content-length': program.length - from }).end(program.subarray(from))
}

/** Serves this much of the file, then breaks the connection. */
const serveUntil =
  (bytes: number): Serve =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': program.length })
    response.write(program.subarray(0, bytes), () => setTimeout(() => response.destroy(), 50))
  }

type Started = ReturnType<typeof startUpdates>

const isOver = ({ kind }: UpdateStatus): boolean => !['checking', 'downloading'].includes(kind)

/** Checks, downloads, and returns the status at the end. */
async function download({ updates }: Pick<Started, 'updates'>): Promise<UpdateStatus> {
  await updates.check()
  expect(updates.state().status).toMatchObject({ kind: 'available' })
  return downloadAgain({ updates })
}

async function downloadAgain({ updates }: Pick<Started, 'updates'>): Promise<UpdateStatus> {
  updates.download()
  await vi.waitUntil(() => isOver(updates.state().status))
  return updates.state().status
}

const partOf = ({ folder }: Started) => join(folder, `${fileName()}.part`)
const wholeOf = ({ folder }: Started) => join(folder, fileName())

describe('the download of an update', () => {
  it('is kept once its size and hash are those that were signed', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    const progress: number[] = []
    started.updates.on('changed', ({ status }) => {
      if (status.kind === 'downloading') progress.push(status.bytes)
    })
    expect(await download(started)).toMatchObject({ kind: 'downloaded', replaces: true })
    expect(readFileSync(wholeOf(started)).equals(program)).toBe(true)
    expect(readdirSync(started.folder)).toEqual([fileName()])
    expect(progress.length).toBeGreaterThan(1)
  })

  it('goes on where it was cut off', async () => {
    let serve = serveUntil(200_000)
    const server = await startRelease((request, response) => serve(request, response))
    const started = startUpdates(server)
    expect(await download(started)).toMatchObject({ kind: 'failed', problem: 'unreachable' })
    const had = statSync(partOf(started)).size
    expect(had).toBeGreaterThan(0)
    serve = serveWhole
    expect(await downloadAgain(started)).toMatchObject({ kind: 'downloaded' })
    expect(server.asked.at(-1)?.range).toBe(`bytes=${had}-`)
    expect(readFileSync(wholeOf(started)).equals(program)).toBe(true)
  })

  it('starts again where the server does not send parts', async () => {
    const started = startUpdates(
      await startRelease((_request, response) => void response.writeHead(200).end(program)),
    )
    mkdirSync(started.folder)
    writeFileSync(partOf(started), program.subarray(0, 1_000))
    expect(await download(started)).toMatchObject({ kind: 'downloaded' })
    expect(readFileSync(wholeOf(started)).equals(program)).toBe(true)
  })

  it.each([
    ['another file’s', randomBytes(1_000)],
    ['longer than the file', Buffer.concat([program, Buffer.from('more')])],
    ['as long as the file, and wrong', randomBytes(program.length)],
  ])('starts again, once, where its first bytes are %s', async (_name, bytes) => {
    const server = await startRelease(serveWhole)
    const started = startUpdates(server)
    mkdirSync(started.folder)
    writeFileSync(partOf(started), bytes)
    expect(await download(started)).toMatchObject({ kind: 'downloaded' })
    expect(readFileSync(wholeOf(started)).equals(program)).toBe(true)
    expect(server.asked.length).toBeLessThanOrEqual(3)
  })

  it.each<[string, Serve, string]>([
    ['a page of a proxy', (_request, response) => response.end('<html>Sign in</html>'), 'wrong-size'],
    ['too few bytes', (_request, response) => response.end(program.subarray(1)), 'wrong-size'],
    ['too many bytes', (_request, response) => response.end(Buffer.concat([program, program])), 'too-large'],
    ['another file', (_request, response) => response.end(randomBytes(program.length)), 'wrong-content'],
    ['nothing', (_request, response) => response.end(), 'wrong-size'],
    ['an error', (_request, response) => void response.writeHead(503).end('busy'), 'server-error'],
    ['a gap', (_request, response) => void response.writeHead(404).end(program), 'server-error'],
  ])('that is %s is refused by name, and nothing of it is kept', async (_name, serve, problem) => {
    const started = startUpdates(await startRelease(serve))
    expect(await download(started)).toMatchObject({ kind: 'failed', problem, release: { version: '0.2.0' } })
    expect(existsSync(wholeOf(started))).toBe(false)
    expect(existsSync(partOf(started)) && statSync(partOf(started)).size > program.length).toBe(false)
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
  })

  it('follows one redirect, to a host that was signed', async () => {
    const files = await startTrustedServer(serveWhole)
    const redirect: Serve = (_request, response) =>
      void response.writeHead(302, { location: `${files.origin}/blob?token=1` }).end()
    const host = new URL(files.origin).host
    const started = startUpdates(await startRelease(redirect, { hosts: [host] }))
    expect(await download(started)).toMatchObject({ kind: 'downloaded' })
    expect(files.asked.map(({ url }) => url)).toEqual(['/blob?token=1'])
  })

  it.each<[string, (origin: string) => string]>([
    ['another host', () => 'https://evil.example/file'],
    ['plain http', origin => origin.replace('https', 'http')],
    ['nowhere', () => ''],
    ['a file', () => 'file:///etc/passwd'],
  ])('does not follow a redirect to %s', async (_name, toTarget) => {
    const files = await startTrustedServer(serveWhole)
    const started = startUpdates(
      await startRelease(
        (_request, response) => void response.writeHead(302, { location: toTarget(files.origin) }).end(),
        { hosts: [new URL(files.origin).host] },
      ),
    )
    expect(await download(started)).toMatchObject({ kind: 'failed', problem: 'redirected' })
    expect(files.asked).toEqual([])
  })

  it('does not follow a second redirect', async () => {
    const files: UpdateServer = await startTrustedServer(
      (_request, response) => void response.writeHead(302, { location: `${files.origin}/again` }).end(),
    )
    const redirect: Serve = (_request, response) =>
      void response.writeHead(302, { location: `${files.origin}/` }).end()
    const started = startUpdates(await startRelease(redirect, { hosts: [new URL(files.origin).host] }))
    expect(await download(started)).toMatchObject({ kind: 'failed', problem: 'redirected' })
    expect(files.asked).toHaveLength(1)
  })

  it('stops when the user stops it, and keeps what has come', async () => {
    const started = startUpdates(
      await startRelease((_request, response) => {
        response.writeHead(200, { 'content-length': program.length })
        response.write(program.subarray(0, 100_000))
      }),
    )
    await started.updates.check()
    started.updates.download()
    await vi.waitUntil(() => existsSync(partOf(started)) && statSync(partOf(started)).size > 0)
    started.updates.cancel()
    await vi.waitUntil(() => isOver(started.updates.state().status))
    expect(started.updates.state().status).toMatchObject({ kind: 'failed', problem: 'cancelled' })
    expect(statSync(partOf(started)).size).toBeGreaterThan(0)
  })

  it('removes the files of earlier releases', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    mkdirSync(started.folder)
    writeFileSync(join(started.folder, fileName('0.1.5')), 'old')
    expect(await download(started)).toMatchObject({ kind: 'downloaded' })
    expect(readdirSync(started.folder)).toEqual([fileName()])
  })

  it.runIf(canMount)(
    'on a disk without room says so before it begins, and goes on once there is',
    async () => {
      const server = await startRelease(serveWhole)
      const started = startUpdates(server)
      mkdirSync(started.folder)
      expect(mountDisk(started.folder, 1)).toBe(true)
      onTestFinished(() => void unmount(started.folder))
      writeFileSync(join(started.folder, `${fileName()}.notes`), randomBytes(700_000))
      expect(await download(started)).toMatchObject({ kind: 'failed', problem: 'disk-full' })
      expect(server.asked).toHaveLength(1)
      writeFileSync(join(started.folder, `${fileName()}.notes`), '')
      expect(await downloadAgain(started)).toMatchObject({ kind: 'downloaded' })
    },
  )

  it.runIf(canMount)('into a folder that cannot be written says so', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    mkdirSync(started.folder)
    expect(lockFolder(started.folder)).toBe(true)
    onTestFinished(() => void unmount(started.folder))
    expect(await download(started)).toMatchObject({ kind: 'failed', problem: 'not-writable' })
  })
})

describe('the installation of an update', () => {
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
    expect(started.updates.state().status).toMatchObject({ kind: 'failed', problem: 'disk-full' })
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
    expect(readdirSync(apps)).toEqual(['desk.AppImage', 'other'])
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

  it('opens the installer on other systems, after it was verified', async () => {
    const server = await startRelease(serveWhole, {
      files: [{ ...statement({}, program).files[0], system: 'win32', kind: 'exe' }],
    })
    const place = { platform: 'win32', arch: 'x64', appImage: undefined }
    const started = startUpdates({ ...server, place })
    await download(started)
    await started.updates.install()
    expect(started.updates.state().status).toMatchObject({ kind: 'installed', replaces: false })
    expect(started.opened).toEqual([wholeOf(started)])
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

  it('hashes the bytes as it copies them, and leaves the program when they are others', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    const changed = join(started.home, 'changed')
    writeFileSync(changed, randomBytes(program.length))
    const [file] = Manifest.parse(statement({}, program)).files
    if (file === undefined) throw new Error('no file')
    await expect(replaceProgram(changed, started.program, file)).rejects.toMatchObject({
      problem: 'wrong-content',
    })
    expect(readFileSync(started.program, 'utf8')).toBe('old program')
    expect(readdirSync(dirname(started.program))).toEqual(['desk.AppImage'])
  })

  it('is left to the system’s package manager where that installed the program', async () => {
    const place = { platform: 'linux', arch: 'x64', appImage: undefined }
    const started = startUpdates({ ...(await startRelease(serveWhole)), place })
    await started.updates.check()
    const { status } = started.updates.state()
    expect(status).toMatchObject({ kind: 'available' })
    expect(JSON.stringify(status)).toMatch(/"pageReason":"[^"]+package manager/)
  })
})
