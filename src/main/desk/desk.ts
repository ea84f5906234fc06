/**
 * The desk: the watched parlays, with a cell for each book. It plans calls, records every quote, and pushes changes to
 * the windows once a frame.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../shared/failure.ts'
import {
  compareRecheck,
  type DeskChange,
  type DeskSnapshot,
  type DeskUpdate,
  type Recheck,
  type Row,
} from '../../shared/model/parlay/desk.ts'
import type { AddedParlay, Parlay, ParlayNote } from '../../shared/model/parlay/parlay.ts'
import type { Cell, CellAddress } from '../../shared/model/price/cell.ts'
import type { BookFair } from '../../shared/model/price/fair.ts'
import type { Quote, QuoteOutcome } from '../../shared/model/price/quote.ts'
import type { RefreshDue } from '../../shared/model/price/refresh-due.ts'
import type { ValueSettings } from '../../shared/model/settings/settings.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import { priority, type Priority } from '../odds-service/permits.ts'
import { FrameBatcher, type FrameChanges } from './frame-batcher.ts'
import { LegsOnBoard, type LegsOnBoardDeps } from './parlays/legs-on-board.ts'
import { toRow } from './parlays/row.ts'
import { SentRows } from './parlays/sent-rows.ts'
import { ShownRows } from './parlays/shown-rows.ts'
import {
  WatchedParlays,
  type NewQuote,
  type ParlayAnnotations,
  type WatchedParlay,
  type WatchedParlaysDeps,
} from './parlays/watched-parlays.ts'
import { BookPaces } from './planning/book-paces.ts'
import { LearnedPaces } from './planning/learned-paces.ts'
import { Planner, type CountPermit, type PlannerDeps } from './planning/planner.ts'
import { findStage, Pricer, type PricerDeps } from './planning/pricer.ts'
import type { DeskRowToRefresh } from './planning/refresh-plan.ts'
import { TeamCells } from './planning/team-cells.ts'
import { estimateEv } from './planning/refresh-value.ts'

/** Dependencies of the desk and its parts. */
export interface DeskDeps
  extends
    WatchedParlaysDeps,
    Omit<LegsOnBoardDeps, 'watched'>,
    Omit<PricerDeps, 'watched' | 'onBoard' | 'paces' | 'now'>,
    Pick<PlannerDeps, 'budget'> {
  readonly singlesFormat: () => PriceFormat
  /** Last fair prices of a parlay by books' partitions. A changed list is another one. */
  readonly fairsOf: (parlayId: number) => readonly BookFair[]
  /** Settings of the consensus. */
  readonly value: () => Pick<ValueSettings, 'margin' | 'fewestBooks'>
  readonly now?: () => number
}

interface DeskEvents {
  changed: [DeskChange]
  /** The same change for the windows, at the same time, once one has read the desk. */
  updated: [DeskUpdate]
  /** A book answered, or a call was refused. */
  quoted: [CellAddress & Pick<Cell, 'quote'>]
}

/** Interval at which the meter and the places of waiting cells are pushed while they change with time. */
const tickMs = 500

export class Desk extends EventEmitter<DeskEvents> {
  readonly #deps: DeskDeps
  readonly #now: () => number
  readonly #watched: WatchedParlays
  readonly #pricer: Pricer
  readonly #paces: LearnedPaces
  /** Cells as the desks of a team share them. */
  readonly teamCells: TeamCells
  readonly #planner: Planner
  readonly #frames: FrameBatcher
  readonly #legs: LegsOnBoard
  readonly #sent = new SentRows()
  /** False until a window has read the desk, from which on it needs the changes. */
  #isRead = false
  /** Rows that the windows show. */
  readonly #shown = new ShownRows()
  /** Largest stakes that the user's accounts take, by book; a book without an entry takes any. */
  #maxStakes: ReadonlyMap<string, number> = new Map()
  /** True when places in the call queue changed since the last push; every call sent changes all of them. */
  #isQueueChanged = false
  #queuePushedAt = -Infinity
  #seq = 0

