/** Columns of the ledger's table: name, width, the order a first press sorts by, and the plain text that is copied. */
import type { ColumnKey } from '../../../../shared/model/settings/view.ts'
import { reviewTasks, ticketResultNames } from '../../../../shared/model/ticket/result-names.ts'
import { sortKeys, type SortKey } from '../../../../shared/model/ticket/ledger-filter.ts'
import { majorText } from '../../../../shared/model/ticket/money.ts'
import type { TicketLine } from '../../../../shared/model/ticket/ticket-line.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { shortPriceText } from '../../../format/price-text.ts'
import { timeAndDay, timeInput } from '../../../format/time-text.ts'
import {
  describeStanding,
  isCloseSoFar,
  leaguesText,
  listTicketNotes,
  noVigClvText,
  profitText,
  resultText,
} from '../ledger-text.ts'

export interface TicketColumn {
  readonly key: ColumnKey
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
  /** Text that is never cut, up to the largest width. */
  readonly text: (line: TicketLine, now: number) => string
  /** Text that is whole as soon as the window has room. */
  readonly roomy?: (line: TicketLine, now: number) => string
  /** Room beside the text. */
  readonly extra: number
  readonly maxWidth: number
}

const text = (
  key: ColumnKey,
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

/** The task of a ticket that needs the user, without the count of its legs. */
const nameTaskOrStanding = (line: TicketLine, now: number): string =>
  line.review === null ? describeStanding(line, now) : reviewTasks[line.review]

export const isSortKey = (key: ColumnKey): key is SortKey => sortKeys.some(each => each === key)

/** As in ticket-grid.css, in pixels at scale 1. */
const columnGap = 8
const sidePadding = 12

export const ticketColumns: readonly TicketColumn[] = [
  {
    ...text('placed', 'Placed', [104, 0], ({ placedAt }) => timeInput(placedAt).replace('T', ' ')),
    isDescendingFirst: true,
    fit: { text: ({ placedAt }, now) => timeAndDay(placedAt, now), extra: 4, maxWidth: 150 },
  },
  {
    ...text('title', 'Parlay', [208, 20], ({ title }) => title),
    fit: {
      text: () => '',
      roomy: line => [line.title, ...listTicketNotes(line), ...line.tags].join(' · '),
      extra: 40,
      maxWidth: 208,
    },
  },
  {
    ...text('tags', 'Tags', [72, 3], ({ tags }) => tags.join(', ')),
    fit: { text: () => '', roomy: ({ tags }) => tags.join(', '), extra: 4, maxWidth: 72 },
  },
  {
    ...text('league', 'League', [84, 3], leaguesText),
    fit: { text: () => '', roomy: leaguesText, extra: 4, maxWidth: 84 },
  },
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
    hint: 'This book’s last price before the start, its margin included; in parentheses until then',
  },
  {
    ...numeric('clv', 'CLV', [60, 2], line =>
      line.clv === null || !isCloseFinal(line) ? '' : `${(100 * line.clv).toFixed(2)}%`,
    ),
    hint: 'How much more your price pays than this book’s close, its margin included: no proof of an edge. The ticket’s dialog has the no-vig CLV too. In parentheses until the start',
  },
  {
    ...numeric('no-vig-clv', 'No-vig CLV', [74, 2], line =>
      line.closeP === undefined || !isCloseFinal(line)
        ? ''
        : noVigClvText(line, Date.now()).replace('−', '-'),
    ),
    hint: 'How much more your price pays than the close without this book’s margin, where that is known. In parentheses until the start',
  },
  {
    ...text('legs', 'Status', [84, 10], line => describeStanding(line, Date.now())),
    fit: { text: nameTaskOrStanding, roomy: describeStanding, extra: 12, maxWidth: 170 },
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

/** All columns in their places; one that these lack, as one of a newer version, comes after its usual neighbor. */
export function placeColumns(places: readonly ColumnKey[]): readonly TicketColumn[] {
  const keys = places.filter(key => ticketColumns.some(column => column.key === key))
  for (const [at, { key }] of ticketColumns.entries()) {
    const before = ticketColumns[at - 1]
    if (!keys.includes(key)) keys.splice(before === undefined ? 0 : keys.indexOf(before.key) + 1, 0, key)
  }
  return keys.flatMap(key => ticketColumns.filter(column => column.key === key))
}

const scaled = (px: number) => `calc(${px}px * var(--scale))`

/** A parlay of many legs wants no more room than this. */
const maxRoomy = 640

/** The standing of a leg wants no more room than this: a note of how it was graded again is long. */
const maxLegStanding = 260

interface FitRequest {
  readonly lines: readonly TicketLine[]
  /** The standings of the legs shown, in the column of the status. */
  readonly legStandings: readonly string[]
  readonly now: number
  /** Width of a text in pixels at scale 1. */
  readonly measure: (text: string) => number
}

/**
 * The columns with room for their widest texts. What is left goes to the texts that can be cut, in proportion to their
 * widths, so that all of them are whole where that is possible; other columns grow once these have twice their width.
 */
export function fitColumns(
  columns: readonly TicketColumn[],
  { lines, legStandings, now, measure }: FitRequest,
): readonly TicketColumn[] {
  const widestOf = (texts: readonly string[]) => Math.ceil(Math.max(0, ...[...new Set(texts)].map(measure)))
  const findWidest = (toText: ColumnFit['text'], extra: number) =>
    widestOf(lines.map(line => toText(line, now))) + extra
  const legStanding = Math.min(widestOf(legStandings) + columnGap, maxLegStanding)
  return columns.map(column => {
    const { key, fit, share } = column
    const needed = fit === undefined ? 0 : Math.min(findWidest(fit.text, fit.extra), fit.maxWidth)
    const width = Math.max(column.width, needed)
    const roomy = fit?.roomy === undefined ? width / 2 : Math.min(findWidest(fit.roomy, fit.extra), maxRoomy)
    const wanted = fit?.roomy === undefined ? roomy : Math.max(roomy, width, key === 'legs' ? legStanding : 0)
    return { ...column, width, share: share === 0 ? 0 : Math.round(wanted) }
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
