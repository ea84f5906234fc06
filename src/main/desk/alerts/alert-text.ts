/** What was seen, as the sentence that is shown, notified and kept. */
import type { AlertRule } from '../../../shared/model/parlay/alert.ts'
import type { QuotedPrice } from '../../../shared/model/price/quote.ts'
import { priceIn } from '../../../shared/odds/price-format.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { Sighting } from './alert-match.ts'

export interface Wording {
  readonly format: PriceFormat
  readonly nameOf: (bookId: string) => string
  readonly now: number
}

const minuteMs = 60_000
const mostBooksNamed = 4

export function sentenceOf(sighting: Sighting, rule: AlertRule, wording: Wording): string {
  const { format, nameOf, now } = wording
  switch (sighting.kind) {
    case 'price-reaches': {
      const { bookId, price } = sighting.cell
      const asked = rule.kind === 'price-reaches' ? ` You asked for ${written(rule.price, format)}.` : ''
      return `${nameOf(bookId)} is at ${written(price, format)}.${asked}`
    }
    case 'ev-over': {
      const { cell, worth } = sighting
      const by =
        worth.source === 'mine' ? 'your fair price' : `the consensus of ${cell.consensus?.books ?? 0} books`
      return `${nameOf(cell.bookId)} at ${written(cell.price, format)} has ${signed(worth.ev * 100)}% EV by ${by}.`
    }
    case 'books-move':
      return moveSentence(sighting, wording)
    case 'game-starts': {
      const minutes = Math.ceil((sighting.startAt - now) / minuteMs)
      const late =
        sighting.isLate && rule.kind === 'game-starts'
          ? ` You asked for ${rule.beforeMs / minuteMs} min before.`
          : ''
      return `${sighting.game.short} starts ${minutes === 0 ? 'now' : `in ${minutes} min`}.${late}`
    }
  }
}

function moveSentence(
  { direction, moves }: Extract<Sighting, { kind: 'books-move' }>,
  { nameOf }: Wording,
): string {
  const named = moves
    .slice(0, mostBooksNamed)
    .map(({ bookId, points }) => `${nameOf(bookId)} by ${Math.abs(points * 100).toFixed(1)}`)
  const others = moves.length > named.length ? ` and ${moves.length - named.length} more` : ''
  const books = moves.length === 1 ? '1 book' : `${moves.length} books`
  const way = direction === 'down' ? 'shorter' : 'longer'
  return `${books} moved ${way}: ${named.join(', ')}${others} (probability points).`
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`

function written({ text, format }: QuotedPrice, wanted: PriceFormat): string {
  const parsed = parsePrice(text, format)
  return parsed.ok ? priceIn(wanted, parsed.price).replace(/^-/, '−') : text
}
