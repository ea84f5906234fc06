/** Describes the history of a cell: each quote, and all of them in one sentence. */
import { moveBetween } from '../../../../shared/model/price/cell.ts'
import {
  findPrice,
  type Quote,
  type QuotedPrice,
  type QuoteOutcome,
} from '../../../../shared/model/price/quote.ts'
import { calendarDay, clockSeconds, clockTime } from '../../../format/time-text.ts'
import { pluralize, countText } from '../../../format/number-text.ts'
import { priceText } from '../../../format/price-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { explainFailure } from '../../../ui/failure-text.ts'

/**
 * Quotes as lines of a list, newest first, each price compared with the one before it. `says`: reason why there is no
 * price.
 */
export function listPastQuotes(quotes: readonly Quote[], now: number) {
  let before: QuotedPrice | undefined
  const answers = quotes.toReversed().map(quote => {
    const { id, at, outcome } = quote
    const price = findPrice(quote)
    const move = before && price && moveBetween(before, price)
    before = price ?? before
    return { id, when: whenText(at, now, clockSeconds), price, says: outcomeText(outcome), move }
  })
  return answers.reverse()
}

/** `14 quotes since 6:02 PM, 12 with a price. From +455 to +512, low +440, high +520.` */
export function summarizeHistory(
  quotes: readonly Quote[],
  { format, now }: Pick<DisplayContext, 'format' | 'now'>,
): string {
  const oldest = quotes.at(-1)
  if (oldest === undefined) return 'No quotes stored yet.'
  const all = `${pluralize(quotes.length, 'quote')} since ${whenText(oldest.at, now, clockTime)}`
  const prices = quotes.flatMap(quote => findPrice(quote) ?? [])
  const [last, first] = [prices[0], prices.at(-1)]
  if (last === undefined || first === undefined) return `${all}, none with a price.`
  const counts =
    prices.length < quotes.length ? `${all}, ${countText(prices.length)} with a price.` : `${all}.`
  const ranked = prices.toSorted((a, b) => a.decimal - b.decimal)
  const text = (price: QuotedPrice | undefined) => (price ? priceText(price, format) : '')
  if (ranked[0]?.decimal === ranked.at(-1)?.decimal) return `${counts} Always ${text(last)}.`
  return `${counts} From ${text(first)} to ${text(last)}, low ${text(ranked[0])}, high ${text(ranked.at(-1))}.`
}

function whenText(at: number, now: number, time: (at: number) => string): string {
  const day = calendarDay(at)
  return day === calendarDay(now) ? time(at) : `${day} ${time(at)}`
}

const words = { priced: '', 'no-price': 'No price', 'cannot-combine': 'Can’t combine' }

function outcomeText(outcome: QuoteOutcome): string {
  if (outcome.kind === 'message') return outcome.text
  return outcome.kind === 'failed' ? explainFailure(outcome.failure).headline : words[outcome.kind]
}
