/**
 * Chooses the cells that are priced next when calls are short: most by the value of the call (refresh-value.ts), and as
 * many in turn as are needed that no row starves.
 *
 * The share of a cell is the time in which all cells would be priced once in turn. A call in turn goes to the oldest
 * cell of its lane, so a cell waits there for at most one call of each other cell. At the rates below that takes less
 * than two shares in view and four elsewhere, whatever the calls by value do.
 *
 * Prices of a live game are compared only with those of the same seconds. So a live row that got a call by value is
 * finished before any other, where the limit allows that within this time.
 */
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import { maxLiveSpreadMs } from '../../../shared/model/price/row-value.ts'
import { maxSharesInView } from '../../../shared/model/settings/budget.ts'
import { rateCells, type BookPace, type GameStage, type RowStakes } from './refresh-value.ts'

export interface CellToRefresh {
  readonly bookId: string
  /** Time of its last answer, epoch ms; -Infinity for none. */
  readonly at: number
  /** Log-odds of its last price; null without one. */
  readonly logOdds: number | null
  /** False for a cell that waits for its answer, or whose answer is fresh. */
  readonly isDue: boolean
}

export interface RowToRefresh {
  readonly parlayId: number
  readonly stage: GameStage
  readonly isInView: boolean
  /** See `weighRow`. */
  readonly weight: number
  readonly cells: readonly CellToRefresh[]
}

/** A row to refresh with the facts that its weight depends on, as far as the desk knows them. */
export type DeskRowToRefresh = Omit<RowToRefresh, 'weight'> & Pick<RowStakes, 'ev' | 'startsInMs'>

export interface RefreshTick {
  /** Maximum calls. */
  readonly calls: number
  /** Calls a minute over many ticks. */
  readonly perMinute: number
  /** Epoch ms. */
  readonly now: number
  readonly paceOf: (bookId: string, stage: GameStage) => BookPace
}

interface Candidate {
  readonly cell: CellAddress
  readonly at: number
  readonly value: number
  readonly isInView: boolean
  /** True in a row whose prices must be of about one time, and can be. */
  readonly isInBurst: boolean
}

type Lane = 'inView' | 'elsewhere'
const laneOf = ({ isInView }: { readonly isInView: boolean }): Lane => (isInView ? 'inView' : 'elsewhere')

/** Maximum age of a cell, in shares. */
export const maxShares: Readonly<Record<Lane, number>> = { inView: maxSharesInView, elsewhere: 4 }
/** Room for answers that take their time, and for calls in whole numbers. */
const room = 0.9
/** Share of the newest call in the mean value of calls. */
const smoothing = 0.1

export class RefreshPlan {
  /** Calls in turn that each lane has yet to get; less than one. */
  readonly #due: Record<Lane, number> = { inView: 0, elsewhere: 0 }
  #lowestValue = 0
  /** Rows whose other cells come before all calls by value. */
  readonly #begun = new Set<number>()

  /** Mean value of the last calls that were chosen by value: a cell above it is about to be priced. */
  get lowestValue(): number {
    return this.#lowestValue
  }

