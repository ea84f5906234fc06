/** A watched file, or a watched folder whose files are its parts: loads a file when it changes, and drops one that leaves the folder. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { SourceOrigin } from '../../account/stored-settings.ts'
import { toFileName, unreadableFile } from '../../files/regular-file.ts'
import type { Board } from '../board.ts'
import { FileWatcher } from './file-watcher.ts'
import type { LoadQueue } from './load-queue.ts'
import { findOddsFiles, isGone, loadText, readChangedAt, readFile, retryUnreadable } from './read-source.ts'
import { findPartsOf, isOnBoard, needsReload, sumReports, type SourceRecords } from './source-records.ts'

export interface WatchedSourceDeps {
  readonly board: Board
  readonly records: SourceRecords
  readonly loads: LoadQueue
  /** Removes from the board a part whose file has left its folder. */
  readonly drop: (partId: string) => Promise<unknown>
  readonly onChanged: () => void
}

type WatchOrigin = Extract<SourceOrigin, { kind: 'watch' }>

/** One file of a watched source. */
interface WatchedPart {
  /** Id of its offers on the board. */
  readonly partId: string
  readonly file: string
}

/** A folder that is removed loses its files first, so both are checked again after this pause. */
const goneMs = 500

/** A file that changes during its load is loaded again. */
export class WatchedSource {
  readonly #id: string
  readonly #origin: WatchOrigin
  readonly #deps: WatchedSourceDeps
  readonly #watcher: FileWatcher
  /** Parts being loaded; `isChanged` when the file has changed since. */
  readonly #updates = new Map<string, { isChanged: boolean }>()
  #isClosed = false

