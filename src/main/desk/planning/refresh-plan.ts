/**
 * Chooses the cells that are priced next when calls are short: most by the value of the call (refresh-value.ts), and as
 * many in turn as are needed that no row starves.
 *
 * The share of a cell is the time in which all cells would be priced once in turn. A call in turn goes to the oldest
 * cell of its lane, so a cell waits there for at most one call of each other cell. At the rates below that takes less
 * than two shares in view and four elsewhere, whatever the calls by value do.
 */
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import { rateCells, type BookPace, type GameStage } from './refresh-value.ts'

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

export interface RefreshTick {
  /** Maximum calls. */
  readonly calls: number
  /** Epoch ms. */
  readonly now: number
  readonly paceOf: (bookId: string, stage: GameStage) => BookPace
}

interface Candidate {
  readonly cell: CellAddress
  readonly at: number
  readonly value: number
  readonly isInView: boolean
}

type Lane = 'inView' | 'elsewhere'
const laneOf = ({ isInView }: { readonly isInView: boolean }): Lane => (isInView ? 'inView' : 'elsewhere')

/** Maximum age of a cell, in shares. */
export const maxShares: Readonly<Record<Lane, number>> = { inView: 2, elsewhere: 4 }
/** Room for answers that take their time, and for calls in whole numbers. */
const room = 0.9
/** Share of the newest call in the mean value of calls. */
const smoothing = 0.1

export class RefreshPlan {
  /** Calls in turn that each lane has yet to get; less than one. */
  readonly #due: Record<Lane, number> = { inView: 0, elsewhere: 0 }
  #lowestValue = 0

  /** Mean value of the last calls that were chosen by value: a cell above it is about to be priced. */
  get lowestValue(): number {
    return this.#lowestValue
  }

  /** The cells to price now, at most `calls`. */
  choose(rows: readonly RowToRefresh[], tick: RefreshTick): CellAddress[] {
    const candidates = rows.flatMap(row => rateRow(row, tick))
    if (candidates.length <= tick.calls) return candidates.sort(byValue).map(({ cell }) => cell)
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
    for (const candidate of candidates.sort(byValue)) {
      if (chosen.size >= tick.calls) break
      chosen.add(candidate)
      this.#lowestValue += (candidate.value - this.#lowestValue) * smoothing
    }
    return [...chosen].map(({ cell }) => cell)
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
  return row.cells.flatMap(({ bookId, at, isDue }, place) => {
    const cell = { parlayId: row.parlayId, bookId }
    return isDue ? [{ cell, at, isInView: row.isInView, value: values[place] ?? 0 }] : []
  })
}

/** Value of a call for each cell of a row at a time. */
function rateRowAt({ stage, weight, cells }: RowToRefresh, { now, paceOf }: Omit<RefreshTick, 'calls'>) {
  const best = Math.max(...cells.map(({ logOdds }) => logOdds ?? -Infinity))
  const rated = cells.map(({ bookId, at, logOdds }) => ({
    ...paceOf(bookId, stage),
    ageMs: now - at,
    behind: logOdds === null ? null : best - logOdds,
  }))
  return rateCells(rated, weight)
}

export interface DueOptions extends Omit<RefreshTick, 'calls'> {
  readonly perMinute: number
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
