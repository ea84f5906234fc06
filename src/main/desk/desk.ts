/**
 * The desk: parlays watched, a cell for each book, and the one truth about both. It plans calls, keeps every answer,
 * and tells the window what changed, once a frame.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../shared/failure.ts'
import type { Book } from '../../shared/model/book.ts'
import {
  compareRecheck,
  type DeskChange,
  type DeskSnapshot,
  type Meter,
  type Recheck,
  type Row,
} from '../../shared/model/desk.ts'
import type { Parlay, ParlayNote } from '../../shared/model/parlay.ts'
import { isAboutKey, type QuoteOutcome } from '../../shared/model/quote.ts'
import { CallMeter } from './call-meter.ts'
import { Frames, type FrameContent } from './frames.ts'
import { LegRefresh, type LegRefreshOptions } from './leg-refresh.ts'
import type { ParlayStore } from './parlay-store.ts'
import { Pricer, type PricerOptions } from './pricer.ts'
import { Planner, priority, priorityFor, type Job, type Priority } from './planner.ts'
import type { QuoteStore } from './quote-store.ts'
import { pricableCells, rowOf } from './row.ts'
import { WatchedParlays, type Watched } from './watched.ts'

export interface DeskOptions {
  readonly parlays: ParlayStore
  readonly quotes: QuoteStore
  readonly profileId: () => string
  /** Books shown, in column order. */
  readonly books: () => readonly Book[]
  readonly legs: LegRefreshOptions['legs']
  readonly boardFill: LegRefreshOptions['boardFill']
  readonly ask: PricerOptions['ask']
  readonly now?: () => number
}

const concurrency = 32
/** How often the meter and the places of waiting cells are told anew while they change by themselves. */
const tickMs = 500
/** `unsaved`: answers could not be written to the desk's file; told once until they can. */
interface DeskEvents {
  changed: [DeskChange]
  unsaved: []
}

export class Desk extends EventEmitter<DeskEvents> {
  readonly #options: DeskOptions
  readonly #now: () => number
  readonly #watched: WatchedParlays
  readonly #planner: Planner
  readonly #frames: Frames
  readonly #meter = new CallMeter()
  readonly #legs: LegRefresh
  #seq = 0

