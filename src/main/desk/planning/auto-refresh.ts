/**
 * Refreshes prices of the whole desk or of single rows at an interval, within a share of the call limit. When that
 * share is too small, each call goes to the cell where it is worth most (refresh-plan.ts). It stops while all windows
 * are hidden, unless set otherwise. Cells that are waiting or fresh are skipped, so that calls do not pile up, neither
 * under a low limit nor after a sleep.
 */
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import type { RefreshDue } from '../../../shared/model/price/refresh-due.ts'
import type { AutoRefreshState, AutoSeconds } from '../../../shared/model/settings/budget.ts'
import { Timer } from '../../async/timer.ts'
import { RefreshAllowance } from './refresh-allowance.ts'
import type { RowIntervals } from './row-intervals.ts'
import { RefreshPlan, type RefreshTick, type RowToRefresh } from './refresh-plan.ts'

/** Settings that are stored. */
export type StoredAuto = Omit<AutoRefreshState, 'rows'>

export interface RowOptions {
  /** Cells are due whose answer is older than this, and that do not wait for another. */
  readonly olderThanMs: number
  /** The user gave the row an interval of its own. */
  readonly isPinned: boolean
}

export interface AutoRefreshDeps {
  /** Parlays on the desk. */
  readonly rows: () => readonly number[]
  /** A row with its cells whose answer a call can change. */
  readonly row: (parlayId: number, options: RowOptions) => RowToRefresh
  /** Plans a background call for each. */
  readonly plan: (cells: readonly CellAddress[]) => void
  readonly paceOf: RefreshTick['paceOf']
  /** The reason why a cell is not refreshed, or its call; undefined for one that is refreshed in time. */
  readonly findObstacle: (cell: CellAddress) => RefreshDue | undefined
  /** Calls a minute that this desk can count on. */
  readonly limit: () => number
  readonly stored: { readonly read: () => StoredAuto; readonly write: (change: Partial<StoredAuto>) => void }
  /** Intervals of single rows, in the profile in use. */
  readonly rowIntervals: Pick<RowIntervals, 'read' | 'write'>
}

/** An answer younger than this share of the interval is fresh. */
const freshShare = 0.5
/** Rows due within this time of one another are refreshed together. */
const togetherMs = 250
/** Interval at which calls that are short are given out, so that each choice knows the answers before it. */
const tickMs = 1_000

export class AutoRefresh {
  readonly #deps: AutoRefreshDeps
  /** Read when first needed, and again for another profile; a removed row may come back, and keeps its interval. */
  #known: Map<number, AutoSeconds> | undefined
  /** Time at which all cells of each row were last refreshed, or its refresh turned on (monotonic clock). */
  readonly #lastAt = new Map<number, number>()
  readonly #timer = new Timer(() => this.#run())
  readonly #allowance = new RefreshAllowance()
  readonly #plan = new RefreshPlan()
  /** No call is planned before this time, because the last tick left cells (monotonic clock). */
  #nextTickAt = -Infinity
  #isHidden = false
  #isClosed = false

  constructor(deps: AutoRefreshDeps) {
    this.#deps = deps
  }

