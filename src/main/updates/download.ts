/**
 * Downloads the file of a release into a folder of its own, and verifies its size and hash. A download that was cut off
 * goes on where it stopped; one whose bytes are wrong is deleted.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeSync,
} from 'node:fs'
import { rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AnswerHead, Http, HttpAnswer } from '../odds-service/http.ts'
import { toRefused } from './fetch-manifest.ts'
import type { Manifest, ReleaseFile } from './manifest.ts'
import { toFileProblem, UpdateRefused } from './update-refused.ts'

const timeoutMs = 3 * 60 * 60 * 1000
const idleMs = 30_000
/** Room for the bodies of redirects and errors. */
const minCapBytes = 64 * 1024

export interface DownloadOptions {
  readonly http: Pick<Http, 'send'>
  readonly folder: string
  readonly manifest: Pick<Manifest, 'folder' | 'hosts'>
  readonly file: ReleaseFile
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

/** Returns the path of the verified file. Throws UpdateRefused. */
export async function downloadRelease(options: DownloadOptions): Promise<string> {
  const { folder, file, signal } = options
  const path = join(folder, file.name)
  const part = `${path}.part`
  try {
    mkdirSync(folder, { recursive: true })
    await removeOthers(folder, file.name)
    if (await isVerified(path, file, signal)) return path
    await removeAny(path)
    // Appends to a part of its own, never to the target of a link.
    if (lstatSync(part, { throwIfNoEntry: false })?.isFile() === false) await removeAny(part)
    const had = readSize(part)
    // Starts again, once, when the first bytes were another file's.
    await fillVerified(part, options).catch((error: unknown) => {
      if (had === 0 || !isWrong(error)) throw error
      return fillVerified(part, options)
    })
    await rename(part, path)
    return path
  } catch (error) {
    throw signal.aborted ? new UpdateRefused('cancelled') : toFileProblem(error)
  }
}

/** Files of other releases, and parts of them. */
async function removeOthers(folder: string, name: string): Promise<void> {
  for (const other of readdirSync(folder)) if (!other.startsWith(name)) await removeAny(join(folder, other))
}

/** Removes a folder too, which would block every download of this name. */
export const removeAny = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

const isWrong = (error: unknown): boolean =>
  error instanceof UpdateRefused && (error.problem === 'wrong-size' || error.problem === 'wrong-content')

const readSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Deletes the part when its bytes are wrong; one that is only cut off stays. */
async function fillVerified(part: string, options: DownloadOptions): Promise<void> {
  const { file, folder, signal } = options
  try {
    await assertRoom(folder, file.size - readSize(part))
    await fill(part, options)
    if (readSize(part) !== file.size) throw new UpdateRefused('wrong-size', `${readSize(part)} bytes`)
    if ((await hashFile(part, signal)) !== file.sha512) throw new UpdateRefused('wrong-content')
  } catch (error) {
    if (isWrong(error)) await rm(part, { force: true })
    throw error
  }
}

async function assertRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw new UpdateRefused('disk-full', `${bavail * bsize} of ${bytes} bytes`)
}

/** True if the file has the size and hash that were signed. Throws once it is stopped. */
export async function isVerified(
  path: string,
  { size, sha512 }: ReleaseFile,
  signal: AbortSignal,
): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined)
  return facts?.isFile() === true && facts.size === size && (await hashFile(path, signal)) === sha512
}

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash, { signal })
  return hash.digest('hex')
}

/** Appends what the part lacks. A server that sends the whole file again starts it over. */
async function fill(part: string, options: DownloadOptions): Promise<void> {
  const { size } = options.file
  const had = readSize(part)
  if (had === size) return
  const writer = new PartWriter(part, had > size ? 0 : had, options)
  try {
    await request(writer, options)
  } finally {
    writer.close()
  }
}

/** Writes the chunks of an answer. An error of the disk ends the request and is thrown afterwards. */
class PartWriter {
  readonly stop = new AbortController()
  #fault: Error | undefined
  readonly #handle: number
  readonly #options: DownloadOptions
  #bytes: number
  #hasBegun = false

  constructor(part: string, from: number, options: DownloadOptions) {
    this.#handle = openSync(part, 'a')
    this.#options = options
    this.#bytes = from
    try {
      ftruncateSync(this.#handle, from)
    } catch (error) {
      this.close()
      throw error
    }
  }

  get bytes(): number {
    return this.#bytes
  }

  readonly write = (chunk: Buffer, { status, type }: AnswerHead): void => {
    try {
      if (status !== 200 && status !== 206) return
      // A network that asks to sign in sends a page: it must not replace what has come.
      if (/^text\/html\b/i.test(type)) throw new UpdateRefused('not-a-manifest', type)
      if (!this.#hasBegun && status === 200) this.#restart()
      this.#hasBegun = true
      if (this.#bytes + chunk.length > this.#options.file.size) throw new UpdateRefused('wrong-size')
      for (let at = 0; at < chunk.length;) at += writeSync(this.#handle, chunk, at)
      this.#bytes += chunk.length
      this.#options.onProgress(this.#bytes)
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error))
      this.stop.abort()
    }
  }

  throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault
  }

  close(): void {
    closeSync(this.#handle)
  }

  #restart(): void {
    ftruncateSync(this.#handle, 0)
    this.#bytes = 0
  }
}

/** Follows one redirect, to a host that the manifest names. */
async function request(writer: PartWriter, options: DownloadOptions): Promise<void> {
  const { manifest, file } = options
  const first = await send(new URL(file.name, manifest.folder), writer, options)
  const last = isRedirect(first) ? await send(readTarget(first, manifest), writer, options) : first
  if (isRedirect(last)) throw new UpdateRefused('redirected', `HTTP ${last.status} twice`)
  // The part is longer than what the server has.
  if (last.status === 416) throw new UpdateRefused('wrong-size', 'HTTP 416')
  if (last.status !== 200 && last.status !== 206)
    throw new UpdateRefused('server-error', `HTTP ${last.status}`)
}

const isRedirect = ({ status }: HttpAnswer): boolean => status >= 300 && status < 400

function readTarget({ location = '', status }: HttpAnswer, { hosts }: Pick<Manifest, 'hosts'>): URL {
  const target = URL.parse(location)
  if (target?.protocol === 'https:' && hosts.includes(target.host)) return target
  throw new UpdateRefused('redirected', `HTTP ${status} to ${target?.host ?? 'no address'}`)
}

async function send(address: URL, writer: PartWriter, options: DownloadOptions): Promise<HttpAnswer> {
  const { http, file, signal } = options
  const range = writer.bytes === 0 ? {} : { range: `bytes=${writer.bytes}-` }
  try {
    return await http.send({
      ...{ method: 'GET', address, query: {}, key: null, isAlone: true, returnsRedirect: true },
      headers: { accept: 'application/octet-stream', 'accept-encoding': 'identity', ...range },
      ...{ timeoutMs, idleMs, maxBytes: Math.max(file.size, minCapBytes) },
      onData: writer.write,
      signal: AbortSignal.any([signal, writer.stop.signal]),
    })
  } catch (error) {
    writer.throwFault()
    if (signal.aborted) throw new UpdateRefused('cancelled')
    throw toRefused(error)
  }
}
