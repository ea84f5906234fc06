/** Where each column stands. Pure: widths in, places out, in CSS pixels. */
import type { GridLayout } from '../../../../shared/model/settings/grid-layout.ts'
import type { GridColumn } from './columns.ts'

export const headHeight = 34
export const rowHeights: Readonly<Record<GridLayout['density'], number>> = { comfortable: 40, compact: 30 }
/** A book's column grows where there is room, and by itself never gets narrower than a price with its move. */
export const minBookWidth = 76
export const bestWidth = 88
/** Frozen columns take at most this share of the room: the others must stay in reach. */
const maxFrozenShare = 0.6

/** The parlays' pane, in a grid of that width. */
export const nameWidth = (gridWidth: number): number =>
  Math.round(Math.min(260, Math.max(150, gridWidth * 0.3)))

/** What a grid of that width leaves for books. */
export const roomIn = (gridWidth: number): number => Math.max(0, gridWidth - nameWidth(gridWidth) - bestWidth)

export interface PlacedColumn extends GridColumn {
  /** Among all columns, from 0. */
  readonly index: number
  /** From the left edge of the first column. */
  readonly left: number
  readonly px: number
  /** Frozen, and there is room for it to be. */
  readonly sticks: boolean
  /** What places it, ready for `style`. */
  readonly style: string
}

export interface ColumnLayout {
  readonly columns: readonly PlacedColumn[]
  /** Of all columns. */
  readonly width: number
}

/** `room`: what the grid's width leaves for books. What is over goes to the columns without a width of their own. */
export function placeColumns(columns: readonly GridColumn[], room: number): ColumnLayout {
  const free = columns.filter(({ width }) => width === undefined).length
  const taken = columns.reduce((sum, { width }) => sum + (width ?? minBookWidth), 0)
  const share = free === 0 ? 0 : Math.max(0, Math.floor((room - taken) / free))
  let left = 0
  const placed = columns.map((column, index) => {
    const px = column.width ?? minBookWidth + share
    const place = placeOf(column, { index, left, px, room })
    left += px
    return place
  })
  return { columns: placed, width: left }
}

function placeOf(
  column: GridColumn,
  { room, ...at }: { index: number; left: number; px: number; room: number },
): PlacedColumn {
  const sticks = column.isFrozen && at.left + at.px <= room * maxFrozenShare
  const left = sticks ? `calc(var(--name-width) + ${at.left}px)` : `${at.left}px`
  return { ...column, ...at, sticks, style: `left:${left};width:${at.px}px` }
}
