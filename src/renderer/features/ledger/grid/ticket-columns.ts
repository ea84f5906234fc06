/** Columns of the ledger's table: name, width, the order a first press sorts by, and the plain text that is copied. */
import type { SortKey } from '../../../../shared/model/ticket/ledger-filter.ts'
import { majorText } from '../../../../shared/model/ticket/money.ts'
import type { TicketLine } from '../../../../shared/model/ticket/ticket-line.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { shortPriceText } from '../../../format/price-text.ts'
import { timeInput } from '../../../format/time-text.ts'
import { isCloseSoFar, legCountText, ticketResultNames } from '../ledger-text.ts'

export interface TicketColumn {
  readonly key: SortKey
  readonly name: string
  /** Explains a short name. */
  readonly hint?: string
  /** Minimum, in pixels at scale 1. */
  readonly width: number
  /** Share of the room that is left. */
  readonly share: number
  readonly isNumeric: boolean
  readonly isDescendingFirst: boolean
  readonly copy: (line: TicketLine, format: PriceFormat) => string
}

const text = (
  key: SortKey,
  name: string,
  [width, share]: readonly [width: number, share: number],
  copy: TicketColumn['copy'],
): TicketColumn => ({
  key,
  name,
  width,
  share,
  isNumeric: false,
  isDescendingFirst: false,
  copy,
})
const numeric = (...column: Parameters<typeof text>): TicketColumn => ({
  ...text(...column),
  isNumeric: true,
  isDescendingFirst: true,
})

/** False before the start, when a copied number could be taken for the last one. */
const isCloseFinal = (line: TicketLine): boolean => !isCloseSoFar(line, Date.now())

/** As in ticket-grid.css, in pixels at scale 1. */
const columnGap = 8
const sidePadding = 12

export const ticketColumns: readonly TicketColumn[] = [
  {
    ...text('placed', 'Placed', [104, 0], ({ placedAt }) => timeInput(placedAt).replace('T', ' ')),
    isDescendingFirst: true,
  },
  text('title', 'Parlay', [208, 20], ({ title }) => title),
  text('book', 'Book', [80, 3], ({ book }) => book.name),
  numeric('price', 'Price', [56, 2], ({ price }, format) => shortPriceText(price, format)),
  numeric('stake', 'Stake', [70, 2], ({ stakeMinor, currency }) => majorText(stakeMinor, currency)),
  {
    ...numeric('close', 'Close', [56, 2], (line, format) =>
      line.closing.kind === 'priced' && isCloseFinal(line) ? shortPriceText(line.closing.price, format) : '',
    ),
    hint: 'The book’s last price before the start; in parentheses until then',
  },
  {
    ...numeric('clv', 'CLV', [60, 2], line =>
      line.clv === null || !isCloseFinal(line) ? '' : `${(100 * line.clv).toFixed(2)}%`,
    ),
    hint: 'How much more your price pays than the close; in parentheses until the start',
  },
  text('legs', 'Status', [84, 10], ({ legs }) => legCountText(legs)),
  text('result', 'Result', [92, 2], ({ result }) => ticketResultNames[result]),
  numeric('profit', 'P/L', [80, 3], ({ profitMinor, currency }) =>
    profitMinor === null ? '' : majorText(profitMinor, currency),
  ),
]

const scaled = (px: number) => `calc(${px}px * var(--scale))`

/** Most of a book's name that makes room for itself; pixels at scale 1. */
const maxBookWidth = 240

/** The columns with room for the widest name of a book; `measure`: width of a text in pixels at scale 1. */
export function fitBooks(
  columns: readonly TicketColumn[],
  names: ReadonlySet<string>,
  measure: (text: string) => number,
): readonly TicketColumn[] {
  const widest = Math.ceil(Math.max(0, ...[...names].map(measure)))
  return columns.map(column =>
    column.key === 'book'
      ? { ...column, width: Math.min(Math.max(column.width, widest), maxBookWidth) }
      : column,
  )
}

/** Tracks of the columns, as CSS. */
export const toTracks = (columns: readonly TicketColumn[]): string =>
  columns
    .map(({ width, share }) => (share === 0 ? scaled(width) : `minmax(${scaled(width)}, ${share}fr)`))
    .join(' ')

/** Minimum width, below which the table scrolls sideways. */
export const toMinWidth = (columns: readonly TicketColumn[]): string =>
  scaled(columns.reduce((sum, { width }) => sum + width + columnGap, 2 * sidePadding - columnGap))

/** The names of the columns, then a row a ticket. */
export const toTable = (
  lines: readonly TicketLine[],
  columns: readonly TicketColumn[],
  format: PriceFormat,
): string[][] => [
  columns.map(({ name }) => name),
  ...lines.map(line => columns.map(({ copy }) => copy(line, format))),
]
