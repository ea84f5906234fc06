/** Columns of the ledger's table: name, width, the order a first press sorts by, and the plain text that is copied. */
import { ticketResultNames } from '../../../../shared/model/ticket/result-names.ts'
import type { SortKey } from '../../../../shared/model/ticket/ledger-filter.ts'
import { majorText } from '../../../../shared/model/ticket/money.ts'
import type { TicketLine } from '../../../../shared/model/ticket/ticket-line.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { shortPriceText } from '../../../format/price-text.ts'
import { timeInput } from '../../../format/time-text.ts'
import { describeStanding, isCloseSoFar, legCountText, profitText, resultText } from '../ledger-text.ts'

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
  /** Set for a column that makes room for its widest text. */
  readonly fit?: ColumnFit
}

/** Widths in pixels at scale 1. */
interface ColumnFit {
  readonly text: (line: TicketLine, now: number) => string
  /** Room beside the text. */
  readonly extra: number
  readonly maxWidth: number
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
  {
    ...text('book', 'Book', [80, 3], ({ book }) => book.name),
    fit: { text: ({ book }) => book.name, extra: 0, maxWidth: 240 },
  },
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
  {
    ...text('legs', 'Status', [84, 10], ({ legs }) => legCountText(legs)),
    fit: { text: describeStanding, extra: 10, maxWidth: 170 },
  },
  {
    ...text('result', 'Result', [62, 2], ({ result }) => ticketResultNames[result]),
    fit: { text: resultText, extra: 36, maxWidth: 150 },
  },
  {
    ...numeric('profit', 'P/L', [56, 3], ({ profitMinor, currency }) =>
      profitMinor === null ? '' : majorText(profitMinor, currency),
    ),
    // Its figures have one width, that of a zero.
    fit: { text: line => profitText(line).replace(/\d/g, '0'), extra: 4, maxWidth: 120 },
  },
]

const scaled = (px: number) => `calc(${px}px * var(--scale))`

/** The columns with room for their widest texts; `measure`: width of a text in pixels at scale 1. */
export function fitColumns(
  columns: readonly TicketColumn[],
  { lines, now, measure }: { lines: readonly TicketLine[]; now: number; measure: (text: string) => number },
): readonly TicketColumn[] {
  return columns.map(column => {
    const { fit, width } = column
    if (fit === undefined) return column
    const texts = new Set(lines.map(line => fit.text(line, now)))
    const widest = Math.ceil(Math.max(0, ...[...texts].map(measure))) + fit.extra
    return { ...column, width: Math.min(Math.max(width, widest), fit.maxWidth) }
  })
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