  state(): AutoRefreshState {
    const rows = this.#deps.rows().flatMap(parlayId => {
      const everySeconds = this.#ofRow.get(parlayId)
      return everySeconds === undefined ? [] : [{ parlayId, everySeconds }]
    })
    return { ...this.#deps.stored.read(), rows }
  }

  /** Sets the interval of the desk, or with a parlay that of its row alone; null turns it off. */
  set(parlayId: number | null, everySeconds: AutoSeconds | null): void {
    if (parlayId === null) this.#deps.stored.write({ everySeconds })
    else this.#setRow(parlayId, everySeconds)
    this.reschedule()
  }

  setOptions(options: Partial<Omit<StoredAuto, 'everySeconds'>>): void {
    this.#deps.stored.write(options)
    this.reschedule()
  }

  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    this.reschedule()
  }

  /** Reads the rows' intervals again, because the desk is now another profile's. */
  reload(): void {
    this.#known = undefined
    this.reschedule()
  }

  get #ofRow(): Map<number, AutoSeconds> {
    this.#known ??= this.#deps.rowIntervals.read()
    return this.#known
  }

  #setRow(parlayId: number, everySeconds: AutoSeconds | null): void {
    this.#deps.rowIntervals.write(parlayId, everySeconds)
    if (everySeconds === null) this.#ofRow.delete(parlayId)
    else this.#ofRow.set(parlayId, everySeconds)
  }

  /** Stops all refreshes for good: what they read is closed next. */
  close(): void {
    this.#isClosed = true
    this.#timer.stop()
  }

  /** Plans again after rows were added or removed, or a setting changed. */
  reschedule(): void {
    this.#timer.stop()
    if (this.#isClosed) return
    const intervals = this.#intervals()
    for (const id of this.#lastAt.keys()) if (!intervals.has(id)) this.#lastAt.delete(id)
    if (this.#isHidden && !this.#deps.stored.read().isOnWhileHidden) return
    const now = performance.now()
    const waits = Array.from(intervals, ([id, everyMs]) => {
      const lastAt = this.#lastAt.get(id) ?? now
      this.#lastAt.set(id, lastAt)
      return lastAt + everyMs - now
    })
    const untilAllowed = this.#allowance.freeAt(this.#perMinute(), now) - now
    this.#timer.start(Math.max(untilAllowed, this.#nextTickAt - now, Math.min(...waits)))
  }

  /** Time of a cell's next refresh, by the plan that gives out the calls. */
  findDue(cell: CellAddress): RefreshDue {
    const obstacle = this.#deps.findObstacle(cell)
    if (obstacle !== undefined) return obstacle
    const intervals = this.#intervals()
    const everyMs = intervals.get(cell.parlayId)
    if (everyMs === undefined) return { kind: 'off' }
    const [steady, now, perMinute] = [performance.now(), Date.now(), this.#perMinute()]
    const rows = this.#toRows([...intervals])
    const needed = rows.reduce(
      (sum, { parlayId, cells }) => sum + cells.length / (intervals.get(parlayId) ?? Infinity),
      0,
    )
    const isKnown = needed * 60_000 <= perMinute
    if (!isKnown && awaitsFirstAnswers(rows, cell.parlayId)) return { kind: 'first-answers' }
    const roundMs = Math.max(
      (this.#lastAt.get(cell.parlayId) ?? steady) + everyMs - steady,
      this.#allowance.freeAt(perMinute, steady) - steady,
    )
    const { paceOf } = this.#deps
    const inMs = isKnown
      ? findRound(rows, cell, { roundMs, everyMs, now })
      : this.#plan.estimateDue(rows, cell, { now, perMinute, paceOf })
    if (inMs === undefined) return { kind: 'final' }
    return { kind: 'due', at: now + Math.max(0, roundMs, inMs), isKnown }
  }

  /** Interval of each row that refreshes, in ms. */
  #intervals(): Map<number, number> {
    const { everySeconds } = this.#deps.stored.read()
    const seconds = this.#deps.rows().map(id => [id, this.#ofRow.get(id) ?? everySeconds] as const)
    return new Map(seconds.flatMap(([id, every]) => (every === null ? [] : [[id, every * 1_000]])))
  }

  #perMinute(): number {
    return this.#deps.limit() * this.#deps.stored.read().share
  }

  /** Rows whose interval has passed since all of their cells were refreshed, with that interval in ms. */
  #listDue(now: number): (readonly [id: number, everyMs: number])[] {
    const waited = (id: number) => now - (this.#lastAt.get(id) ?? now)
    return [...this.#intervals()].filter(([id, everyMs]) => waited(id) + togetherMs >= everyMs)
  }

  #toRows(due: readonly (readonly [id: number, everyMs: number])[]): RowToRefresh[] {
    return due.map(([id, everyMs]) =>
      this.#deps.row(id, { olderThanMs: everyMs * freshShare, isPinned: this.#ofRow.has(id) }),
    )
  }

  #run(): void {
    const now = performance.now()
    const rows = this.#toRows(this.#listDue(now))
    const chosen = this.#plan.choose(rows, {
      calls: this.#countCalls(countDueCells(rows), now),
      perMinute: this.#perMinute(),
      now: Date.now(),
      paceOf: this.#deps.paceOf,
    })
    this.#allowance.use(chosen.length, now)
    const left = new Map(rows.map(row => [row.parlayId, countDueCells([row])]))
    for (const { parlayId } of chosen) left.set(parlayId, (left.get(parlayId) ?? 0) - 1)
    for (const [id, count] of left) if (count === 0) this.#lastAt.set(id, now)
    if ([...left.values()].some(count => count > 0)) this.#nextTickAt = now + tickMs
    this.#deps.plan(chosen)
    this.reschedule()
  }

  /** Calls of this tick: all that are wanted if they are free, else evenly many a tick. */
  #countCalls(wanted: number, now: number): number {
    const free = this.#allowance.countFree(this.#perMinute(), now)
    return wanted <= free ? wanted : Math.min(free, Math.ceil((this.#perMinute() * tickMs) / 60_000))
  }
}

/** Time until the first round in which the cell’s answer is no longer fresh, ms; undefined for one in no row. */
function findRound(
  rows: readonly RowToRefresh[],
  { parlayId, bookId }: CellAddress,
  { roundMs, everyMs, now }: { readonly roundMs: number; readonly everyMs: number; readonly now: number },
): number | undefined {
  const row = rows.find(each => each.parlayId === parlayId)
  const cell = row?.cells.find(each => each.bookId === bookId)
  if (cell === undefined) return undefined
  const missingMs = cell.freshUntil - now - roundMs
  return roundMs + Math.max(0, Math.floor(missingMs / everyMs) + 1) * everyMs
}

/** True while calls of a row are planned for books that never answered it. */
const awaitsFirstAnswers = (rows: readonly RowToRefresh[], parlayId: number): boolean =>
  rows.some(row => row.parlayId === parlayId && row.cells.some(({ at, isDue }) => at === -Infinity && !isDue))

const countDueCells = (rows: readonly RowToRefresh[]): number =>
  rows.reduce((sum, { cells }) => sum + cells.filter(({ isDue }) => isDue).length, 0)