  /** The cells to price now, at most `calls`. */
  choose(rows: readonly RowToRefresh[], tick: RefreshTick): CellAddress[] {
    const candidates = rows.flatMap(row => rateRow(row, tick))
    if (candidates.length <= tick.calls) {
      this.#begun.clear()
      return candidates.sort(byValue).map(({ cell }) => cell)
    }
    const cells = countCells(rows)
    const total = cells.inView + cells.elsewhere
    const chosen = new Set<Candidate>()
    for (const lane of ['inView', 'elsewhere'] as const) {
      this.#due[lane] += (tick.calls * cells[lane]) / total / (maxShares[lane] * room)
      const count = Math.floor(this.#due[lane])
      this.#due[lane] -= count
      if (count === 0) continue
      const own = candidates.filter(each => laneOf(each) === lane)
      for (const oldest of own.sort(byAge).slice(0, count)) chosen.add(oldest)
    }
    const isBegun = ({ cell }: Candidate) => this.#begun.has(cell.parlayId)
    const sorted = candidates.sort(byValue)
    for (const candidate of this.#inBursts([...sorted.filter(isBegun), ...sorted])) {
      if (chosen.size >= tick.calls) break
      if (chosen.has(candidate)) continue
      chosen.add(candidate)
      if (!isBegun(candidate)) this.#lowestValue += (candidate.value - this.#lowestValue) * smoothing
      if (candidate.isInBurst) this.#begun.add(candidate.cell.parlayId)
    }
    const left = new Set(candidates.flatMap(each => (chosen.has(each) ? [] : [each.cell.parlayId])))
    for (const parlayId of this.#begun) if (!left.has(parlayId)) this.#begun.delete(parlayId)
    return [...chosen].map(({ cell }) => cell)
  }

  /** The candidates in their order, the first of a burst followed by the others of its row. */
  *#inBursts(candidates: readonly Candidate[]): Generator<Candidate> {
    const ofRow = Map.groupBy(candidates, ({ cell }) => cell.parlayId)
    for (const candidate of candidates) {
      yield candidate
      if (candidate.isInBurst) yield* ofRow.get(candidate.cell.parlayId) ?? []
    }
  }
}

const byAge = (a: Candidate, b: Candidate): number => a.at - b.at
const byValue = (a: Candidate, b: Candidate): number => b.value - a.value || byAge(a, b)

function countCells(rows: readonly RowToRefresh[]): Record<Lane, number> {
  const count = { inView: 0, elsewhere: 0 }
  for (const row of rows) count[laneOf(row)] += row.cells.length
  return count
}

function rateRow(row: RowToRefresh, tick: RefreshTick): Candidate[] {
  const values = rateRowAt(row, tick)
  const burstMs = (row.cells.length / tick.perMinute) * 60_000
  const isInBurst = row.stage === 'live' && burstMs <= maxLiveSpreadMs * room
  return row.cells.flatMap(({ bookId, at, isDue }, place) => {
    const cell = { parlayId: row.parlayId, bookId }
    return isDue ? [{ cell, at, isInView: row.isInView, isInBurst, value: values[place] ?? 0 }] : []
  })
}

/** Value of a call for each cell of a row at a time. */
function rateRowAt(
  { stage, weight, cells }: RowToRefresh,
  { now, paceOf }: Pick<RefreshTick, 'now' | 'paceOf'>,
) {
  const best = Math.max(...cells.map(({ logOdds }) => logOdds ?? -Infinity))
  const rated = cells.map(({ bookId, at, logOdds }) => ({
    ...paceOf(bookId, stage),
    ageMs: now - at,
    behind: logOdds === null ? null : best - logOdds,
  }))
  return rateCells(rated, weight)
}

export interface DueOptions extends Omit<RefreshTick, 'calls'> {
  /** Value above which cells are priced, see `RefreshPlan.lowestValue`. */
  readonly lowestValue: number
  /** Age from which a cell may be priced again, ms. */
  readonly minAgeMs: number
}

/** Steps of the search for the time of a cell's call: each a tenth longer than the one before. */
const stepGrowth = 1.1

/**
 * Time until a cell is priced, ms, by the present plan: when its value passes that of the calls chosen now, and at the
 * latest when its turn comes. Undefined for a cell that is in none of these rows.
 */
export function estimateDue(
  rows: readonly RowToRefresh[],
  address: CellAddress,
  { perMinute, lowestValue, minAgeMs, now, paceOf }: DueOptions,
): number | undefined {
  const row = rows.find(({ parlayId }) => parlayId === address.parlayId)
  const place = row?.cells.findIndex(({ bookId }) => bookId === address.bookId) ?? -1
  const cell = row?.cells[place]
  if (row === undefined || cell === undefined) return undefined
  const lane = laneOf(row)
  const ahead = rows
    .filter(other => laneOf(other) === lane)
    .reduce((sum, { cells }) => sum + cells.filter(({ at }) => at < cell.at).length, 0)
  const cells = countCells(rows)
  const turnsAMinute = (perMinute * cells[lane]) / (cells.inView + cells.elsewhere) / (maxShares[lane] * room)
  const turnMs = ((ahead + 1) / turnsAMinute) * 60_000
  const fromMs = Math.max(0, minAgeMs - (now - cell.at))
  for (let inMs = Math.max(fromMs, 1_000); inMs < turnMs; inMs *= stepGrowth)
    if ((rateRowAt(row, { now: now + inMs, paceOf })[place] ?? 0) >= lowestValue) return inMs
  return Math.max(fromMs, turnMs)
}
