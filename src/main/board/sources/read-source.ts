/** Loads a source onto the board: from its file, or from the stored copy of pasted or dropped odds. */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { errorCode } from '../../files/error-code.ts'
import { readRegularFile, toFileRefusal, unreadableFile } from '../../files/regular-file.ts'
import { Refusal } from '../../../shared/failure.ts'
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { Board } from '../board.ts'
import { isGzip } from '../read/decode-text.ts'
import type { LoadResult } from './load-queue.ts'

const oddsLimit = { bytes: 1024 ** 3, reason: 'is over 1 GB. Split it, and add the parts' }
const oddsFile = /\.(?:json|ndjson|jsonl|csv)(?:\.gz)?$/i

export const isOddsFile = (path: string): boolean => oddsFile.test(path)

/** True when the system says that nothing is at this path. */
export function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: unknown) => errorCode(error) === 'ENOENT',
  )
}

/** Reads a whole file off the event loop. Throws Refusal with a sentence that names it. */
export const readFile = (path: string, signal: AbortSignal): Promise<Uint8Array> =>
  readRegularFile(path, oddsLimit, signal)

/** The files of odds directly in a folder, by name. Throws Refusal with a sentence that names it. */
export async function findOddsFiles(folder: string): Promise<string[]> {
  try {
    if (!(await stat(folder)).isDirectory()) throw unreadableFile(folder, 'isn’t a folder')
    const names = await readdir(folder)
    return names
      .filter(isOddsFile)
      .toSorted()
      .map(name => join(folder, name))
  } catch (error) {
    throw toFileRefusal(folder, error)
  }
}

/** Time at which a file was last changed or moved into place, epoch ms; 0 when unknown. */
export async function readChangedAt(path: string): Promise<number> {
  const facts = await stat(path).catch(() => undefined)
  return facts === undefined ? 0 : Math.max(facts.mtimeMs, facts.ctimeMs)
}

const compress = promisify(gzip)

/** Copies of pasted and dropped odds in the data folder, gzipped, so that a source can be read again. */
export class StoredTexts {
  readonly #folder: string

  /** `folder`: the board's folder, in which file names begin with a profile's id and a full stop. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a copy atomically. Rejects with the system's error. */
  async write(profileId: string, sourceId: string, bytes: Uint8Array): Promise<void> {
    const file = this.#toPath(profileId, sourceId)
    await mkdir(this.#folder, { recursive: true })
    // Removes a link instead of following it.
    await rm(`${file}.new`, { force: true })
    const packed = isGzip(bytes) ? bytes : await compress(bytes, { level: 1 })
    await writeFile(`${file}.new`, packed, { flag: 'wx' })
    await rename(`${file}.new`, file)
  }

  /** A stored text, gzipped. Throws Refusal when there is none. */
  read(profileId: string, sourceId: string, signal: AbortSignal): Promise<Uint8Array> {
    return readFile(this.#toPath(profileId, sourceId), signal)
  }

  async remove(profileId: string, sourceId: string): Promise<void> {
    await rm(this.#toPath(profileId, sourceId), { force: true })
  }

  /** Removes everything that the folder holds of a profile, including the board's stored copy. */
  async removeAll(profileId: string): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const own = names.filter(name => name.startsWith(`${profileId}.`))
    await Promise.all(own.map(name => rm(join(this.#folder, name), { force: true, recursive: true })))
  }

  #toPath(profileId: string, sourceId: string): string {
    return join(this.#folder, `${profileId}.${sourceId}.gz`)
  }
}

/** A text that a source is loaded from. */
interface TextToLoad {
  /** Id of its offers on the board. */
  readonly id: string
  readonly name: string
  /** Undefined for pasted and dropped odds. */
  readonly file: string | undefined
  readonly read: () => Promise<Uint8Array>
  /** Its last load, when it is repeated to restore overridden offers; it keeps its place in the order of loads. */
  readonly last: LoadReport | null | undefined
}

/** Loads a text, which replaces all of its earlier offers. Throws Refusal. */
export async function loadText(
  board: Pick<Board, 'load'>,
  { id, name, file, last, read }: TextToLoad,
  signal: AbortSignal,
): Promise<LoadResult> {
  const loadedAt = await findUnchangedSince(last, file)
  const bytes = await read()
  signal.throwIfAborted()
  const report = await board.load({ source: { id, name }, bytes, loadedAt, replaces: { source: id } })
  return { report, fault: null }
}

/** Wait for a program that may still be writing the file. */
const settleMs = 500

/** Runs a load; when the text cannot be read, runs it once more a little later. */
export async function retryUnreadable<T>(load: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const isUnreadable =
      error instanceof Refusal && error.failure.kind === 'invalid' && error.failure.field === 'odds'
    if (!isUnreadable || signal.aborted) throw error
    await pause(settleMs, undefined, { signal })
    return load()
  }
}

/** Time of the load whose place in the order a text keeps; undefined for a file that has changed since. */
async function findUnchangedSince(
  last: LoadReport | null | undefined,
  file: string | undefined,
): Promise<number | undefined> {
  if (file === undefined || !last) return last?.at
  return (await readChangedAt(file)) <= last.at ? last.at : undefined
}
