/**
 * A desk whose cells are priced from recorded moves, on a simulated clock: each second the product's allowance gives out
 * calls, and a policy chooses the cells. Answers come at once, to either policy.
 */
import { BookPaces } from '../../src/main/desk/planning/book-paces.ts'
import { RefreshAllowance } from '../../src/main/desk/planning/refresh-allowance.ts'
import {
  maxShares,
  RefreshPlan,
  type RefreshTick,
  type RowToRefresh,
} from '../../src/main/desk/planning/refresh-plan.ts'
import { weighRow } from '../../src/main/desk/planning/refresh-value.ts'
import { stepSeconds, type RecordedRow, type Recording } from './recorded-moves.ts'

/** Chooses cells at a tick. */
export type Policy = (
  rows: readonly RowToRefresh[],
  tick: RefreshTick,
) => readonly { readonly parlayId: number; readonly bookId: string }[]

export interface DeskPlan {
  /** Calls a minute that auto-refresh may plan. */
  readonly perMinute: number
  readonly everyMs: number
  /** Rows in view, the first ones. */
  readonly inView: number
  /** Seconds that are not counted, in which both policies leave the state of the start. */
  readonly warmUpSeconds: number
}

/** Times in seconds, summed over rows. */
export interface Watched {
  readonly calls: number
  /** Time with any price to take, that in which the best price on screen is the true one, and that in which its book is. */
  readonly offered: number
  readonly isTrue: number
  readonly isTrueBook: number
  /** Maximum age of a cell in view, in shares: the time of one turn of all cells. */
  readonly oldestShares: number
  /** CPU time of the policy a tick, ms. */
  readonly tickMs: number
}

interface CellState {
  readonly bookId: string
  readonly decimals: Float64Array
  at: number
  decimal: number | null
}

interface RowState {
  readonly id: number
  readonly recorded: RecordedRow
  readonly isInView: boolean
  readonly cells: readonly CellState[]
}

const tickMs = 1_000
const freshShare = 0.5
const noPriceMs = 60_000

export function watchDesk(
  recording: Recording,
  plan: DeskPlan,
  policy: Policy,
): { all: Watched; inView: Watched } {
  const paces = new BookPaces()
  const allowance = new RefreshAllowance()
  const rows = recording.rows.map((recorded, at): RowState => ({
    id: at + 1,
    recorded,
    isInView: at < plan.inView,
    cells: Array.from(recorded.books, ([bookId, decimals]) => ({
      bookId,
      decimals,
      at: 0,
      decimal: read(decimals, 0),
    })),
  }))
  const byId = new Map(rows.map(row => [row.id, row]))
  const cellCount = rows.reduce((sum, row) => sum + row.cells.length, 0)
  const shareMs = Math.max(plan.everyMs, (cellCount / plan.perMinute) * 60_000)
  const counts = { all: start(), inView: start() }
  let [calls, spentMs] = [0, 0]
  const end = recording.steps * stepSeconds * 1_000
  for (let now = tickMs; now < end; now += tickMs) {
    const free = Math.min(allowance.countFree(plan.perMinute, now), Math.ceil(plan.perMinute / 60))
    const startedAt = performance.now()
    const chosen = policy(
      rows.map(row => toRow(row, plan, now)),
      {
        calls: free,
        perMinute: plan.perMinute,
        now,
        paceOf: (id, stage) => paces.paceOf(id, stage),
      },
    )
    spentMs += performance.now() - startedAt
    allowance.use(chosen.length, now)
    if (now >= plan.warmUpSeconds * 1_000) calls += chosen.length
    for (const { parlayId, bookId } of chosen) {
      const row = byId.get(parlayId)
      const cell = row?.cells.find(each => each.bookId === bookId)
      if (row === undefined || cell === undefined) continue
      const decimal = read(cell.decimals, now)
      if (decimal !== null && cell.decimal !== null)
        paces.add({
          bookId,
          stage: stageOf(row, now),
          gapMs: now - cell.at,
          move: Math.log(decimal - 1) - Math.log(cell.decimal - 1),
        })
      cell.at = now
      cell.decimal = decimal
    }
    if (now < plan.warmUpSeconds * 1_000) continue
    for (const row of rows) {
      judge(row, now, counts.all)
      if (row.isInView) judge(row, now, counts.inView)
      if (row.isInView && hasPrices(row, now))
        counts.inView.oldestShares = Math.max(counts.inView.oldestShares, findAge(row, now) / shareMs)
    }
  }
  const finish = (sums: ReturnType<typeof start>) => ({ ...sums, calls, tickMs: (spentMs * tickMs) / end })
  return { all: finish(counts.all), inView: finish(counts.inView) }
}

