/** The grid's columns as data: one for each book that is on, and their positions in the available width. */
import type { Book } from '../../../../shared/model/game/book.ts'
import type { GridLayout } from '../../../../shared/model/settings/settings.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { shortenBookNames } from './book-short.ts'

export interface BookColumn {
  readonly bookId: string
  readonly name: string
}

export interface GridColumn extends BookColumn {
  /** Its name in the header. */
  readonly short: string
  /** Stays at the left while the others scroll. */
  readonly isFrozen: boolean
  /** Set by the user, in CSS pixels; undefined for a share of the available width. */
  readonly width: number | undefined
}

/** Frozen columns first, else in the user's order. */
export function toColumns(books: readonly Book[], { frozen, widths }: GridLayout): GridColumn[] {
  const shown = books.filter(book => book.isOn)
  const short = shortenBookNames(shown.map(({ name }) => name))
  const columns = shown.map(({ id, name }, at) => ({
    bookId: id,
    name,
    short: short[at] ?? name,
    isFrozen: frozen.includes(id),
    width: widths.find(({ bookId }) => bookId === id)?.px,
  }))
  return columns.toSorted((a, b) => Number(b.isFrozen) - Number(a.isFrozen))
}

/** Sizes that depend on the columns' content, in CSS pixels. */
export interface ColumnSizes {
  /** Minimum width of a book's column, unless the user set one: that of a price. */
  readonly minBook: number
  /** The pane of best values. */
  readonly best: number
  /** Number of columns in that pane. */
  readonly bests: number
  /** Maximum width of the parlays' pane where the columns need the room. */
  readonly maxName: number
  /** The same where all columns have room for the names of their books. */
  readonly wideName: number
  /** Width of a header's text with the space beside it. */
  readonly headWidth: (short: string) => number
}

/** Characters of the longest usual price: longer ones are set smaller. */
const priceLengths: Readonly<Record<PriceFormat, number>> = {
  american: 5,
  decimal: 5,
  hong_kong: 5,
  malaysian: 5,
  indonesian: 6,
  fractional: 6,
  probability: 6,
}
/** Width of a figure at the size of prices (12 px), and the space beside a price in its cell. */
const figureWidth = 7.7
const cellPadding = 9.5

/** `scale`: of type and measures, 1 in a window of usual size. `textWidth`: of a header's text. */
export function toColumnSizes(
  format: PriceFormat,
  scale: number,
  textWidth: (text: string) => number,
): ColumnSizes {
  const priceWidth = priceLengths[format] * figureWidth + cellPadding
  return {
    minBook: Math.ceil(priceWidth * scale),
    best: Math.ceil(62 * scale),
    bests: 1,
    maxName: Math.ceil(440 * scale),
    wideName: Math.ceil(640 * scale),
    headWidth: short => Math.ceil(textWidth(short) + 9 * scale),
  }
}

/** Maximum share of the width for frozen columns, so that others stay visible. */
const maxFrozenShare = 0.6

/** Share of the grid's width for the parlays' pane: the minimum, and the maximum if the columns leave room. */
const nameShare = { min: 0.245, max: 0.32 }
const minName = 170

/** Column width that feels roomy, as a multiple of the minimum. */
const roomyShare = 1.25

/**
 * Width of the parlays' pane. It gets the width that books do not need, up to its maximum, so that legs are not cut; it
 * never pushes a book out of view. Beyond that it gets what is left by columns with whole names and roomy prices.
 */
export function nameWidth(gridWidth: number, columns: readonly GridColumn[], sizes: ColumnSizes): number {
  const least = Math.min(sizes.maxName, Math.max(minName, gridWidth * nameShare.min))
  const room = gridWidth - least - sizes.best
  let taken = 0
  for (const column of columns) {
    const px = minWidth(column, sizes)
    if (taken + px > room) break
    taken += px
  }
  const most = Math.max(least, Math.min(sizes.maxName, gridWidth * nameShare.max))
  const usual = Math.min(most, least + Math.max(0, room - taken))
  return Math.floor(
    Math.max(usual, Math.min(sizes.wideName, leaveRoomy(gridWidth - sizes.best, columns, sizes))),
  )
}

function leaveRoomy(room: number, columns: readonly GridColumn[], sizes: ColumnSizes): number {
  const roomy = Math.ceil(sizes.minBook * roomyShare)
  return columns.reduce(
    (left, { width, name }) => left - (width ?? Math.max(roomy, sizes.headWidth(name))),
    room,
  )
}

/**
 * Width of the pane of best values with the whole names of their books; undefined where the heads of the books and the
 * parlays have no room for their names beside it.
 */
