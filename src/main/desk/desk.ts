/**
 * The desk: parlays watched, a cell for each book, and the one truth about both. It plans calls, keeps every answer,
 * and tells the window what changed, once a frame.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../shared/failure.ts'
import type { Book } from '../../shared/model/game/book.ts'
import { type DeskChange, type DeskSnapshot, type Recheck, type Row } from '../../shared/model/parlay/desk.ts'
import type { Parlay, ParlayNote } from '../../shared/model/parlay/parlay.ts'
import type { Quote, QuoteOutcome } from '../../shared/model/price/quote.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import { meterOf } from './budget/budget-status.ts'
import type { CallBudget } from './budget/call-budget.ts'
import { Frames, type FrameContent } from './frame-batcher.ts'
import { LegRefresh, type LegRefreshOptions } from './parlays/legs-on-board.ts'
import { LineNews } from './line-news.ts'
import type { ParlayStore } from './parlays/parlay-store.ts'
import { Pricer, type PricerOptions } from './planning/pricer.ts'
import { priority, type Priority } from '../odds-service/permits.ts'
import { Planner, type Job } from './planning/planner.ts'
import type { QuoteStore } from './quotes/quote-store.ts'
import { quoteOf, recheck } from './planning/recheck.ts'
import { rowOf } from './parlays/row.ts'
import { WantedCells } from './planning/wanted-cells.ts'
import { WatchedParlays, type Said, type Watched } from './parlays/watched-parlays.ts'

export interface DeskOptions {
  readonly parlays: ParlayStore
  readonly quotes: QuoteStore
  readonly profileId: () => string
  /** Books shown, in column order. */
  readonly books: () => readonly Book[]
  readonly singlesFormat: () => PriceFormat
  readonly legs: LegRefreshOptions['legs']
  readonly boardFill: LegRefreshOptions['boardFill']
  readonly ask: PricerOptions['ask']
  /** The call budget of the profile in use. */
  readonly budget: () => CallBudget
  readonly now?: () => number
}

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
  readonly #pricer: Pricer
  readonly #planner: Planner
  readonly #frames: Frames
  readonly #legs: LegRefresh
  readonly #wanted: WantedCells
  readonly #line = new LineNews(tickMs)
  #seq = 0

  constructor(options: DeskOptions) {
    super()
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#watched = new WatchedParlays(options, () => this.emit('unsaved'))
    this.#wanted = new WantedCells(this.#watched, options.books)
    this.#legs = new LegRefresh({ ...options, watched: this.#watched })
    this.#frames = new Frames(content => this.#tell(content))
    this.#pricer = new Pricer({ ...options, watched: this.#watched, now: this.#now })
    this.#planner = new Planner({
      ...options,
      hostOf: bookId => options.books().find(({ id }) => id === bookId)?.hostId ?? bookId,
      run: (job, turn, signal) => this.#pricer.run(job, turn, signal),
      onRefused: (job, why) => this.#pricer.refused(job, why),
      onMoved: ({ parlayId }) => this.#moved(parlayId),
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
    this.#watched.save()
  }

  /** Writes the answers of the last moment, before the history is read. */
  saveQuotes = (): void => this.#watched.save()

  /** Parlays on the desk. */
  ids(): readonly number[] {
    return this.#watched.ids()
  }

  snapshot(): DeskSnapshot {
    const rows = this.#watched.all().map(watched => this.#row(watched))
    return { seq: this.#seq, rows, meter: meterOf(this.#options.budget()) }
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

  /** A parlay with its legs and their offers, also one that has left the desk. Throws Refusal when there is none. */
  parlay(parlayId: number): Parlay {
    return this.#watched.parlay(parlayId)
  }

  /** Changes what the user says of a parlay. Throws Refusal when it is not on the desk. */
  describe(parlayId: number, said: Partial<Said>): void {
    this.#watched.describe(parlayId, said)
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
    return this.#plan(this.#wanted.all(parlayId, bookId), parlayId === null ? priority.rest : priority.act)
  }

  /** Asks again for the cells of a row that are not waiting and whose answer is older than so many ms. */
  refresh(parlayId: number, olderThanMs: number): void {
    const old = this.#wanted.olderThan(parlayId, this.#now() - olderThanMs)
    this.#plan(
      old.filter(job => !this.#planner.isPlanned(job)),
      priority.rest,
    )
  }

  /** Prices one cell ahead of all others and compares with the quote on screen, null for none. Throws Refusal. */
  async recheck(job: Job, seenId: number | null): Promise<Recheck> {
    if (this.#wanted.all(job.parlayId, job.bookId).length === 0)
      throw new Refusal({ kind: 'not-found', what: 'all legs of this parlay at this book' })
    return await recheck({ watched: this.#watched, planner: this.#planner }, job, seenId)
  }

  /** A quote of a cell by its number, also of a parlay that has left the desk. Throws Refusal when it is not kept. */
  quote(job: Job, quoteId: number): Quote {
    return quoteOf(this.#watched, job, quoteId)
  }

  /** The rows in view: their planned calls go before the rest. */
  look(parlayIds: readonly number[]): void {
    this.#planner.look(new Set(parlayIds))
    for (const id of this.#planner.waitingRows()) this.#frames.touch(id)
  }

  /** The last answer of a cell. Throws Refusal for a parlay that is not on the desk. */
  outcome(job: Job): QuoteOutcome | undefined {
    return this.#watched.known(job).quote?.outcome
  }

  /** Asks again for every cell whose last answer was that there is no key, or a wrong one. */
  resume(): void {
    this.#plan(this.#wanted.aboutKey(), priority.rest)
  }

  /**
   * Takes newer offers from the board into the parlays' legs; a leg it no longer has keeps those it had. A parlay added
   * while odds were loading is priced at the books that came since.
   */
  async refreshOffers(): Promise<void> {
    const { changed, filled } = await this.#legs.run()
    for (const id of changed) this.#frames.touch(id)
    this.#planner.renew((job, signal) => this.#pricer.isOutOfDate(job, signal))
    for (const id of filled) this.#plan(this.#wanted.neverAsked(id), priority.rest)
  }

  /** A call was planned, sent or answered, by whatever part of the program: the meter is told soon, once for all. */
  budgetChanged(withinMs = tickMs): void {
    if (this.#line.isNews && withinMs >= tickMs) return
    this.#line.changed()
    this.#frames.schedule(withinMs)
  }

  /** Every row is told anew: books came, went or moved. Those that went are not asked any more. */
  touchAll(): void {
    const shown = new Set(this.#options.books().map(({ id }) => id))
    this.#planner.cancel(({ bookId }) => !shown.has(bookId))
    for (const id of this.#watched.ids()) this.#frames.touch(id)
    this.#frames.touchOrder()
  }

  /** The last answer has none to gather with, so it is told without waiting for its frame. */
  #moved(parlayId: number): void {
    this.#frames.touch(parlayId)
    if (this.#planner.isIdle) this.#frames.tellNow()
  }

  #plan(jobs: readonly Job[], wanted: Priority): number {
    for (const job of jobs) void this.#planner.ask(job, wanted)
    return jobs.length
  }

  #row(watched: Watched): Row {
    return rowOf(watched, {
      books: this.#options.books(),
      singlesFormat: this.#options.singlesFormat(),
      activityOf: job => this.#planner.activityOf(job),
      standingOf: key => this.#legs.standingOf(key),
    })
  }

  #tell({ rows, isOrderChanged }: FrameContent): void {
    this.#seq += 1
    const meter = meterOf(this.#options.budget())
    const changed = this.#line.take() ? new Set([...rows, ...this.#planner.waitingRows()]) : rows
    const there = [...changed].filter(id => this.#watched.has(id))
    this.emit('changed', {
      seq: this.#seq,
      rows: there.map(id => this.#row(this.#watched.get(id))),
      order: isOrderChanged ? this.#watched.ids() : null,
      meter,
    })
    this.#watched.saveSoon(this.#planner.isIdle)
    if (meter.lastMinute > 0 || this.#line.isNews) this.#frames.schedule(tickMs)
  }
}
