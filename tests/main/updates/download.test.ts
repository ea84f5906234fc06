import { randomBytes } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Http } from '../../../src/main/odds-service/http.ts'
import { downloadRelease } from '../../../src/main/updates/download.ts'
import { Manifest } from '../../../src/main/updates/manifest.ts'
import { canMount, lockFolder, mountDisk, unmount } from '../../support/storage/mounts.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'
import { fileName, startTrustedServer, statement } from '../../support/updates/signed-release.ts'
import {
  download,
  downloadAgain,
  isOver,
  partOf,
  program,
  serveWhole,
  startRelease,
  wholeOf,
  type Serve,
  type Started,
} from '../../support/updates/test-download.ts'
import { startUpdates } from '../../support/updates/test-updates.ts'
import type { UpdateServer } from '../../support/updates/signed-release.ts'

/** Serves this much of the file, then breaks the connection. */
const serveUntil =
  (bytes: number): Serve =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': program.length })
    response.write(program.subarray(0, bytes), () => void setTimeout(50).then(() => response.destroy()))
  }

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

  it('keeps what has come when a network answers with its page to sign in', async () => {
    const page = { 'content-type': 'text/html; charset=utf-8' }
    let serve: Serve = (_request, response) => void response.writeHead(200, page).end('<html>Sign in</html>')
    const server = await startRelease((request, response) => serve(request, response))
    const started = startUpdates(server)
    mkdirSync(started.folder)
    writeFileSync(partOf(started), program.subarray(0, 300_000))
    expect(await download(started)).toMatchObject({ kind: 'failed', problem: 'not-a-manifest' })
    expect(readFileSync(partOf(started)).equals(program.subarray(0, 300_000))).toBe(true)
    serve = serveWhole
    expect(await downloadAgain(started)).toMatchObject({ kind: 'downloaded' })
    expect(server.asked.at(-1)?.range).toBe('bytes=300000-')
  })

  it('writes no byte past the size that was signed when a server goes on', async () => {
    const server = await startRelease((_request, response) => void response.writeHead(206).end(program))
    const folder = tempFolder()
    writeFileSync(join(folder, `${fileName()}.part`), program.subarray(0, 300_000))
    const manifest = Manifest.parse(statement({ folder: `${server.origin}/` }, program))
    const [file] = manifest.files
    if (file === undefined) throw new Error('no file')
    const http = new Http({})
    onTestFinished(() => http.close())
    const written: number[] = []
    const { signal } = new AbortController()
    const onProgress = (bytes: number) => written.push(bytes)
    await downloadRelease({ http, folder, manifest, file, signal, onProgress })
    expect(readFileSync(join(folder, fileName())).equals(program)).toBe(true)
    expect(written.length).toBeGreaterThan(0)
    expect(Math.max(...written)).toBeLessThanOrEqual(program.length)
  })

  it('is given up when its server is silent for half a minute', async () => {
    const manifest = Manifest.parse(statement({}, program))
    const [file] = manifest.files
    if (file === undefined) throw new Error('no file')
    const send = vi.fn<Http['send']>().mockRejectedValue(new Error('stopped'))
    const { signal } = new AbortController()
    const options = { folder: tempFolder(), manifest, file, signal, onProgress: () => undefined }
    await expect(downloadRelease({ ...options, http: { send } })).rejects.toThrow('stopped')
    expect(send.mock.lastCall?.[0]).toMatchObject({ idleMs: 30_000 })
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

  /** A part of full length that takes a while to read, of a release with another hash. */
  async function startLongHash() {
    const size = 256 * 1024 * 1024
    const files = [{ ...statement().files[0], size }]
    const started = startUpdates(await startRelease(serveWhole, { files }))
    mkdirSync(started.folder)
    writeFileSync(partOf(started), '')
    truncateSync(partOf(started), size)
    await started.updates.check()
    started.updates.download()
    await setTimeout(20)
    return started
  }

  it('stops when the user stops it while it is verified, and keeps what has come', async () => {
    const started = await startLongHash()
    started.updates.cancel()
    await vi.waitUntil(() => isOver(started.updates.state().status))
    expect(started.updates.state().status).toMatchObject({ kind: 'failed', problem: 'cancelled' })
    expect(existsSync(partOf(started))).toBe(true)
  })

  it('ends when updates are turned off while it is verified, and says nothing more', async () => {
    const started = await startLongHash()
    const { updates } = started
    updates.setOn(false)
    const kinds: string[] = []
    updates.on('changed', ({ status }) => kinds.push(status.kind))
    updates.setOn(true)
    await updates.check()
    expect(kinds).toEqual(['idle', 'idle', 'checking', 'available'])
    expect(existsSync(partOf(started))).toBe(true)
  })

  it.each<[string, (started: Started) => string]>([
    ['the file', wholeOf],
    ['its part', partOf],
    ['another file', ({ folder }) => join(folder, 'else')],
  ])('is not kept from its place by a folder in the place of %s', async (_, pathOf) => {
    const started = startUpdates(await startRelease(serveWhole))
    mkdirSync(join(pathOf(started), 'inside'), { recursive: true })
    expect(await download(started)).toMatchObject({ kind: 'downloaded' })
    expect(readdirSync(started.folder)).toEqual([fileName()])
  })

  it.skipIf(process.platform === 'win32')('writes through no link in the place of its part', async () => {
    const started = startUpdates(await startRelease(serveWhole))
    const target = join(started.home, 'target')
    mkdirSync(started.folder)
    writeFileSync(target, 'mine')
    symlinkSync(target, partOf(started))
    expect(await download(started)).toMatchObject({ kind: 'downloaded' })
    expect(readFileSync(target, 'utf8')).toBe('mine')
    expect(lstatSync(wholeOf(started)).isFile()).toBe(true)
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

  it.runIf(canMount)(
    'on a disk that fills up meanwhile says so, keeps what has come, and goes on',
    async () => {
      let sendRest = (): void => undefined
      let serve: Serve = (_request, response) => {
        response.writeHead(200, { 'content-length': program.length })
        response.write(program.subarray(0, 200_000))
        sendRest = () => response.end(program.subarray(200_000))
      }
      const started = startUpdates(await startRelease((request, response) => serve(request, response)))
      mkdirSync(started.folder)
      expect(mountDisk(started.folder, 1)).toBe(true)
      onTestFinished(() => void unmount(started.folder))
      await started.updates.check()
      started.updates.download()
      await vi.waitUntil(() => existsSync(partOf(started)) && statSync(partOf(started)).size === 200_000)
      const other = join(started.folder, `${fileName()}.notes`)
      writeFileSync(other, randomBytes(700_000))
      sendRest()
      await vi.waitUntil(() => isOver(started.updates.state().status))
      expect(started.updates.state().status).toMatchObject({ kind: 'failed', problem: 'disk-full' })
      const had = statSync(partOf(started)).size
      expect(readFileSync(partOf(started)).equals(program.subarray(0, had))).toBe(true)
      writeFileSync(other, '')
      serve = serveWhole
      expect(await downloadAgain(started)).toMatchObject({ kind: 'downloaded' })
      expect(readFileSync(wholeOf(started)).equals(program)).toBe(true)
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
