/** The sources of one profile while it is in use: starts, repeats, loads and removes them. */
import { invalidInput } from '../../../shared/failure.ts'
import type { LoadReport, Source } from '../../../shared/model/game/source.ts'
import type { StoredSource } from '../../account/stored-settings.ts'
import { Repeater } from '../../async/timer.ts'
import { priority, type Priority } from '../../odds-service/permits.ts'
import type { Board } from '../board.ts'
import type { FeedLoader } from './feed-loader.ts'
import { LoadQueue, type LoadResult } from './load-queue.ts'
import { loadText, readFile, type StoredTexts } from './read-source.ts'
import {
  countCalls,
  findPartsOf,
  findPartsOnBoard,
  isOnBoard,
  needsReload,
  toSourceId,
  toSources,
  type SourceRecords,
} from './source-records.ts'
import { WatchedSource, type WatchedSourceDeps } from './watched-source.ts'

export interface ProfileSourcesDeps {
  readonly records: SourceRecords
  readonly board: Board
  readonly texts: StoredTexts
  readonly feed: FeedLoader
  /** Returns when the feed of the profile in use is loaded; `none` without a feed. */
  readonly feedUse: () => 'none' | 'on-demand' | 'at-start'
  /** Runs after every change of `list()`; progress is pushed by the board instead. */
  readonly onChanged: () => void
  /** Logs a fault of the program and returns its reference. */
  readonly log: (error: unknown) => string
  readonly now?: () => number
}

interface LoadOptions {
  /** Priority of a feed's calls; that of a user's action by default. */
  readonly priority?: Priority
  /** The bytes when they were read already. */
  readonly bytes?: Uint8Array
  /** Repeats the last load to restore overridden offers; it keeps its place in the order of loads. */
  readonly isReload?: boolean
}

export class ProfileSources {
  readonly records: SourceRecords
  readonly #deps: ProfileSourcesDeps
  readonly #loads: LoadQueue
  /** Sources that are watched now, by id. */
  readonly #watched = new Map<string, WatchedSource>()
  readonly #watchDeps: WatchedSourceDeps
  readonly #feedRepeater = new Repeater()
  /** Loads of whole sources, by source. */
  readonly #running = new Map<string, Promise<LoadReport>>()

