/** The sources of one profile while it is in use: what is watched, repeated and loaded of them. */
import { Refusal } from '../../../shared/failure.ts'
import type { LoadReport, FeedPlan, Source } from '../../../shared/model/game/source.ts'
import type { StoredSource } from '../../account/stored-source.ts'
import { priority, type Priority } from '../../odds-service/turns.ts'
import type { Board } from '../board.ts'
import { ByteLoader, type ByteWish } from './byte-loader.ts'
import { Covering, isOnBoard, owedTo, partsOf } from './covering.ts'
import type { FeedLoader } from './feed-loader.ts'
import type { KeptTexts } from './stored-texts.ts'
import { Leaving } from './leaving.ts'
import { Repeat } from './repeat.ts'
import { SourceLoads } from './load-queue.ts'
import type { SourceRecords } from './source-records.ts'
import { callsOf, sourceView } from './source-state.ts'
import { WatchedSources } from './watched-sources.ts'

export interface OpenSourcesOptions {
  readonly records: SourceRecords
  readonly board: Board
  readonly texts: KeptTexts
  readonly feed: FeedLoader
  /** Whether the profile in use has a feed, and whether that loads at the start. */
  readonly feedUse: () => 'none' | 'on-demand' | 'at-start'
  /** Called after every change of `list()` but for progress, which the board tells. */
  readonly onChanged: () => void
  /** Keeps a fault of ours and answers the reference it is found under. */
  readonly log: (error: unknown) => string
  readonly now?: () => number
}

/** How a source is loaded. */
interface SourceWish extends ByteWish {
  /** Of the calls it makes; a user's act unless said otherwise. */
  readonly level?: Priority
}

export class OpenSources {
  readonly records: SourceRecords
  readonly #options: OpenSourcesOptions
  readonly #loads: SourceLoads
  readonly #bytes: ByteLoader
  readonly #watched: WatchedSources
  readonly #leaving: Leaving
  readonly #repeat = new Repeat()
  /** Loads of whole sources, by source. */
  readonly #running = new Map<string, Promise<LoadReport>>()
  #isClosed = false

