/**
 * Chooses the cells that are priced next when calls are short. Four lanes share the calls: the selected row; the calls
 * of the highest value (refresh-value.ts); and the rows in view and elsewhere in turn, so that none starves. The lane
 * that got the least of its share is served next.
 *
 * Prices are compared only with other fresh ones: those of a live game with those of the same seconds. So the selected
 * row, and a live one that got a call by value, is finished before any other is begun. Where the limit is so low that
 * single calls would never add up to a row of about one time, every row is, and by value those with an interval of their
 * own come first.
 *
 * The share of a cell is the time in which all cells would be priced once in turn. A call in turn goes to the oldest
 * cell of its lane, so a cell waits there for at most one call of each other cell. At the rates below that takes less
 * than two shares in view and four elsewhere, whatever the other lanes do.
 */
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import { maxSharesInView, refreshesWholeRows, selectedShare } from '../../../shared/model/settings/budget.ts'
import { rateCells, type BookPace, type GameStage, type RowStakes } from './refresh-value.ts'

export interface CellToRefresh {
  readonly bookId: string
  /** Time of its last answer, epoch ms; -Infinity for none. */
  readonly at: number
  /** Time from which that answer is no longer fresh, epoch ms. */
  readonly freshUntil: number
  /** Log-odds of its last price; null without one. */
  readonly logOdds: number | null
  /** False for a cell that waits for its answer, or whose answer is fresh. */
  readonly isDue: boolean
}

export interface RowToRefresh {
  readonly parlayId: number
  readonly stage: GameStage
  readonly isInView: boolean
  /** It has the selected cell of a window. */
  readonly isSelected: boolean
  /** The user gave it an interval of its own. */
  readonly isPinned: boolean
  /** See `weighRow`. */
  readonly weight: number
  readonly cells: readonly CellToRefresh[]
}

/** A row to refresh with the facts that its weight depends on, as far as the desk knows them. */
export type DeskRowToRefresh = Omit<RowToRefresh, 'weight' | 'isPinned'> &
  Pick<RowStakes, 'ev' | 'startsInMs'>

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
}

/** A cell to price, and the lane whose share it is taken from. */
interface InLane {
  readonly lane: Lane
  readonly candidate: Candidate
}

/** A row with cells that are due, at least one. */
interface OpenRow {
  readonly row: RowToRefresh
  /** The highest value first. */
  cells: readonly Candidate[]
  /** True where a call in turn is followed by the other calls of the row. */
  readonly isWholeInTurn: boolean
}

type ViewLane = 'inView' | 'elsewhere'
const viewLaneOf = ({ isInView }: { readonly isInView: boolean }): ViewLane =>
  isInView ? 'inView' : 'elsewhere'

/** Order of the lanes that got equally much. */
const lanes = ['selected', 'value', 'inView', 'elsewhere'] as const
type Lane = (typeof lanes)[number]
type Shares = Readonly<Record<Lane, number>>

/** Maximum age of a cell, in shares. */
export const maxShares: Readonly<Record<ViewLane, number>> = { inView: maxSharesInView, elsewhere: 4 }
/** Room for answers that take their time, and for calls in whole rows. */
const room = 0.9
/** Share of the newest call in the mean value of calls. */
const smoothing = 0.1

export class RefreshPlan {
  /** Calls that each lane got, divided by its share. */
  readonly #served: Record<Lane, number> = { selected: 0, value: 0, inView: 0, elsewhere: 0 }
  /** Lanes that had a row when the last one was chosen. */
  #waiting: ReadonlySet<Lane> = new Set()
  /** The row that is finished before another begins; its cells are those not answered since then (epoch ms). */
  #current: { readonly parlayId: number; readonly lane: Lane; readonly startedAt: number } | undefined
  /** Mean value of the last calls of the lane by value. */
  #lowestValue = 0

  /** The cells to price now, at most `calls`. */
  choose(rows: readonly RowToRefresh[], tick: RefreshTick): CellAddress[] {
    const open = new Map(rows.flatMap(row => openRow(row, tick)))
    const wanted = open.values().reduce((sum, { cells }) => sum + cells.length, 0)
    if (wanted <= tick.calls) {
      this.#current = undefined
      const all = [...open.values()].flatMap(({ cells }) => cells)
      return all.sort(byValue).map(({ cell }) => cell)
    }
    const shares = divideCalls(
      rows,
      [...open.values()].map(({ row }) => row),
      tick,
    )
    return Array.from({ length: tick.calls }, () => this.#take(open, shares, tick.now))
  }

  #take(open: Map<number, OpenRow>, shares: Shares, now: number): CellAddress {
    const { lane, candidate } = this.#continue(open) ?? this.#begin([...open.values()], now)
    this.#served[lane] += 1 / shares[lane]
    if (lane === 'value') this.#lowestValue += (candidate.value - this.#lowestValue) * smoothing
    const row = open.get(candidate.cell.parlayId)
    if (row !== undefined) row.cells = row.cells.filter(each => each !== candidate)
    if (row?.cells.length === 0) open.delete(candidate.cell.parlayId)
    return candidate.cell
  }