  constructor(id: string, origin: WatchOrigin, deps: WatchedSourceDeps) {
    this.#id = id
    this.#origin = origin
    this.#deps = deps
    const { path, isFolder } = origin
    this.#watcher = new FileWatcher({
      path,
      isFolder,
      onFile: file => void this.#update(file),
      onStarted: () => void this.#updateAll(),
      onMissing: () => this.#fail(describeMissing(origin)),
      onRefused: code =>
        this.#fail(`“${toFileName(path)}” can’t be watched: too many files are watched already (${code}).`),
    })
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#watcher.close()
  }

  /** Loads all present files. Throws Refusal when there is none, or one cannot be loaded. */
  async load(): Promise<LoadReport> {
    const { name } = this.#deps.records.get(this.#id)
    const parts = await this.#findParts()
    const reports = await Promise.all(parts.map(part => this.#load(part, false)))
    return sumReports(name, reports)
  }

  /** Reloads the files that a removed source had overridden; a missing file shows in the state. */
  async reloadOverridden(): Promise<void> {
    const parts = await this.#findParts().catch(() => [])
    const overridden = parts.filter(({ partId }) => needsReload(partId, this.#deps.board))
    await Promise.all(overridden.map(part => this.#tryLoad(part)))
  }

  async #load({ partId, file }: WatchedPart, isReload: boolean): Promise<LoadReport> {
    const { board, loads, records } = this.#deps
    const { name, parts } = records.get(this.#id)
    const last = isReload ? parts?.[partId] : undefined
    const report = await loads.run({ sourceId: this.#id, partId, name }, signal => {
      const text = { id: partId, name, file, last, read: () => readFile(file, signal) }
      return retryUnreadable(() => loadText(board, text, signal), signal)
    })
    this.#storePart(partId, report)
    return report
  }

  /** Starts a load that no caller waits for; a failure shows in the state. */
  async #tryLoad(part: WatchedPart): Promise<void> {
    await this.#load(part, needsReload(part.partId, this.#deps.board)).catch(() => {})
  }

  async #drop(partId: string): Promise<void> {
    await this.#deps.drop(partId).catch(() => {})
    this.#storePart(partId, null)
    this.#deps.loads.setFailure({ sourceId: this.#id, partId }, null)
  }

  #storePart(partId: string, report: LoadReport | null): void {
    this.#deps.records.changePart(this.#id, partId, report)
    this.#deps.onChanged()
  }

  /** Sets the failure of the source itself, apart from its parts; null clears it. */
  #fail(sentence: string | null): void {
    this.#deps.loads.setFailure({ sourceId: this.#id, partId: `${this.#id} itself` }, sentence)
  }

  /** Parts with offers on the board or a stored load. */
  #knownParts(): string[] {
    const { board, records } = this.#deps
    const stored = Object.keys(records.find(this.#id)?.parts ?? {})
    return [...new Set([...findPartsOf(this.#id, board), ...stored])]
  }

  /** Time of a part's last load, epoch ms; 0 for one that is not on the board or needs a reload, whatever its age. */
  #loadedAt(partId: string): number {
    const { board, records } = this.#deps
    const isCurrent = isOnBoard(partId, board) && !needsReload(partId, board)
    return isCurrent ? (records.find(this.#id)?.parts?.[partId]?.at ?? 0) : 0
  }

  /** Finds the present files and drops known parts without one. Throws Refusal for an unreadable or empty folder. */
  async #findParts(): Promise<WatchedPart[]> {
    const { path, isFolder } = this.#origin
    if (!isFolder) return [this.#toPart(path)]
    await this.#dropGone()
    const found = await this.#listFolder()
    if (found.length === 0) throw unreadableFile(path, 'has no .json, .ndjson, .jsonl or .csv files')
    return found
  }

  async #listFolder(): Promise<WatchedPart[]> {
    return (await findOddsFiles(this.#origin.path)).map(file => this.#toPart(file))
  }

  /**
   * Drops parts whose files disappeared while nothing watched. A file may still return, or its folder may disappear
   * too.
   */
  async #dropGone(): Promise<void> {
    const findGone = async () => {
      const found = new Set((await this.#listFolder()).map(({ partId }) => partId))
      return this.#knownParts().filter(partId => !found.has(partId))
    }
    if ((await findGone()).length === 0) return
    await pause(goneMs, undefined, { ref: false })
    const gone = await findGone()
    if (!this.#isClosed) await Promise.all(gone.map(partId => this.#drop(partId)))
  }

  async #updateAll(): Promise<void> {
    const { path, isFolder } = this.#origin
    const found = await this.#findParts().catch(() => [])
    if (this.#isClosed) return
    if (!isFolder && (await isGone(path))) {
      this.#fail(describeMissing(this.#origin))
      return
    }
    this.#fail(null)
    const isNewer = await Promise.all(
      found.map(async ({ partId, file }) => this.#loadedAt(partId) < (await readChangedAt(file))),
    )
    for (const [index, { file }] of found.entries()) if (isNewer[index] === true) void this.#update(file)
  }

  async #update(file: string): Promise<void> {
    const { partId } = this.#toPart(file)
    const running = this.#updates.get(partId)
    if (running !== undefined) {
      running.isChanged = true
      return
    }
    const update = { isChanged: true }
    this.#updates.set(partId, update)
    while (update.isChanged && !this.#isClosed) {
      update.isChanged = false
      await this.#loadOrDrop({ partId, file })
    }
    this.#updates.delete(partId)
  }

  async #loadOrDrop(part: WatchedPart): Promise<void> {
    const { path, isFolder } = this.#origin
    if (!(await isGone(part.file))) {
      if (!isFolder) this.#fail(null)
      await this.#tryLoad(part)
      return
    }
    await pause(goneMs, undefined, { ref: false })
    if (this.#isClosed || !(await isGone(part.file))) return
    if (!isFolder) this.#fail(describeMissing(this.#origin))
    else if (!(await isGone(path))) await this.#drop(part.partId)
  }

  #toPart(file: string): WatchedPart {
    const partId = this.#origin.isFolder ? `${this.#id}.${hashName(basename(file))}` : this.#id
    return { partId, file }
  }
}

/** Part ids contain no file names. */
const hashName = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16)

function describeMissing({ path, isFolder }: WatchOrigin): string {
  const what = isFolder ? 'The folder' : 'The file'
  return `${what} “${toFileName(path)}” is missing. Its odds stay until you remove it here.`
}
