/** Columns of the ledger's table: name, width, the order a first press sorts by, and the plain text that is copied. */
import type { SortKey } from '../../../../shared/model/ticket/ledger-filter.ts'
import { majorText } from '../../../../shared/model/ticket/money.ts'
import type { TicketLine } from '../../../../shared/model/ticket/ticket-line.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { priceText } from '../../../format/price-text.ts'
import { timeInput } from '../../../format/time-text.ts'
import { legCountText, ticketResultNames } from '../ledger-text.ts'

export interface TicketColumn {
  readonly key: SortKey
  readonly name: string
  /** Explains a short name. */
  readonly hint?: string
  /** Track of the grid; pixels at scale 1. */
  readonly width: number | readonly [min: number, share: number]
  readonly isNumeric: boolean
  readonly isDescendingFirst: boolean
  readonly copy: (line: TicketLine, format: PriceFormat) => string
}

const text = (
  key: SortKey,
  name: string,
  width: TicketColumn['width'],
  copy: TicketColumn['copy'],
): TicketColumn => ({
  key,
  name,
  width,
  isNumeric: false,
  isDescendingFirst: false,
  copy,
})
const numeric = (key: SortKey, name: string, width: number, copy: TicketColumn['copy']): TicketColumn => ({
  ...text(key, name, width, copy),
  isNumeric: true,
  isDescendingFirst: true,
})

/** As in ticket-grid.css, in pixels at scale 1. */
const columnGap = 10
const sidePadding = 12

export const ticketColumns: readonly TicketColumn[] = [
  {
    ...text('placed', 'Placed', 104, ({ placedAt }) => timeInput(placedAt).replace('T', ' ')),
    isDescendingFirst: true,
  },
  text('title', 'Parlay', [176, 3], ({ title }) => title),
  text('book', 'Book', [70, 1], ({ book }) => book.name),
  numeric('price', 'Price', 56, ({ price }, format) => priceText(price, format)),
  numeric('stake', 'Stake', 70, ({ stakeMinor, currency }) => majorText(stakeMinor, currency)),
  {
    ...numeric('close', 'Close', 56, ({ closing }, format) =>
      closing.kind === 'priced' ? priceText(closing.price, format) : '',
    ),
    hint: 'The book’s last price before the start',
  },
  {
    ...numeric('clv', 'CLV', 54, ({ clv }) => (clv === null ? '' : `${(100 * clv).toFixed(2)}%`)),
    hint: 'How much more your price pays than the close',
  },
  text('legs', 'Status', [128, 1.2], ({ legs }) => legCountText(legs)),
  text('result', 'Result', 92, ({ result }) => ticketResultNames[result]),
  numeric('profit', 'P/L', 84, ({ profitMinor, currency }) =>
    profitMinor === null ? '' : majorText(profitMinor, currency),
  ),
]

/** Tracks of the columns, as CSS. */
export const toTracks = (columns: readonly TicketColumn[]): string =>
  columns
    .map(({ width }) =>
      typeof width === 'number'
        ? `calc(${width}px * var(--scale))`
        : `minmax(calc(${width[0]}px * var(--scale)), ${width[1]}fr)`,
    )
    .join(' ')

/** Minimum width, below which the table scrolls sideways. */
export function toMinWidth(columns: readonly TicketColumn[]): string {
  const widths = columns.map(({ width }) => (typeof width === 'number' ? width : width[0]))
  const px = widths.reduce((sum, width) => sum + width + columnGap, 2 * sidePadding - columnGap)
  return `calc(${px}px * var(--scale))`
}

/** The names of the columns, then a row a ticket. */
export const toTable = (
  lines: readonly TicketLine[],
  columns: readonly TicketColumn[],
  format: PriceFormat,
): string[][] => [
  columns.map(({ name }) => name),
  ...lines.map(line => columns.map(({ copy }) => copy(line, format))),
]
