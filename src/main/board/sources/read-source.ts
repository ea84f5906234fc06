/** Reads the bytes of a source onto the board: a file's, or the stored copy of what came by the window. */
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Refusal } from '../../../shared/failure.ts'
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { StoredSource } from '../../account/stored-settings.ts'
import type { Board } from '../board.ts'
import { isGzip } from '../read/decode-text.ts'
import type { LoadQueue } from './load-queue.ts'

const maxFileBytes = 1024 ** 3
const oddsFile = /\.(?:json|ndjson|jsonl|csv)(?:\.gz)?$/i

/** By the system's error code. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'is not there any more',
  ENOTDIR: 'is not there any more',
  EACCES: 'may not be read with your rights',
  EPERM: 'may not be read with your rights',
  ELOOP: 'is a link that leads back to itself',
  EISDIR: 'is a folder, not a file',
  EMFILE: 'cannot be read now: too many files are open',
  ENFILE: 'cannot be read now: too many files are open',
  EIO: 'cannot be read: the disk reports an error',
  ENAMETOOLONG: 'has a name that is too long',
}

/** A path's last part, as people call it. */
export const toFileName = (path: string): string => basename(path) || path

export const isOddsFile = (path: string): boolean => oddsFile.test(path)

export const unreadable = (path: string, reason: string): Refusal =>
  new Refusal({ kind: 'invalid', field: 'file', sentence: `“${toFileName(path)}” ${reason}.` })

/** A Refusal for an error of the file system; any other error stays as it is. */
function toRefusal(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.name === 'AbortError') return error
  return unreadable(path, reasons[String(error.code)] ?? `cannot be read (${String(error.code)})`)
}

/** True when the system says that nothing is at this path. */
export function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
  )
}

/** Reads a whole file off the event loop. Throws Refusal with a sentence that names it. */
export async function readFile(path: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const facts = await stat(path)
    if (facts.isDirectory()) throw unreadable(path, 'is a folder, not a file')
    if (!facts.isFile()) throw unreadable(path, 'is a device or a pipe, not a file')
    if (facts.size > maxFileBytes) throw unreadable(path, 'is over 1 GB. Split it, and add the parts')
    const file = await open(path)
    try {
      return await file.readFile({ signal })
    } finally {
      await file.close()
    }
  } catch (error) {
    throw toRefusal(path, error)
  }
}

/** The files of odds directly in a folder, by name. Throws Refusal with a sentence that names it. */
export async function findOddsFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names
      .filter(isOddsFile)
      .toSorted()
      .map(name => join(folder, name))
  } catch (error) {
    throw toRefusal(folder, error)
  }
}

/** Time of a file's last change, or of its being put in place, epoch ms; 0 when unknown. */
export async function readChangedAt(path: string): Promise<number> {
  const facts = await stat(path).catch(() => undefined)
  return facts === undefined ? 0 : Math.max(facts.mtimeMs, facts.ctimeMs)
}

const compress = promisify(gzip)

/** Copies of pasted and dropped odds in the data folder, gzipped, so that a source can be read again. */
export class StoredTexts {
  readonly #folder: string

  /** `folder` is the board's own; its files begin with a profile's id and a full stop. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a copy whole or not at all. Rejects with the system's error. */
  async write(profileId: string, sourceId: string, bytes: Uint8Array): Promise<void> {
    const file = this.#toPath(profileId, sourceId)
    await mkdir(this.#folder, { recursive: true })
    await writeFile(`${file}.new`, isGzip(bytes) ? bytes : await compress(bytes, { level: 1 }))
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

export interface SourceReaderDeps {
  readonly profileId: string
  readonly board: Pick<Board, 'load'>
  readonly texts: StoredTexts
  readonly loads: LoadQueue
}

export interface ReadOptions {
  /** The bytes where they are at hand already. */
  readonly bytes?: Uint8Array
  /** Reads the last load once more for offers that were overridden: it keeps its place in the order of loads. */
  readonly isReload?: boolean
}

/** One file of a watched source. */
export interface WatchedPart {
  /** Id of its offers on the board. */
  readonly partId: string
  readonly file: string
}

/** Loads what is bytes: pasted text, and files. */
export class SourceReader {
  readonly #deps: SourceReaderDeps

  constructor(deps: SourceReaderDeps) {
    this.#deps = deps
  }

  /** Loads a whole source. Throws Refusal. */
  load(record: StoredSource, { bytes, isReload = false }: ReadOptions): Promise<LoadReport> {
    const { id, name, origin, lastLoad } = record
    const { texts, profileId, loads } = this.#deps
    const file = origin.kind === 'file' ? origin.path : undefined
    return loads.run({ sourceId: id, partId: id, name }, async signal => {
      const loadedAt = isReload ? await findUnchangedSince(lastLoad, file) : undefined
      const read = bytes ?? (await (file ? readFile(file, signal) : texts.read(profileId, id, signal)))
      signal.throwIfAborted()
      return this.#loadBytes({ id, name }, read, loadedAt)
    })
  }

  /** Loads one watched file, and once more when it could not be read. Throws Refusal. */
  loadPart(record: StoredSource, { partId, file }: WatchedPart, isReload: boolean): Promise<LoadReport> {
    const { id: sourceId, name, parts } = record
    const load = async (signal: AbortSignal) => {
      const loadedAt = isReload ? await findUnchangedSince(parts?.[partId], file) : undefined
      const bytes = await readFile(file, signal)
      signal.throwIfAborted()
      return this.#loadBytes({ id: partId, name }, bytes, loadedAt)
    }
    return this.#deps.loads.run({ sourceId, partId, name }, signal =>
      retryUnreadable(() => load(signal), signal),
    )
  }

  async #loadBytes(source: { id: string; name: string }, bytes: Uint8Array, loadedAt: number | undefined) {
    const replaces = { source: source.id }
    return { report: await this.#deps.board.load({ source, bytes, loadedAt, replaces }), fault: null }
  }
}

/** Time given to the writer of a file that is not valid yet. */
const settleMs = 500

/** Runs a load once more, a little later, when the text could not be read. */
async function retryUnreadable<T>(load: () => Promise<T>, signal: AbortSignal): Promise<T> {
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

/** Load time of a text that keeps its place in the order; undefined for a file that has changed since. */
async function findUnchangedSince(
  last: LoadReport | null | undefined,
  file: string | undefined,
): Promise<number | undefined> {
  if (file === undefined || !last) return last?.at
  return (await readChangedAt(file)) <= last.at ? last.at : undefined
}
