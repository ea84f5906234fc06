/**
 * Changes of a row's cells since it was last sent to the windows. A row has some 4 KB of text and a new price 300
 * bytes, and a key pressed while prices stream waits for all of it to be written and read.
 */
import type { Cell, CellActivity } from '../price/cell.ts'
import type { Row, RowPatch } from './desk.ts'

export interface DiffOptions {
  /** True to patch the places of waiting cells, too: each call sent changes all of them. */
  readonly hasPlaces: boolean
}

/**
 * The patch that makes `after` of `before`; undefined when more than cells changed. Quotes, legs and the like are
 * compared by identity, so what is equal but new is sent again.
 */
export function diffRow(before: Row, after: Row, { hasPlaces }: DiffOptions): RowPatch | undefined {
  if (before.cells.length !== after.cells.length || !isSameBut('cells', before, after)) return undefined
  const cells: Cell[] = []
  const activities: RowPatch['activities'] = []
  for (const [at, cell] of after.cells.entries()) {
    const old = before.cells[at]
    if (old?.bookId !== cell.bookId) return undefined
    const { bookId, activity } = cell
    if (!isSameBut('activity', old, cell)) cells.push(cell)
    else if (!isSameActivity(old.activity, activity, hasPlaces)) activities.push({ bookId, activity })
  }
  return { id: after.id, cells, activities }
}

export const isEmptyPatch = ({ cells, activities }: RowPatch): boolean =>
  cells.length === 0 && activities.length === 0

/** Applies a patch to the row that it was made from. */
export function patchRow(row: Row, { cells, activities }: RowPatch): Row {
  const cellOf = new Map(cells.map(cell => [cell.bookId, cell]))
  const activityOf = new Map(activities.map(({ bookId, activity }) => [bookId, activity]))
  const patchCell = (cell: Cell): Cell => {
    const activity = activityOf.get(cell.bookId)
    return cellOf.get(cell.bookId) ?? (activity === undefined ? cell : { ...cell, activity })
  }
  return { ...row, cells: row.cells.map(patchCell) }
}

function isSameActivity(one: CellActivity, other: CellActivity, hasPlaces: boolean): boolean {
  if (one.kind !== 'waiting' || other.kind !== 'waiting') return one.kind === other.kind
  return one.startsAt === other.startsAt && (!hasPlaces || one.place === other.place)
}

/** True if all members but one are identical. */
function isSameBut<K extends string>(but: K, one: Record<K, unknown>, other: Record<K, unknown>): boolean {
  const others = new Map(Object.entries(other))
  return Object.entries(one).every(([name, value]) => name === but || others.get(name) === value)
}