  constructor(deps: ProfileSourcesDeps) {
    this.#deps = deps
    this.records = deps.records
    const { board, records, log } = deps
    const onChanged = () => this.#changed()
    this.#loads = new LoadQueue({
      log,
      onChanged,
      onFailed: (name, sentence) => {
        if (!records.isClosed) board.failed(name, sentence)
      },
    })
    const drop = (partId: string) => this.#drop([partId])
    this.#watchDeps = { board, records, loads: this.#loads, drop, onChanged }
  }

  /** Starts all sources that are on. Removes sources that were being added or removed when the program ended. */
  start(): void {
    for (const { id, origin, lastLoad } of this.records.all()) {
      const isGiven = origin.kind === 'paste' || origin.kind === 'dropped'
      if (isGiven && lastLoad === null) void this.remove(id)
      else this.#start(this.records.get(id))
    }
    void this.#dropStrays()
  }

  close(): void {
    this.records.close()
    this.#feedRepeater.stop()
    for (const watched of this.#watched.values()) void watched.close()
    for (const { id } of this.records.all()) this.cancel(id)
  }

  list(): Source[] {
    return toSources({ ...this.#deps, loads: this.#loads, records: this.records.all() })
  }

  /** Loads a source that was just added or chosen again; a failure shows in its state. */
  startLoading(id: string): void {
    if (this.records.get(id).origin.kind === 'watch' && !this.#watched.has(id))
      this.#start(this.records.get(id))
    else void this.#tryLoad(id)
  }

  /** Applies a changed plan of the feed. */
  restartFeed(id: string): void {
    this.#feedRepeater.stop()
    const record = this.records.get(id)
    if (record.isOn && record.origin.kind === 'feed') this.#repeatFeed(record)
  }

  /** Loads a source; a request during a load shares that load. */
  load(id: string, options: LoadOptions = {}): Promise<LoadReport> {
    const record = this.records.get(id)
    if (!record.isOn)
      return Promise.reject(invalidInput('id', `“${record.name}” is off. Turn it on to load it.`))
    const running =
      this.#running.get(id) ?? this.#load(record, options).finally(() => void this.#running.delete(id))
    this.#running.set(id, running)
    return running
  }

  cancel(id: string): void {
    for (const part of this.#loads.loadingParts(id)) this.#deps.board.cancel(part)
    this.#loads.cancel(id)
  }

  async setEnabled(id: string, isOn: boolean): Promise<void> {
    this.records.get(id)
    this.records.change(id, { isOn })
    if (isOn) {
      this.startLoading(id)
      this.restartFeed(id)
    } else await this.#end(id)
    this.#changed()
  }

  async remove(id: string): Promise<void> {
    this.records.remove(id)
    await this.#end(id)
    await this.#deps.texts.remove(this.records.profileId, id).catch(() => {})
    this.#changed()
  }

  #start(record: StoredSource): void {
    const { id, origin, isOn, lastLoad } = record
    if (!isOn) return
    if (origin.kind === 'watch') this.#watched.set(id, new WatchedSource(id, origin, this.#watchDeps))
    else if (origin.kind === 'feed') {
      const loadsNow = this.#deps.feedUse() === 'at-start'
      if (loadsNow) void this.#tryLoad(id, { priority: priority.background })
      this.#repeatFeed(record, loadsNow ? this.#now() : undefined)
    }
    // Its odds are in the board's stored copy; they are read again only when that copy is lost.
    else if (lastLoad !== null && !isOnBoard(id, this.#deps.board)) this.startLoading(id)
    else if (needsReload(id, this.#deps.board)) void this.#reload(record)
  }

  #now(): number {
    return (this.#deps.now ?? Date.now)()
  }

  #repeatFeed({ id, origin, lastLoad }: StoredSource, lastAt = lastLoad?.at ?? 0): void {
    if (origin.kind !== 'feed' || origin.plan.everySeconds === null) return
    const everyMs = origin.plan.everySeconds * 1_000
    const firstInMs = Math.max(0, Math.min(everyMs, lastAt + everyMs - this.#now()))
    const run = () => this.#tryLoad(id, { priority: priority.background })
    this.#feedRepeater.start({ firstInMs, everyMs, run })
  }

  /** Starts a load that no caller waits for. A feed whose first call only found its books is loaded after that. */
  async #tryLoad(id: string, options: LoadOptions = {}): Promise<void> {
    try {
      const { feed } = this.#deps
      const onlyFindsBooks = countCalls(this.records.get(id), feed) === null && (await feed.needsBooks())
      await this.load(id, options)
      if (onlyFindsBooks) await this.load(id, options)
    } catch {
      // The failure shows in the source's state.
    }
  }

  async #load(record: StoredSource, options: LoadOptions): Promise<LoadReport> {
    const { id, name } = record
    const watched = this.#watched.get(id)
    if (watched !== undefined) return watched.load()
    const target = { sourceId: id, partId: id, name }
    const lastLoad = await this.#loads.run(target, signal => this.#loadWhole(record, options, signal))
    this.records.change(id, { lastLoad })
    this.#changed()
    return lastLoad
  }

  /** Loads a feed, a file, or the stored copy of pasted or dropped odds. */
  #loadWhole(source: StoredSource, options: LoadOptions, signal: AbortSignal): Promise<LoadResult> {
    const { id, name, origin, lastLoad } = source
    const { board, feed, texts } = this.#deps
    if (origin.kind === 'feed') {
      const { priority: level = priority.user } = options
      return feed.load({ source, plan: origin.plan, priority: level, signal })
    }
    const file = origin.kind === 'file' ? origin.path : undefined
    const read = async () =>
      options.bytes ?? (file ? readFile(file, signal) : texts.read(this.records.profileId, id, signal))
    const last = options.isReload === true ? lastLoad : undefined
    return loadText(board, { id, name, file, read, last }, signal)
  }

  /** Ends everything under way for a source and takes its offers off the board. */
  async #end(id: string): Promise<void> {
    // Loads under way count too: one that is being merged is completed.
    const loading = this.#loads.loadingParts(id)
    this.cancel(id)
    const watched = this.#watched.get(id)
    // Deleted first, so that a source turned on again meanwhile gets a new watcher.
    this.#watched.delete(id)
    await watched?.close()
    if (id === 'feed') this.#feedRepeater.stop()
    await this.#drop([...new Set([...loading, ...findPartsOf(id, this.#deps.board)])])
    this.#loads.clearFailures(id)
  }

  /** Removes parts from the board, then reloads the sources that they had overridden. */
  async #drop(parts: readonly string[]): Promise<void> {
    await Promise.all(parts.map(part => this.#deps.board.drop(part)))
    if (parts.length > 0 && !this.records.isClosed) this.#reloadOverridden()
  }

  /** Drops parts without a source that is on: the program may have ended before the board was stored without them. */
  async #dropStrays(): Promise<void> {
    const parts = findPartsOnBoard(this.#deps.board)
    const strays = parts.filter(part => this.records.find(toSourceId(part))?.isOn !== true)
    // They stay until the next start when the board is closed meanwhile.
    await this.#drop(strays).catch(() => {})
  }

  /**
   * Reloads each source with the place in the order that its last load had, so that the board is the one that the
   * remaining sources would have made. A feed waits for the user, because loading it makes calls.
   */
  #reloadOverridden(): void {
    const { board } = this.#deps
    for (const record of this.records.all()) {
      const isOverridden = findPartsOf(record.id, board).some(part => needsReload(part, board))
      if (record.isOn && isOverridden && record.origin.kind !== 'feed') void this.#reload(record)
    }
  }

  async #reload({ id }: StoredSource): Promise<void> {
    await (this.#watched.get(id)?.reloadOverridden() ?? this.#tryLoad(id, { isReload: true }))
  }

  #changed(): void {
    if (!this.records.isClosed) this.#deps.onChanged()
  }
}