  constructor(options: OpenSourcesOptions) {
    this.#options = options
    this.records = options.records
    this.#loads = new SourceLoads({
      log: options.log,
      onChanged: () => this.#changed(),
      onFailed: (name, sentence) => {
        if (!this.#isClosed) options.board.failed(name, sentence)
      },
    })
    const { board, texts, records } = options
    this.#bytes = new ByteLoader({ board, texts, loads: this.#loads, profileId: records.profileId })
    this.#leaving = new Leaving({ board, records, readAgain: record => this.#readAgain(record) })
    this.#watched = new WatchedSources({
      board,
      records,
      bytes: this.#bytes,
      loads: this.#loads,
      drop: partId => this.#leaving.drop([partId]),
      onChanged: () => this.#changed(),
    })
  }

  /** Begins with all that are on. What was being added or taken off when the program ended is forgotten. */
  start(): void {
    for (const { id, origin, lastLoad } of this.records.all()) {
      const isGiven = origin.kind === 'paste' || origin.kind === 'dropped'
      if (isGiven && lastLoad === null) void this.remove(id)
      else this.#start(this.records.get(id))
    }
    void this.#leaving.dropStrays()
  }

  close(): void {
    this.#isClosed = true
    this.#repeat.stop()
    this.#watched.close()
    this.#leaving.close()
    for (const { id } of this.records.all()) this.cancel(id)
  }

  list(): Source[] {
    const { board, feed } = this.#options
    const records = this.records.all()
    const from = { board, feed, loads: this.#loads, covering: new Covering(board), records }
    return records.map(record => sourceView(record, from))
  }

  /** Starts with a source just added, or chosen again; what fails is told by its state. */
  begin(id: string): void {
    if (this.records.get(id).origin.kind === 'watch' && !this.#watched.has(id))
      this.#start(this.records.get(id))
    else void this.#loadByItself(id)
  }

  /** A source's plan changed. */
  restart(id: string): void {
    this.#repeat.stop()
    const record = this.records.get(id)
    if (record.isOn && record.origin.kind === 'feed') this.#repeatFeed(record)
  }

  /** Loads a source; asked while it is being loaded, it is loaded once. */
  load(id: string, wish: SourceWish = {}): Promise<LoadReport> {
    const record = this.records.get(id)
    if (!record.isOn) return Promise.reject(isOff(record))
    const running =
      this.#running.get(id) ??
      this.#loadAll(record, wish).finally(() => {
        this.#running.delete(id)
      })
    this.#running.set(id, running)
    return running
  }

  cancel(id: string): void {
    for (const part of this.#loads.partsOf(id)) this.#options.board.cancel(part)
    this.#loads.cancel(id)
  }

  async turn(id: string, isOn: boolean): Promise<void> {
    this.records.get(id)
    this.records.change(id, { isOn })
    if (isOn) this.begin(id)
    else await this.#end(id)
    if (isOn) this.restart(id)
    this.#changed()
  }

  async remove(id: string): Promise<void> {
    this.records.remove(id)
    await this.#end(id)
    await this.#options.texts.remove(this.records.profileId, id).catch(() => {})
    this.#changed()
  }

  #start(record: StoredSource): void {
    const { id, origin, isOn, lastLoad } = record
    const { board } = this.#options
    if (!isOn) return
    if (origin.kind === 'watch') this.#watched.begin(id, origin)
    else if (origin.kind === 'feed') this.#startFeed(record)
    // Its odds were stored with the board; they are read again when that copy was lost.
    else if (lastLoad !== null && !isOnBoard(id, board)) this.begin(id)
    else if (owedTo(id, board) > 0) void this.#readAgain(record)
  }

  #startFeed(record: StoredSource): void {
    if (this.#options.feedUse() === 'at-start') void this.#loadByItself(record.id, { level: priority.rest })
    this.#repeatFeed(record)
  }

  #repeatFeed({ id, origin, lastLoad }: StoredSource): void {
    if (origin.kind !== 'feed' || origin.plan.everySeconds === null) return
    const everyMs = origin.plan.everySeconds * 1_000
    const { now = Date.now } = this.#options
    const firstInMs = Math.max(0, Math.min(everyMs, (lastLoad?.at ?? 0) + everyMs - now()))
    this.#repeat.start({ firstInMs, everyMs, act: () => this.#loadByItself(id, { level: priority.rest }) })
  }

  /** Loads what nobody waits for: what fails is told by its state. A feed that only found its books goes on. */
  async #loadByItself(id: string, wish: SourceWish = {}): Promise<void> {
    try {
      const isFinding = callsOf(this.records.get(id), this.#options.feed) === null
      await this.load(id, wish)
      if (isFinding) await this.load(id, wish)
    } catch {
      // Told by its state.
    }
  }

  async #readAgain({ id, origin }: StoredSource): Promise<void> {
    if (origin.kind === 'watch') await this.#watched.readAgain(id)
    else await this.#loadByItself(id, { isAgain: true })
  }

  async #loadAll(record: StoredSource, { level = priority.act, ...wish }: SourceWish): Promise<LoadReport> {
    const { origin } = record
    if (origin.kind === 'watch') return this.#watched.load(record)
    const report = await (origin.kind === 'feed'
      ? this.#loadFeed(record, origin.plan, level)
      : this.#bytes.whole(record, wish))
    this.#loaded(record.id, report)
    return report
  }

  async #loadFeed(source: StoredSource, plan: FeedPlan, level: Priority): Promise<LoadReport> {
    const place = { sourceId: source.id, partId: source.id, name: source.name }
    const { report } = await this.#loads.run(place, signal =>
      this.#options.feed.load({ source, plan, priority: level, signal }),
    )
    return report
  }

  #loaded(id: string, lastLoad: LoadReport): void {
    if (this.#isClosed) return
    this.records.change(id, { lastLoad })
    this.#changed()
  }

  /** Ends what goes on of a source and takes its offers off the board. */
  async #end(id: string): Promise<void> {
    // A load under way may be merged to its end.
    const loading = this.#loads.partsOf(id)
    this.cancel(id)
    await this.#watched.end(id)
    if (id === 'feed') this.#repeat.stop()
    await this.#leaving.drop([...new Set([...loading, ...partsOf(id, this.#options.board)])])
    this.#loads.forget(id)
  }

  #changed(): void {
    if (!this.#isClosed) this.#options.onChanged()
  }
}

const isOff = ({ name }: StoredSource) =>
  new Refusal({ kind: 'invalid', field: 'id', sentence: `“${name}” is off. Turn it on to load it.` })
