/** Watched files and folders of one profile: loads a file when it changes, and drops one that leaves its folder. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { SourceOrigin, StoredSource } from '../../account/stored-settings.ts'
import { FileWatcher } from './file-watcher.ts'
import type { LoadQueue } from './load-queue.ts'
import {
  findOddsFiles,
  isGone,
  readChangedAt,
  toFileName,
  unreadable,
  type SourceReader,
  type WatchedPart,
} from './read-source.ts'
import {
  findPartsOf,
  isOnBoard,
  needsReload,
  sumReports,
  type BoardSources,
  type SourceRecords,
} from './source-records.ts'

export interface WatchedSourcesDeps {
  readonly board: BoardSources
  readonly records: SourceRecords
  readonly reader: SourceReader
  readonly loads: LoadQueue
  /** Takes a part off the board whose file has left its folder. */
  readonly drop: (partId: string) => Promise<unknown>
  readonly onChanged: () => void
}

export class WatchedSources {
  readonly #deps: WatchedSourcesDeps
  readonly #all = new Map<string, WatchedSource>()
  #isClosed = false

  constructor(deps: WatchedSourcesDeps) {
    this.#deps = deps
  }

  has(id: string): boolean {
    return this.#all.has(id)
  }

  start(id: string, { path, isFolder }: Extract<SourceOrigin, { kind: 'watch' }>): void {
    const watched = new WatchedSource({
      id,
      path,
      isFolder,
      load: part => this.#tryLoad(id, part, needsReload(part.partId, this.#deps.board)),
      drop: partId => this.#drop(id, partId),
      knownParts: () => this.#knownParts(id),
      loadedAt: partId => this.#loadedAt(id, partId),
      // The source itself fails apart from its parts.
      onTrouble: sentence => this.#setFailure(id, `${id} itself`, sentence),
    })
    this.#all.set(id, watched)
  }

  /** Loads all files that a source has now. Throws Refusal when it has none, or one cannot be loaded. */
  async load(record: StoredSource): Promise<LoadReport> {
    const parts = await this.#findParts(record.id)
    const reports = await Promise.all(parts.map(part => this.#load(record, part, false)))
    return sumReports(record.name, reports)
  }

  /** Reloads the files that were overridden by a source that has gone; a missing file's state says so. */
  async reloadOverridden(id: string): Promise<void> {
    const parts = await this.#findParts(id).catch(() => [])
    const overridden = parts.filter(({ partId }) => needsReload(partId, this.#deps.board))
    await Promise.all(overridden.map(part => this.#tryLoad(id, part, true)))
  }

  async stop(id: string): Promise<void> {
    await this.#all.get(id)?.close()
    this.#all.delete(id)
  }

  close(): void {
    this.#isClosed = true
    for (const watched of this.#all.values()) void watched.close()
  }

  /** None when the source is not watched. */
  #findParts(id: string): Promise<WatchedPart[]> {
    return this.#all.get(id)?.findParts() ?? Promise.resolve([])
  }

  async #load(record: StoredSource, part: WatchedPart, isReload: boolean): Promise<LoadReport> {
    const report = await this.#deps.reader.loadPart(record, part, isReload)
    this.#storePart(record.id, part.partId, report)
    return report
  }

  async #tryLoad(id: string, part: WatchedPart, isReload: boolean): Promise<void> {
    try {
      await this.#load(this.#deps.records.get(id), part, isReload)
    } catch {
      // Its state says so.
    }
  }

  async #drop(id: string, partId: string): Promise<void> {
    await this.#deps.drop(partId).catch(() => {})
    this.#storePart(id, partId, null)
    this.#setFailure(id, partId, null)
  }

  #storePart(id: string, partId: string, report: LoadReport | null): void {
    if (this.#isClosed) return
    this.#deps.records.changePart(id, partId, report)
    this.#deps.onChanged()
  }

  #setFailure(sourceId: string, partId: string, sentence: string | null): void {
    if (!this.#isClosed) this.#deps.loads.setFailure({ sourceId, partId }, sentence)
  }

  /** Parts with offers on the board or a stored load. */
  #knownParts(id: string): string[] {
    const { board, records } = this.#deps
    return [...new Set([...findPartsOf(id, board), ...Object.keys(records.find(id)?.parts ?? {})])]
  }

  /** 0 for a part that is not on the board or needs a reload, so that it is loaded whatever its age. */
  #loadedAt(id: string, partId: string): number {
    const { board, records } = this.#deps
    const isCurrent = isOnBoard(partId, board) && !needsReload(partId, board)
    return isCurrent ? (records.find(id)?.parts?.[partId]?.at ?? 0) : 0
  }
}

interface WatchedSourceOptions {
  readonly id: string
  readonly path: string
  readonly isFolder: boolean
  /** Loads a part's file. Never rejects. */
  readonly load: (part: WatchedPart) => Promise<unknown>
  /** Drops a part whose file has left the folder. Never rejects. */
  readonly drop: (partId: string) => Promise<unknown>
  /** Parts that it had so far. */
  readonly knownParts: () => readonly string[]
  /** Time of a part's last load, epoch ms; 0 when it must be loaded in any case. */
  readonly loadedAt: (partId: string) => number
  /** Sentence about a failure of the whole source, or null when it has ended. */
  readonly onTrouble: (sentence: string | null) => void
}

/** A folder that is removed loses its files first, so both are checked again after this pause. */
const goneMs = 500

/** A watched file, or a watched folder whose files are its parts. A file that changes during its load is loaded again. */
class WatchedSource {
  readonly #options: WatchedSourceOptions
  readonly #watcher: FileWatcher
  /** By part under way: true when the file has changed since. */
  readonly #updates = new Map<string, { isChanged: boolean }>()
  #isClosed = false

