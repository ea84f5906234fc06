/**
 * One source that is watched: a file, or a folder whose files are its parts. A file that changes is loaded again; one
 * that changes while it is being loaded, once more after that.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import { changedAt, isGone, nameOf, oddsFilesIn, unreadable } from './read-source.ts'
import { PathWatch } from './file-watcher.ts'

export interface WatchedPart {
  /** The id its offers have on the board. */
  readonly partId: string
  readonly file: string
}

export interface WatchedSourceOptions {
  readonly id: string
  readonly path: string
  readonly isFolder: boolean
  /** Loads a part's file. Never rejects. */
  readonly load: (part: WatchedPart) => Promise<unknown>
  /** A folder's file was taken away. Never rejects. */
  readonly drop: (partId: string) => Promise<unknown>
  /** Parts that it had. */
  readonly held: () => readonly string[]
  /** When the part was last loaded, epoch ms; 0 when nothing of it is on the board. */
  readonly loadedAt: (partId: string) => number
  /** What keeps all of it from being read, or null when that is over. */
  readonly onTrouble: (sentence: string | null) => void
}

/** A folder taken away takes its files first: they are looked for again when it must be gone too. */
const goneMs = 500

export class WatchedSource {
  readonly #options: WatchedSourceOptions
  readonly #watch: PathWatch
  /** By part, whether it changed since its load began. */
  readonly #looks = new Map<string, { isAgain: boolean }>()
  #isClosed = false

  constructor(options: WatchedSourceOptions) {
    this.#options = options
    const { path, isFolder, onTrouble } = options
    this.#watch = new PathWatch({
      path,
      isFolder,
      onFile: file => void this.#look(file),
      onBegun: () => void this.#lookAtAll(),
      onLost: () => onTrouble(sentenceOfLoss(path, isFolder)),
      onRefused: code =>
        onTrouble(
          `“${nameOf(path)}” cannot be watched: the system watches too many files already (${code}).`,
        ),
    })
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#watch.close()
  }

  /**
   * The files there are now; parts of others are dropped. Throws Refusal when the folder cannot be
   * read, or has none.
   */
  async parts(): Promise<WatchedPart[]> {
    const { path, isFolder } = this.#options
    if (!isFolder) return [this.#part(path)]
    await this.#dropGone()
    const found = await this.#found()
    if (found.length === 0) throw unreadable(path, 'has no .json, .ndjson, .jsonl or .csv files in it')
    return found
  }

  async #found(): Promise<WatchedPart[]> {
    return (await oddsFilesIn(this.#options.path)).map(file => this.#part(file))
  }

  /** Files may have gone while nobody watched. One may be on its way back, or its folder going after it. */
  async #dropGone(): Promise<void> {
    const gone = async () => {
      const there = new Set((await this.#found()).map(({ partId }) => partId))
      return this.#options.held().filter(partId => !there.has(partId))
    }
    if ((await gone()).length === 0) return
    await pause(goneMs, undefined, { ref: false })
    const parts = await gone()
    if (!this.#isClosed) await Promise.all(parts.map(partId => this.#options.drop(partId)))
  }

  async #lookAtAll(): Promise<void> {
    const { path, isFolder, onTrouble, loadedAt } = this.#options
    const found = await this.parts().catch(() => [])
    if (this.#isClosed) return
    if (!isFolder && (await isGone(path))) {
      onTrouble(sentenceOfLoss(path, isFolder))
      return
    }
    onTrouble(null)
    const isNewer = await Promise.all(
      found.map(async ({ partId, file }) => loadedAt(partId) < (await changedAt(file))),
    )
    for (const [at, { file }] of found.entries()) if (isNewer[at] === true) void this.#look(file)
  }

  async #look(file: string): Promise<void> {
    const { partId } = this.#part(file)
    const busy = this.#looks.get(partId)
    if (busy !== undefined) {
      busy.isAgain = true
      return
    }
    const look = { isAgain: true }
    this.#looks.set(partId, look)
    while (look.isAgain && !this.#isClosed) {
      look.isAgain = false
      await this.#take({ partId, file })
    }
    this.#looks.delete(partId)
  }

  async #take(part: WatchedPart): Promise<void> {
    const { path, isFolder, load, drop, onTrouble } = this.#options
    if (!(await isGone(part.file))) {
      if (!isFolder) onTrouble(null)
      await load(part)
      return
    }
    await pause(goneMs, undefined, { ref: false })
    if (this.#isClosed || !(await isGone(part.file))) return
    if (!isFolder) onTrouble(sentenceOfLoss(path, isFolder))
    else if (!(await isGone(path))) await drop(part.partId)
  }

  #part(file: string): WatchedPart {
    const { id, isFolder } = this.#options
    return { partId: isFolder ? `${id}.${markOf(nameOf(file))}` : id, file }
  }
}

/** A short text that stands for a file's name. */
const markOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16)

function sentenceOfLoss(path: string, isFolder: boolean): string {
  const what = isFolder ? 'The folder' : 'The file'
  return `${what} “${nameOf(path)}” is not there any more. Its odds stay until it is back, or until you remove it here.`
}
