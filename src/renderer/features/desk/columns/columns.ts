/** The grid's columns as data: one for each book that is on, and the place of each in the room there is. */
import type { Book } from '../../../../shared/model/game/book.ts'
import type { GridLayout } from '../../../../shared/model/settings/settings.ts'

export interface BookColumn {
  readonly bookId: string
  readonly name: string
}

export interface GridColumn extends BookColumn {
  /** Stays at the left while the others scroll. */
  readonly isFrozen: boolean
  /** As the user set it, in CSS pixels; undefined shares the room there is. */
  readonly width: number | undefined
}

/** Frozen columns first, else in the user's order. */
export function toColumns(books: readonly Book[], { frozen, widths }: GridLayout): GridColumn[] {
  const columns = books
    .filter(book => book.isOn)
    .map(({ id, name }) => ({
      bookId: id,
      name,
      isFrozen: frozen.includes(id),
      width: widths.find(({ bookId }) => bookId === id)?.px,
    }))
  return columns.toSorted((a, b) => Number(b.isFrozen) - Number(a.isFrozen))
}

/** Width of the pane of best prices, in CSS pixels. */
export const bestWidth = 88
/** A book's column grows where there is room, and by itself never gets narrower than a price with its move. */
export const minBookWidth = 76
/** Frozen columns take at most this share of the room: the others must stay in reach. */
const maxFrozenShare = 0.6

/** Width of the parlays' pane, in a grid of that width. */
export const nameWidth = (gridWidth: number): number =>
  Math.round(Math.min(260, Math.max(150, gridWidth * 0.3)))

/** Width that a grid of that width leaves for books. */
export const bookRoom = (gridWidth: number): number =>
  Math.max(0, gridWidth - nameWidth(gridWidth) - bestWidth)

export interface PlacedColumn extends GridColumn {
  /** Among all columns, from 0. */
  readonly index: number
  /** From the left edge of the first column. */
  readonly left: number
  readonly px: number
  /** Frozen, and there is room for it to be. */
  readonly sticks: boolean
  /** Its place, ready for `style`. */
  readonly style: string
}

/**
 * The columns placed, and the width of all together. `room`: the width left for books; a surplus goes to the columns
 * without a width of their own.
 */
export function placeColumns(columns: readonly GridColumn[], room: number) {
  const free = columns.filter(({ width }) => width === undefined).length
  const taken = columns.reduce((sum, { width }) => sum + (width ?? minBookWidth), 0)
  const share = free === 0 ? 0 : Math.max(0, Math.floor((room - taken) / free))
  let end = 0
  const placed = columns.map((column, index): PlacedColumn => {
    const px = column.width ?? minBookWidth + share
    const left = end
    end += px
    const sticks = column.isFrozen && end <= room * maxFrozenShare
    const from = sticks ? `calc(var(--name-width) + ${left}px)` : `${left}px`
    return { ...column, index, left, px, sticks, style: `left:${from};width:${px}px` }
  })
  return { columns: placed, width: end }
}