  constructor(options: WatchedSourceOptions) {
    this.#options = options
    const { path, isFolder, onTrouble } = options
    const name = toFileName(path)
    this.#watcher = new FileWatcher({
      path,
      isFolder,
      onFile: file => void this.#update(file),
      onStarted: () => void this.#updateAll(),
      onMissing: () => onTrouble(describeMissing(path, isFolder)),
      onRefused: code =>
        onTrouble(`“${name}” cannot be watched: the system watches too many files already (${code}).`),
    })
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#watcher.close()
  }

  /** The files there are now; known parts without one are dropped. Throws Refusal for a folder that is unreadable or empty. */
  async findParts(): Promise<WatchedPart[]> {
    const { path, isFolder } = this.#options
    if (!isFolder) return [this.#toPart(path)]
    await this.#dropGone()
    const found = await this.#listFolder()
    if (found.length === 0) throw unreadable(path, 'has no .json, .ndjson, .jsonl or .csv files in it')
    return found
  }

  async #listFolder(): Promise<WatchedPart[]> {
    return (await findOddsFiles(this.#options.path)).map(file => this.#toPart(file))
  }

  /** Drops parts whose files went unwatched. A file may be on its way back, or its folder about to go too. */
  async #dropGone(): Promise<void> {
    const findGone = async () => {
      const found = new Set((await this.#listFolder()).map(({ partId }) => partId))
      return this.#options.knownParts().filter(partId => !found.has(partId))
    }
    if ((await findGone()).length === 0) return
    await pause(goneMs, undefined, { ref: false })
    const gone = await findGone()
    if (!this.#isClosed) await Promise.all(gone.map(partId => this.#options.drop(partId)))
  }

  async #updateAll(): Promise<void> {
    const { path, isFolder, onTrouble, loadedAt } = this.#options
    const found = await this.findParts().catch(() => [])
    if (this.#isClosed) return
    if (!isFolder && (await isGone(path))) {
      onTrouble(describeMissing(path, isFolder))
      return
    }
    onTrouble(null)
    const isNewer = await Promise.all(
      found.map(async ({ partId, file }) => loadedAt(partId) < (await readChangedAt(file))),
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
    const { path, isFolder, load, drop, onTrouble } = this.#options
    if (!(await isGone(part.file))) {
      if (!isFolder) onTrouble(null)
      await load(part)
      return
    }
    await pause(goneMs, undefined, { ref: false })
    if (this.#isClosed || !(await isGone(part.file))) return
    if (!isFolder) onTrouble(describeMissing(path, isFolder))
    else if (!(await isGone(path))) await drop(part.partId)
  }

  #toPart(file: string): WatchedPart {
    const { id, isFolder } = this.#options
    return { partId: isFolder ? `${id}.${hashName(toFileName(file))}` : id, file }
  }
}

/** Part ids hold no file names. */
const hashName = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16)

function describeMissing(path: string, isFolder: boolean): string {
  const what = isFolder ? 'The folder' : 'The file'
  return `${what} “${toFileName(path)}” is not there any more. Its odds stay until it is back, or until you remove it here.`
}