  constructor(options: DeskOptions) {
    super()
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#watched = new WatchedParlays(options.parlays, options.quotes, () => this.emit('unsaved'))
    this.#legs = new LegRefresh({ ...options, watched: this.#watched })
    this.#frames = new Frames(content => this.#tell(content))
    const pricer = new Pricer({
      ...options,
      watched: this.#watched,
      now: this.#now,
      onLimited: (bookId, untilAt) => this.#planner.pause(bookId, untilAt),
    })
    this.#planner = new Planner({
      concurrency,
      now: this.#now,
      profileId: options.profileId,
      run: (job, signal) => pricer.run(job, signal),
      onMoved: ({ parlayId }) => this.#frames.touch(parlayId),
    })
  }

  /** Reads the desk of the profile in use; whatever was planned for another is dropped. */
  open(): void {
    this.#planner.cancel(() => true)
    this.#watched.open(this.#options.profileId())
    this.#legs.clear()
    this.touchAll()
  }

  /** Drops what is planned and writes what is not yet written. */
  close(): void {
    this.#planner.cancel(() => true)
    this.#frames.flush()
  }

  snapshot(): DeskSnapshot {
    return {
      seq: this.#seq,
      rows: this.#watched.all().map(watched => this.#row(watched)),
      meter: this.#readMeter(),
    }
  }

  /** Watches the parlay of these legs and prices it, or finds the row that is there. */
  async add(keys: readonly string[], note: ParlayNote): Promise<{ parlayId: number; wasThere: boolean }> {
    const wanted = [...new Set(keys)]
    const profileId = this.#options.profileId()
    const legs = (await this.#options.legs(wanted)).flatMap(({ leg }) => (leg === null ? [] : [leg]))
    const known = this.#watched.find(wanted)
    if (known !== undefined) return { parlayId: known.id, wasThere: true }
    if (legs.length < wanted.length || profileId !== this.#options.profileId())
      throw new Refusal({ kind: 'not-found', what: 'a leg, which the board no longer has' })
    const { id } = this.#watched.add(profileId, { legs, note, addedAt: this.#now() })
    this.#frames.touch(id)
    this.#frames.touchOrder()
    this.#legs.added(id)
    this.price(id, null)
    return { parlayId: id, wasThere: false }
  }

  /** Changes what the user says of a parlay. Throws Refusal when it is not on the desk. */
  describe(parlayId: number, note: ParlayNote): void {
    this.#watched.describe(parlayId, note)
    this.#frames.touch(parlayId)
  }

  remove(parlayId: number): void {
    this.#watched.remove(parlayId, this.#now())
    this.#planner.cancel(job => job.parlayId === parlayId)
    this.#frames.touchOrder()
  }

  restore(parlayId: number): void {
    this.#watched.restore(this.#options.profileId(), parlayId)
    this.#frames.touch(parlayId)
    this.#frames.touchOrder()
  }

  /** Plans a price for every cell that can have one: of the desk, a row, or one cell. Answers how many. */
  price(parlayId: number | null, bookId: string | null): number {
    const rows = parlayId === null ? this.#watched.all() : [this.#watched.get(parlayId)]
    return this.#plan(
      rows.flatMap(({ parlay }) => this.#pricable(parlay, bookId)),
      priorityFor({ parlayId, bookId }),
    )
  }

  /** Prices one cell ahead of all others and says how it compares with what was shown. Throws Refusal during a limit. */
  async recheck(job: Job): Promise<Recheck> {
    const before = this.outcome(job)
    if (this.#pricable(this.#watched.get(job.parlayId).parlay, job.bookId).length === 0)
      throw new Refusal({ kind: 'not-found', what: 'all legs of this parlay at this book' })
    const untilAt = this.#planner.pausedUntil(job.bookId)
    if (untilAt > this.#now()) throw new Refusal({ kind: 'limited', untilAt })
    await this.#planner.ask(job, priority.act)
    return compareRecheck(before, this.outcome(job))
  }

  /** The last answer of a cell. Throws Refusal for a parlay that is not on the desk. */
  outcome(job: Job): QuoteOutcome | undefined {
    return this.#watched.known(job).quote?.outcome
  }

  /** Asks again for every cell whose last answer was that there is no key, or a wrong one. */
  resume(): void {
    const jobs = this.#watched.all().flatMap(({ parlay }) => this.#pricable(parlay, null))
    this.#plan(
      jobs.filter(job => isAboutKey(this.outcome(job))),
      priority.row,
    )
  }

  /**
   * Takes newer offers from the board into the parlays' legs; a leg it no longer has keeps those it had. A parlay added
   * while odds were loading is priced at the books that came since.
   */
  async refreshOffers(): Promise<void> {
    const { changed, filled } = await this.#legs.run()
    for (const id of changed) this.#frames.touch(id)
    for (const id of filled) this.#plan(this.#neverAsked(id), priority.row)
  }

  /** A call was sent, by whatever part of the program. */
  countCall(): void {
    this.#meter.count(this.#now())
    this.#frames.schedule(tickMs)
  }

  /** Every row is told anew: books came, went or moved. */
  touchAll(): void {
    for (const id of this.#watched.ids()) this.#frames.touch(id)
    this.#frames.touchOrder()
  }

  #plan(jobs: readonly Job[], wanted: Priority): number {
    for (const job of jobs) void this.#planner.ask(job, wanted)
    return jobs.length
  }

  #pricable(parlay: Parlay, bookId: string | null): Job[] {
    const books = this.#options.books().filter(({ id }) => bookId === null || id === bookId)
    return pricableCells(parlay, books)
  }

  #neverAsked(parlayId: number): Job[] {
    const { parlay, known } = this.#watched.get(parlayId)
    return this.#pricable(parlay, null).filter(({ bookId }) => !known.has(bookId))
  }

  #row(watched: Watched): Row {
    return rowOf(watched, {
      books: this.#options.books(),
      activityOf: job => this.#planner.activityOf(job),
      standingOf: key => this.#legs.standingOf(key),
    })
  }

  #readMeter(): Meter {
    const waiting = this.#planner.waiting().length
    return { lastMinute: this.#meter.lastMinute(this.#now()), inFlight: this.#planner.inFlight, waiting }
  }

  #tell({ rows, isOrderChanged }: FrameContent): void {
    this.#watched.save()
    this.#seq += 1
    const meter = this.#readMeter()
    const told = [...rows].filter(id => this.#watched.has(id)).map(id => this.#row(this.#watched.get(id)))
    this.emit('changed', {
      seq: this.#seq,
      rows: told,
      order: isOrderChanged ? this.#watched.ids() : null,
      meter,
    })
    if (meter.lastMinute === 0 && meter.waiting === 0) return
    for (const { parlayId } of this.#planner.waiting()) this.#frames.touchLater(parlayId)
    this.#frames.schedule(tickMs)
  }
}
