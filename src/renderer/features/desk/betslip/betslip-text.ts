/** Describes betslips and links. */
import type { BookRecord, SeenAtBook } from '../../../../shared/model/price/link-outcome.ts'
import { countText, pluralize, pointsText } from '../../../format/number-text.ts'
import { moneyText } from '../../../format/money.ts'

/** Target of a link: the host of a web address, else the book's app. */
export function linkTarget(link: string, book: string): string {
  const url = URL.parse(link)
  if (url === null) return 'not a link'
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : `${book} app`
}

/** `Bravo: 14 of 16 slips matched, 0.3 pp worse on average`. */
export function recordText(book: string, { asShown, noted, slippage }: BookRecord): string {
  const counts = `${book}: ${countText(asShown)} of ${pluralize(noted, 'slip')} matched`
  if (slippage === null || pointsText(slippage) === pointsText(0)) return counts
  const points = pointsText(Math.abs(slippage))
  return `${counts}, ${points} pp ${slippage > 0 ? 'worse' : 'better'} on average`
}

/** `Price matched.`, `Price was +480.`, `Limited to $25.` */
export function seenSentence(seen: SeenAtBook): string {
  if (seen.kind === 'as-shown') return 'Price matched.'
  if (seen.kind === 'refused') return 'Slip rejected.'
  return seen.kind === 'moved'
    ? `Price was ${seen.to.text}.`
    : `Limited to ${moneyText(seen.stake.minor, seen.stake.currency)}.`
}