  constructor(deps: DeskDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
    this.#watched = new WatchedParlays(deps, (cell, quote) => this.emit('quoted', { ...cell, quote }))
    this.#legs = new LegsOnBoard({ ...deps, watched: this.#watched })
    this.#frames = new FrameBatcher({
      onFrame: changes => this.#push(changes),
      isInView: id => this.#shown.isInView(id),
    })
    const paces = new BookPaces()
    this.teamCells = new TeamCells({ ...deps, watched: this.#watched })
    this.#pricer = new Pricer({
      ...{ ...deps, watched: this.#watched, onBoard: this.#legs, paces, now: this.#now },
      onAnswer: (cell, outcome) => this.teamCells.put(cell, outcome),
    })
    this.#paces = new LearnedPaces({ ...deps, paces, pricer: this.#pricer })
    this.#planner = new Planner({
      ...deps,
      claim: call => this.teamCells.claim(call),
      hostOf: bookId => deps.books().find(({ id }) => id === bookId)?.hostId ?? bookId,
      run: (cell, permit, signal) => this.#pricer.price(cell, permit, signal),
      onRefused: (cell, why) => this.#pricer.recordRefusal(cell, why),
      onChanged: ({ parlayId }) => this.#cellChanged(parlayId),
    })
  }

  /** Reads the desk of the profile in use; calls planned for another are dropped. */
  open(): void {
    this.#planner.cancel(() => true)
    this.#watched.open()
    this.#paces.forget()
    this.#legs.clear()
    this.pushAll()
  }

  /** Drops all planned calls and writes unsaved quotes. */
  close(): void {
    this.#planner.cancel(() => true)
    this.#frames.pushNow()
    this.#deps.quotes.save()
  }

  /** Parlays that a call can still price: not those whose games are over. */
  idsToPrice(): readonly number[] {
    return this.#watched.ids().filter(id => !this.#legs.areGamesOver(this.#watched.get(id).parlay.legs))
  }

  snapshot(): DeskSnapshot {
    // A window that starts from here may have newer rows than those last sent, and none to patch.
    this.#sent.clear()
    this.#isRead = true
    return { seq: this.#seq, rows: this.rows(), meter: this.#deps.budget().meter() }
  }

  /** All rows as they are now, or those of some parlays. */
  rows(isWanted: (parlay: Parlay) => boolean = () => true): Row[] {
    return this.#watched.all().flatMap(each => (isWanted(each.parlay) ? [this.#toRow(each)] : []))
  }

  /**
   * Adds the parlay of these legs and prices it, unless `isPriced` is false, or finds the existing row. Throws Refusal
   * for legs that are not offered, contradict each other, or are of a final game.
   */
  async add(keys: readonly string[], note: ParlayNote, isPriced = true): Promise<AddedParlay> {
    const wanted = [...new Set(keys)]
    const { answers, legs, refusal } = await this.#legs.readNew(wanted)
    const known = this.#watched.find(wanted)
    if (known !== undefined) return { parlayId: known.id, wasThere: true }
    if (refusal !== undefined) throw refusal
    const { id } = this.#watched.add({ legs, note, addedAt: this.#now() })
    this.#frames.addRow(id)
    this.#frames.addOrder()
    this.#legs.added(id, wanted, answers, isPriced)
    if (isPriced) this.price(id, null)
    return { parlayId: id, wasThere: false }
  }

  /** A parlay with its legs and their offers, also one that has left the desk. Throws Refusal when there is none. */
  parlay(parlayId: number): Parlay {
    return this.#watched.parlay(parlayId)
  }

  /** Changes the user's annotations of all these parlays. Throws Refusal when one is not on the desk. */
  annotate(parlayIds: readonly number[], annotations: Partial<ParlayAnnotations>): void {
    this.#watched.annotate(parlayIds, annotations)
    for (const id of parlayIds) this.#frames.addRow(id)
  }

  remove(parlayId: number): void {
    this.#watched.remove(parlayId, this.#now())
    this.#planner.cancel(cell => cell.parlayId === parlayId)
    this.#frames.addOrder()
  }

  /** Undoes a removal. The board may have dropped the games meanwhile, so the status of the legs is read again. */
  async restore(parlayId: number): Promise<void> {
    this.#watched.restore(parlayId)
    this.#frames.addRow(parlayId)
    this.#frames.addOrder()
    await this.refreshOffers()
  }

  /** Plans a call for every priceable cell of the desk, a row, or one cell. Returns their number. */
  price(parlayId: number | null, bookId: string | null): number {
    if (parlayId !== null) return this.#plan(this.#pricer.select(parlayId, bookId), priority.user)
    const cells = this.idsToPrice().flatMap(id => this.#pricer.select(id, bookId))
    return this.#plan(cells, priority.background)
  }

  /** The cells of a row whose answer a call can change, of which those are due that are older than this and not waiting. */
  rowToRefresh(parlayId: number, olderThanMs: number): DeskRowToRefresh {
    const { parlay } = this.#watched.get(parlayId)
    const cells = this.#pricer
      .selectToRefresh(parlayId, olderThanMs)
      .map(cell =>
        this.#planner.isPlanned({ parlayId, bookId: cell.bookId }) ? { ...cell, isDue: false } : cell,
      )
    const decimals = cells.flatMap(({ logOdds }) => (logOdds === null ? [] : [1 + Math.exp(logOdds)]))
    const starts = parlay.legs.flatMap(({ game }) => game.startAt ?? [])
    return {
      parlayId,
      stage: findStage(parlay, this.#now()),
      isInView: this.#shown.isInView(parlayId),
      isSelected: this.#shown.isSelected(parlayId),
      startsInMs: starts.length === 0 ? null : Math.min(...starts) - this.#now(),
      ev: estimateEv(decimals, parlay.fairPrice?.decimal ?? null, this.#deps.value()),
      cells,
    }
  }

  /** Plans background calls for these cells. */
  planRefresh(cells: readonly CellAddress[]): void {
    this.#plan(cells, priority.background)
  }

  /** Pace of a book's prices, learned from the price history. */
  readonly paceOf: LearnedPaces['paceOf'] = (bookId, stage) => this.#paces.paceOf(bookId, stage)
  /** Plans a call for a rule, which counts it by its own share. */
  readonly requote = (cell: CellAddress, count: CountPermit) =>
    this.#planner.plan(cell, priority.visible, count)
  /** Half-lives of the books that enough is known of. */
  readonly halfLives: LearnedPaces['halfLives'] = () => this.#paces.halfLives()

  /** The reason why a cell is not refreshed, or its call; undefined for one that can be. */
  findObstacle(cell: CellAddress): RefreshDue | undefined {
    const ofAnswer = this.#pricer.findObstacle(cell)
    if (ofAnswer?.kind === 'not-offered') return ofAnswer
    const pause = this.#planner.pauseOf(cell.bookId)
    if (pause !== undefined) return { kind: 'paused', untilAt: pause.untilAt }
    return this.#planner.isPlanned(cell) ? { kind: 'asked' } : ofAnswer
  }

  /**
   * Rechecks a cell before its betslip opens: prices it ahead of all others and compares with the quote on screen (null
   * for none). Throws Refusal for a cell that cannot be priced, during a rate limit, and when no quote came.
   */
  async recheck(cell: CellAddress, seenId: number | null): Promise<Recheck> {
    if (this.#pricer.select(cell.parlayId, cell.bookId).length === 0)
      throw new Refusal({ kind: 'not-found', what: 'every leg at this book' })
    const seen = seenId === null ? undefined : this.#watched.quote(cell, seenId)
    const pause = this.#planner.pauseOf(cell.bookId)
    if (pause?.why === 'limited') throw new Refusal({ kind: 'limited', untilAt: pause.untilAt })
    const lastId = this.#watched.lastQuote(cell).quote?.id
    await this.#planner.plan(cell, priority.recheck)
    const fresh = this.#watched.lastQuote(cell).quote
    if (fresh === null || fresh.id === lastId)
      throw new Refusal({ kind: 'not-found', what: 'a new price; the request was canceled' })
    return compareRecheck(seen, fresh)
  }

  /** A quote of a cell by its number, also of a removed parlay. Throws Refusal when it is not stored. */
  quote(cell: CellAddress, quoteId: number): Quote {
    return this.#watched.quote(cell, quoteId)
  }

  /**
   * Sets the rows that a window shows, whose planned calls go before the rest, and the row that is selected there. An
   * empty list means that it closed.
   */
  setVisibleRows(parlayIds: readonly number[], selectedId: number | null, window: string): void {
    // Another selected row alone changes no planned call.
    if (!this.#shown.set(parlayIds, selectedId, window)) return
    this.#planner.setVisibleRows(this.#shown.all())
    for (const id of this.#planner.waitingRows()) this.#frames.addRow(id)
  }

  /** The last answer of a cell. Throws Refusal for a parlay that is not on the desk. */
  outcome(cell: CellAddress): QuoteOutcome | undefined {
    return this.#watched.lastQuote(cell).quote?.outcome
  }

  /** Last quotes of a parlay by book; empty when it is not on the desk. */
  lastQuotes(parlayId: number): ReadonlyMap<string, Quote> {
    if (!this.#watched.has(parlayId)) return new Map()
    const last = [...this.#watched.get(parlayId).quotes]
    return new Map(last.flatMap(([bookId, { quote }]) => (quote === null ? [] : [[bookId, quote]])))
  }

  /**
   * Records an answer to a call outside the grid, or another desk's unless there is a newer one. Does nothing for a parlay
   * that has left the desk.
   */
  record(cell: CellAddress, quote: NewQuote): void {
    if (!this.#watched.has(cell.parlayId)) return
    if (quote.author !== undefined) {
      if ((this.#watched.lastQuote(cell).quote?.at ?? -Infinity) >= quote.at) return
      this.#planner.answered(cell)
    }
    this.#watched.record(cell, quote)
    this.#cellChanged(cell.parlayId)
  }

  /** Pushes a row whose fair prices changed. */
  fairChanged(parlayId: number): void {
    if (this.#watched.has(parlayId)) this.#cellChanged(parlayId)
  }

  /** Sets the largest stakes that the user's accounts take, by book, and pushes every row when they changed. */
  setMaxStakes(maxStakes: ReadonlyMap<string, number>): void {
    const isSame = maxStakes.size === this.#maxStakes.size
    if (isSame && [...maxStakes].every(([id, minor]) => this.#maxStakes.get(id) === minor)) return
    this.#maxStakes = maxStakes
    this.pushAll()
  }

  /** Prices every cell again whose last answer was that there is no key, or a wrong one. */
  resume(): void {
    this.#plan(this.#pricer.selectRefusedForKey(), priority.background)
  }

  /**
   * Takes newer offers from the board into the parlays' legs; a leg it no longer has keeps those it had. A parlay added
   * while odds were loading is priced at the books that came since.
   */
  async refreshOffers(): Promise<void> {
    const { changed, filled, replaced } = await this.#legs.refresh()
    this.#pricer.oddsChanged(replaced)
    for (const id of changed) this.#frames.addRow(id)
    this.#planner.restart((cell, signal) => this.#pricer.isOutOfDate(cell, signal))
    for (const id of filled) this.#plan(this.#pricer.selectNeverPriced(id), priority.background)
  }

  /** Marks games as over in all rows, once the grader has called them final. */
  endGames(gameIds: readonly string[]): void {
    for (const id of this.#legs.endGames(gameIds)) this.#frames.addRow(id)
  }

  /** Pushes the meter soon, after any call was queued, sent or answered. */
  budgetChanged(withinMs = tickMs): void {
    if (this.#isQueueChanged && withinMs >= tickMs) return
    this.#isQueueChanged = true
    this.#frames.pushWithin(withinMs)
  }

  /** Pushes every row: books came, went or moved. Calls to those that went are dropped. */
  pushAll(): void {
    const shown = new Set(this.#deps.books().map(({ id }) => id))
    this.#planner.cancel(({ bookId }) => !shown.has(bookId))
    for (const id of this.#watched.ids()) this.#frames.addRow(id)
    this.#frames.addOrder()
  }

  /** Without planned calls no other change is expected, so the row is pushed without waiting for a frame. */
  #cellChanged(parlayId: number): void {
    this.#frames.addRow(parlayId)
    if (this.#planner.isIdle) this.#frames.pushSoon()
  }

  #plan(cells: readonly CellAddress[], level: Priority): number {
    for (const cell of cells) void this.#planner.plan(cell, level)
    return cells.length
  }

  #toRow(watched: WatchedParlay): Row {
    return toRow(watched, {
      books: this.#deps.books(),
      singlesFormat: this.#deps.singlesFormat(),
      activityOf: cell => this.#planner.activityOf(cell),
      fairsOf: this.#deps.fairsOf,
      maxStakeOf: bookId => this.#maxStakes.get(bookId) ?? null,
      noPriceSecondsOf: id => this.#pricer.noPriceSecondsOf(id),
      onBoard: this.#legs,
    })
  }

  #push({ rows, isOrderChanged }: FrameChanges): void {
    this.#seq += 1
    const meter = this.#deps.budget().meter()
    const hasPlaces = this.#takeQueueChange()
    const changed = hasPlaces ? new Set([...rows, ...this.#planner.waitingRows()]) : rows
    const there = [...changed].filter(id => this.#watched.has(id))
    const order = isOrderChanged ? this.#watched.ids() : null
    const change = { seq: this.#seq, rows: there.map(id => this.#toRow(this.#watched.get(id))), order, meter }
    if (this.#isRead) this.emit('updated', { ...change, rows: this.#sent.patch(change, { hasPlaces }) })
    this.emit('changed', change)
    this.#deps.quotes.saveSoon(this.#planner.isIdle)
    if (meter.lastMinute > 0 || this.#isQueueChanged) this.#frames.pushWithin(tickMs)
  }

  /** True if waiting rows are to be pushed now: at most once a tick. */
  #takeQueueChange(): boolean {
    const now = performance.now()
    if (!this.#isQueueChanged || now - this.#queuePushedAt < tickMs) return false
    this.#isQueueChanged = false
    this.#queuePushedAt = now
    return true
  }
}
