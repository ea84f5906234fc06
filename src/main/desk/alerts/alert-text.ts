/** Describes an alert's match in the sentence that is shown, notified and stored. */
import type { AlertRule } from '../../../shared/model/parlay/alert.ts'
import type { QuotedPrice } from '../../../shared/model/price/quote.ts'
import { priceIn } from '../../../shared/odds/price-format.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { AlertMatch } from './alert-match.ts'

export interface MatchContext {
  readonly format: PriceFormat
  readonly nameOf: (bookId: string) => string
  readonly now: number
}

const minuteMs = 60_000
const maxBooksNamed = 4

export function describeMatch(match: AlertMatch, rule: AlertRule, context: MatchContext): string {
  const { format, nameOf, now } = context
  switch (match.kind) {
    case 'price-reaches': {
      const { bookId, price } = match.cell
      const asked = rule.kind === 'price-reaches' ? ` Your alert: ${formatPrice(rule.price, format)}.` : ''
      return `${nameOf(bookId)} is at ${formatPrice(price, format)}.${asked}`
    }
    case 'ev-over': {
      const { cell, worth } = match
      const by = describeSource(match, nameOf)
      return `${nameOf(cell.bookId)} at ${formatPrice(cell.price, format)} has ${formatSigned(worth.ev * 100)}% EV by ${by}.`
    }
    case 'books-move':
      return describeMove(match, context)
    case 'game-starts': {
      const minutes = Math.ceil((match.startAt - now) / minuteMs)
      const late =
        match.isLate && rule.kind === 'game-starts'
          ? ` Your alert: ${rule.beforeMs / minuteMs} min before.`
          : ''
      return `${match.game.short} starts ${minutes === 0 ? 'now' : `in ${minutes} min`}.${late}`
    }
  }
}

function describeSource(
  { cell, worth: { source, partition } }: Extract<AlertMatch, { kind: 'ev-over' }>,
  nameOf: MatchContext['nameOf'],
): string {
  if (source === 'mine') return 'your fair price'
  if (partition === undefined) return `the consensus of ${cell.consensus?.books ?? 0} books`
  const [only = '', ...others] = partition.bookIds
  if (partition.isOwn) return 'its own margin'
  return others.length === 0
    ? `${nameOf(only)}’s fair price`
    : `the fair prices of ${partition.bookIds.length} books`
}

function describeMove(
  { direction, moves }: Extract<AlertMatch, { kind: 'books-move' }>,
  { format, nameOf }: MatchContext,
): string {
  const named = moves
    .slice(0, maxBooksNamed)
    .map(
      ({ bookId, from, to }) =>
        `${nameOf(bookId)} ${formatPrice(from, format)} to ${formatPrice(to, format)}`,
    )
  const others = moves.length > named.length ? ` and ${moves.length - named.length} more` : ''
  const books = moves.length === 1 ? '1 book' : `${moves.length} books`
  const change = direction === 'down' ? 'down' : 'up'
  return `${books} moved ${change}: ${named.join(', ')}${others}.`
}

const formatSigned = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`

/** A price in the format shown, with a minus sign that no line breaks at. */
export function formatPrice({ text, format }: QuotedPrice, shown: PriceFormat): string {
  const parsed = parsePrice(text, format)
  return parsed.ok ? priceIn(shown, parsed.price).replace(/^-/, '−') : text
}