export function namedBestWidth(
  gridWidth: number,
  columns: readonly GridColumn[],
  sizes: ColumnSizes,
): number | undefined {
  const longest = Math.max(sizes.best / sizes.bests, ...columns.map(({ name }) => sizes.headWidth(name)))
  const widths = columns.map(({ width, name }) => width ?? Math.max(sizes.minBook, sizes.headWidth(name)))
  const best = longest * sizes.bests
  const needed = widths.reduce((sum, px) => sum + px, sizes.maxName + best)
  return needed <= gridWidth ? best : undefined
}

const minWidth = ({ width, short }: GridColumn, sizes: ColumnSizes): number =>
  width ?? Math.max(sizes.minBook, sizes.headWidth(short))

export interface PlacedColumn extends GridColumn {
  /** Among all columns, from 0. */
  readonly index: number
  /** From the left edge of the first column. */
  readonly left: number
  readonly px: number
  /** True when it is frozen and there is room for that. */
  readonly sticks: boolean
  /** Its position, for `style`. */
  readonly style: string
  /** Its whole name where all heads have room for theirs, else the short one. */
  readonly title: string
}

/**
 * Surplus of the room for the free columns, in whole pixels: of all of them, or else of the first that fit, so that none is
 * half in view. The first `rest` of them get one pixel more than `share`.
 */
function shareOf(columns: readonly { min: number; isFree: boolean }[], room: number) {
  let [taken, free] = [0, 0]
  for (const { min, isFree } of columns) {
    if (taken + min > room) break
    taken += min
    free += Number(isFree)
  }
  if (free === 0) return { share: 0, rest: 0 }
  return { share: Math.floor((room - taken) / free), rest: Math.floor(room - taken) % free }
}

/**
 * Widens the columns that do not fit, so that none is half in view either when the grid is scrolled to its end: the last
 * columns then fill the room, too.
 */
function fillEnd(columns: readonly { px: number; isFree: boolean }[], room: number): readonly number[] {
  const widths = columns.map(({ px }) => px)
  const first = columns.length - countFitting(widths.toReversed(), room)
  const shown = widths.slice(first)
  const from = Math.max(first, countFitting(widths, room))
  const widened = columns.flatMap(({ isFree }, at) => (isFree && at >= from ? [at] : []))
  if (shown.length === 0 || widened.length === 0) return widths
  const surplus = Math.floor(room - shown.reduce((sum, px) => sum + px, 0))
  const share = Math.floor(surplus / widened.length)
  const rest = surplus - share * widened.length
  return widths.map((px, at) => px + (widened.includes(at) ? share : 0) + (at === widened.at(-1) ? rest : 0))
}

/** Number of columns, from the first, that fit in the room. */
function countFitting(widths: readonly number[], room: number): number {
  let taken = 0
  const beyond = widths.findIndex(px => (taken += px) > room)
  return beyond === -1 ? widths.length : beyond
}

/**
 * Positions the columns, and returns their total width. `room`: width for all books; surplus goes to columns without a
 * set width.
 */
export function placeColumns(columns: readonly GridColumn[], room: number, sizes: ColumnSizes) {
  // Whole names beside short ones look like two kinds of books. A width that the user set changes its own head alone.
  const wholeWidths = columns.map(column => minWidth({ ...column, short: column.name }, sizes))
  const areNamed = wholeWidths.reduce((sum, px) => sum + px, 0) <= room
  const minWidths = areNamed ? wholeWidths : columns.map(column => minWidth(column, sizes))
  const { share, rest } = shareOf(
    columns.map(({ width }, at) => ({ min: minWidths[at] ?? 0, isFree: width === undefined })),
    room,
  )
  let [end, free] = [0, 0]
  const shared = columns.map(({ width }, at) => ({
    px: width ?? (minWidths[at] ?? 0) + share + Number(free++ < rest),
    isFree: width === undefined,
  }))
  const widths = fillEnd(shared, room)
  const placed = columns.map((column, index): PlacedColumn => {
    const px = widths[index] ?? 0
    const left = end
    end += px
    const sticks = column.isFrozen && end <= room * maxFrozenShare
    const from = sticks ? `calc(var(--name-width) + ${left}px)` : `${left}px`
    const title = areNamed && sizes.headWidth(column.name) <= px ? column.name : column.short
    return { ...column, index, left, px, sticks, title, style: `left:${from};width:${px}px` }
  })
  return { columns: placed, width: end }
}

/**
 * The scroll position nearest to `at` that cuts no column at the left end of the room; at the end of the scroll none is
 * cut at the right either.
 */
export function snapToColumn(
  at: number,
  { columns, width }: ReturnType<typeof placeColumns>,
  room: number,
): number {
  const end = Math.max(0, width - room)
  const stuck = columns.reduce((sum, { sticks, px }) => sum + (sticks ? px : 0), 0)
  const edges = columns.filter(({ sticks }) => !sticks).map(({ left }) => left - stuck)
  const distance = (place: number) => Math.abs(place - at)
  return [...edges.filter(place => place < end), end].reduce((one, other) =>
    distance(other) < distance(one) ? other : one,
  )
}