  /** The next cell of the row that was begun. A row that left its lane is finished in its turn: that lane may have no share. */
  #continue(open: ReadonlyMap<number, OpenRow>): InLane | undefined {
    if (this.#current === undefined) return undefined
    const { parlayId, lane, startedAt } = this.#current
    const begun = open.get(parlayId)
    const candidate = begun?.cells.find(({ at }) => at < startedAt)
    if (begun === undefined || candidate === undefined) return undefined
    return { lane: isInLane(begun.row, lane) ? lane : viewLaneOf(begun.row), candidate }
  }

  /** Chooses the lane that is served next, and its first cell. */
  #begin(open: readonly OpenRow[], now: number): InLane {
    const firsts = lanes.flatMap(lane => {
      const first = findFirst(open, lane)
      return first === undefined ? [] : [{ lane, ...first }]
    })
    this.#rejoin(new Set(firsts.map(({ lane }) => lane)))
    const next = firsts.reduce((least, each) =>
      this.#served[each.lane] < this.#served[least.lane] ? each : least,
    )
    const { parlayId } = next.candidate.cell
    this.#current = isFinished(next) ? { parlayId, lane: next.lane, startedAt: now } : undefined
    return next
  }

  /** A lane that had no row has no claim to the calls that the others got meanwhile. */
  #rejoin(waiting: ReadonlySet<Lane>): void {
    const stayed = [...waiting].filter(lane => this.#waiting.has(lane))
    const least = stayed.length === 0 ? 0 : Math.min(...stayed.map(lane => this.#served[lane]))
    for (const lane of waiting)
      if (!this.#waiting.has(lane)) this.#served[lane] = Math.max(this.#served[lane], least)
    this.#waiting = waiting
  }

  /**
   * Time until a cell is priced, ms: by its value, and at the latest when its turn comes; not while its answer is fresh.
   * `rows`: all that are refreshed, also those not yet due. Undefined for a cell that is in none of them.
   */
  estimateDue(
    rows: readonly RowToRefresh[],
    { parlayId, bookId }: CellAddress,
    tick: Omit<RefreshTick, 'calls'>,
  ): number | undefined {
    const row = rows.find(each => each.parlayId === parlayId)
    const cell = row?.cells.find(each => each.bookId === bookId)
    if (row === undefined || cell === undefined) return undefined
    const callMs = 60_000 / tick.perMinute
    const freshMs = Math.max(0, cell.freshUntil - tick.now)
    const begun = rows.find(each => each.parlayId === this.#current?.parlayId)
    const begunCells = begun?.cells.filter(({ at }) => at < (this.#current?.startedAt ?? -Infinity)) ?? []
    if (begunCells.includes(cell)) return Math.max(freshMs, begunCells.length * callMs)
    const waits = this.#countLaneWaits(rows, { row, cell }, tick)
    const inMs = Math.min(...waits.map(calls => (begunCells.length + calls) * callMs))
    return Math.max(freshMs, Math.min(inMs, this.#findValueMs(rows, { row, cell }, tick)))
  }

  /** Calls of all lanes until the cell is priced, in each lane that will get to it whatever its value is. */
  #countLaneWaits(
    rows: readonly RowToRefresh[],
    { row, cell }: CellInRow,
    tick: Omit<RefreshTick, 'calls'>,
  ): number[] {
    const shares = divideCalls(rows, rows, tick)
    const least = Math.min(...[...this.#waiting].map(lane => this.#served[lane]))
    const debtOf = (lane: Lane) => (Number.isFinite(least) ? Math.max(0, this.#served[lane] - least) : 0)
    const lane = viewLaneOf(row)
    const ownLane = rows.filter(each => viewLaneOf(each) === lane)
    const waits = [
      debtOf(lane) +
        countTurns(ownLane, { row, cell }, { ...tick, begunId: this.#current?.parlayId }) / shares[lane],
    ]
    if (row.isSelected) waits.push(debtOf('selected') * (1 - shares.selected) + row.cells.length)
    if (comesFirst(row, tick)) {
      const first = rows.filter(each => comesFirst(each, tick)).flatMap(({ cells }) => cells)
      waits.push(debtOf('value') + first.length / shares.value)
    }
    return waits
  }

  /** Time at which the lane by value gets to a cell, ms; infinite where it chooses whole rows. */
  #findValueMs(
    rows: readonly RowToRefresh[],
    { row, cell }: CellInRow,
    tick: Omit<RefreshTick, 'calls'>,
  ): number {
    if (refreshesWholeRows(row.cells.length, tick.perMinute) || rows.some(each => comesFirst(each, tick)))
      return Infinity
    const place = row.cells.indexOf(cell)
    const valueIn = (inMs: number) => rateRowAt(row, { ...tick, now: tick.now + inMs })[place] ?? 0
    const own = valueIn(0)
    const ahead = rows.reduce(
      (sum, each) => sum + rateRowAt(each, tick).filter(value => value > own).length,
      0,
    )
    const queueMs = ((ahead + 1) / divideCalls(rows, rows, tick).value) * (60_000 / tick.perMinute)
    for (let inMs = 1_000; inMs < maxValueMs; inMs *= stepGrowth)
      if (valueIn(inMs) >= this.#lowestValue) return Math.max(inMs, queueMs)
    return Infinity
  }
}

interface CellInRow {
  readonly row: RowToRefresh
  readonly cell: CellToRefresh
}

/** Steps of the search for the time at which a cell is worth a call: each a tenth longer than the one before. */
const stepGrowth = 1.1
const maxValueMs = 3_600_000

const byValue = (a: Candidate, b: Candidate): number => b.value - a.value || a.at - b.at
const byAge = (a: Candidate, b: Candidate): number => a.at - b.at

interface Next {
  readonly candidate: Candidate
  readonly open: OpenRow
}

/** The cell by which a lane would begin its next row; undefined when it has none that is due. */
function findFirst(rows: readonly OpenRow[], lane: Lane): Next | undefined {
  const compare = lane === 'value' ? byValue : byAge
  const own = rows.filter(({ row }) => isInLane(row, lane))
  const pinned = lane === 'value' ? own.filter(({ row, isWholeInTurn }) => isWholeInTurn && row.isPinned) : []
  let first: Next | undefined
  for (const open of pinned.length > 0 ? pinned : own)
    for (const candidate of open.cells)
      if (first === undefined || compare(candidate, first.candidate) < 0) first = { candidate, open }
  return first
}

/** True for a row that is finished once a lane has begun it. */
function isFinished({ lane, open: { row, isWholeInTurn } }: Next & { readonly lane: Lane }): boolean {
  return isWholeInTurn || lane === 'selected' || (lane === 'value' && row.stage === 'live')
}

function isInLane(row: RowToRefresh, lane: Lane): boolean {
  if (lane === 'selected') return row.isSelected
  return lane === 'value' || viewLaneOf(row) === lane
}

/** True for a row with an interval of its own on a plan so small that it goes before all others by value. */
const comesFirst = (
  { isPinned, cells }: RowToRefresh,
  { perMinute }: Pick<RefreshTick, 'perMinute'>,
): boolean => isPinned && refreshesWholeRows(cells.length, perMinute)

/** The part of all calls that each lane gets while the open rows wait; more than 0 in each that has a row. */
function divideCalls(
  rows: readonly RowToRefresh[],
  open: readonly RowToRefresh[],
  tick: Pick<RefreshTick, 'perMinute'>,
): Shares {
  const cells = countCells(rows)
  const total = cells.inView + cells.elsewhere
  const inView = cells.inView / total / (maxShares.inView * room)
  const elsewhere = cells.elsewhere / total / (maxShares.elsewhere * room)
  const left = 1 - inView - elsewhere
  const most = Math.min(selectedShare, open.some(row => comesFirst(row, tick)) ? left / 2 : left)
  const selected = open.some(({ isSelected }) => isSelected) ? most : 0
  return { selected, value: left - selected, inView, elsewhere }
}

function countCells(rows: readonly RowToRefresh[]): Record<ViewLane, number> {
  const count = { inView: 0, elsewhere: 0 }
  for (const row of rows) count[viewLaneOf(row)] += row.cells.length
  return count
}

/** Calls of its lane until a cell is priced in turn, its own included. `begunId`: the row that is finished before. */
function countTurns(
  lane: readonly RowToRefresh[],
  { row, cell }: CellInRow,
  { perMinute, begunId }: Pick<RefreshTick, 'perMinute'> & { readonly begunId: number | undefined },
): number {
  if (!refreshesWholeRows(row.cells.length, perMinute))
    return 1 + lane.flatMap(each => each.cells.filter(({ at }) => at < cell.at)).length
  const oldestOf = ({ parlayId, cells }: RowToRefresh) =>
    parlayId === begunId ? Infinity : Math.min(...cells.map(({ at }) => at))
  const ahead = lane.filter(each => oldestOf(each) < oldestOf(row))
  return row.cells.length + ahead.reduce((sum, { cells }) => sum + cells.length, 0)
}

function openRow(row: RowToRefresh, tick: RefreshTick): (readonly [id: number, row: OpenRow])[] {
  const values = rateRowAt(row, tick)
  const cells = row.cells.flatMap(({ bookId, at, isDue }, place) => {
    const cell = { parlayId: row.parlayId, bookId }
    return isDue ? [{ cell, at, value: values[place] ?? 0 }] : []
  })
  if (cells.length === 0) return []
  return [
    [
      row.parlayId,
      {
        row,
        cells: cells.sort(byValue),
        isWholeInTurn: refreshesWholeRows(row.cells.length, tick.perMinute),
      },
    ],
  ]
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