const start = () => ({ offered: 0, isTrue: 0, isTrueBook: 0, oldestShares: 0 })

const read = (decimals: Float64Array, now: number): number | null => {
  const decimal = decimals[Math.floor(now / 1_000 / stepSeconds)] ?? NaN
  return Number.isNaN(decimal) ? null : decimal
}

/** Age of the oldest cell of a row, ms. */
const findAge = ({ cells }: RowState, now: number) => now - Math.min(...cells.map(({ at }) => at))
const hasPrices = (row: RowState, now: number) =>
  row.cells.some(({ decimals }) => read(decimals, now) !== null)
const stageOf = ({ recorded }: RowState, now: number) => (recorded.startAt * 1_000 <= now ? 'live' : 'before')

function toRow(row: RowState, { everyMs }: DeskPlan, now: number): RowToRefresh {
  return {
    parlayId: row.id,
    stage: stageOf(row, now),
    isInView: row.isInView,
    isSelected: false,
    isPinned: false,
    weight: weighRow({
      isInView: row.isInView,
      isPinned: false,
      alerts: 0,
      ev: null,
      startsInMs: row.recorded.startAt * 1_000 - now,
    }),
    cells: row.cells.map(({ bookId, at, decimal }) => {
      const freshUntil = at + (decimal === null ? noPriceMs : everyMs * freshShare)
      const logOdds = decimal === null ? null : Math.log(decimal - 1)
      return { bookId, at, freshUntil, logOdds, isDue: now > freshUntil }
    }),
  }
}

/** Compares the best price on screen with the prices that the books have now. */
function judge({ cells }: RowState, now: number, sums: ReturnType<typeof start>): void {
  const truth = Math.max(...cells.map(({ decimals }) => read(decimals, now) ?? 0))
  if (truth === 0) return
  sums.offered += tickMs / 1_000
  const shown = Math.max(...cells.map(({ decimal }) => decimal ?? 0))
  const best = cells.find(({ decimal }) => decimal === shown)
  const isTrueBook = best !== undefined && read(best.decimals, now) === truth
  if (isTrueBook) sums.isTrueBook += tickMs / 1_000
  if (isTrueBook && shown === truth) sums.isTrue += tickMs / 1_000
}

/** Round robin at its best: always the cell that was priced longest ago. */
export const chooseOldest: Policy = (rows, { calls }) =>
  rows
    .flatMap(({ parlayId, cells }) =>
      cells.flatMap(({ bookId, at, isDue }) => (isDue ? [{ parlayId, bookId, at }] : [])),
    )
    .sort((a, b) => a.at - b.at)
    .slice(0, calls)

/**
 * Round robin that knows the view: rows out of view get the calls of their floor, those in view all others, the oldest
 * cell first in both.
 */
export function createLanesInTurn(): Policy {
  let elsewhere = 0
  return (rows, tick) => {
    const [seen, unseen] = [rows.filter(row => row.isInView), rows.filter(row => !row.isInView)]
    const count = (some: typeof rows) => some.reduce((sum, { cells }) => sum + cells.length, 0)
    elsewhere += (tick.calls * count(unseen)) / count(rows) / maxShares.elsewhere
    const calls = Math.floor(elsewhere)
    elsewhere -= calls
    return [
      ...chooseOldest(unseen, { ...tick, calls }),
      ...chooseOldest(seen, { ...tick, calls: tick.calls - calls }),
    ]
  }
}

export function createValuePolicy(): Policy {
  const plan = new RefreshPlan()
  return (rows, tick) => plan.choose(rows, tick)
}
