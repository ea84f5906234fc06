/** Betslips and links in words. */
import type { BookRecord, SeenAtBook } from '../../../../shared/model/price/link-outcome.ts'
import { countText, pointsText } from '../../../format/number-text.ts'
import { moneyText } from '../../../format/money.ts'

/** Target of a link: the host of a web address, else the scheme of the app that would take it. */
export function linkHost(link: string): string {
  const url = URL.parse(link)
  if (url === null) return 'not a link'
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : `an app (${url.protocol})`
}

/** `14 of 16 betslips as shown, 0.3 points worse on average`. */
export function recordText({ asShown, noted, slippage }: BookRecord): string {
  const counts = `${countText(asShown)} of ${countText(noted)} betslips as shown`
  if (slippage === null || pointsText(slippage) === pointsText(0)) return counts
  const points = pointsText(Math.abs(slippage))
  return `${counts}, ${points} points ${slippage > 0 ? 'worse' : 'better'} on average`
}

/** `as shown`, `moved to +480`, `limited to $25`. */
export function seenText(seen: SeenAtBook): string {
  if (seen.kind === 'as-shown') return 'as shown'
  if (seen.kind === 'refused') return 'refused'
  return seen.kind === 'moved'
    ? `moved to ${seen.to.text}`
    : `limited to ${moneyText(seen.stake.minor, seen.stake.currency)}`
}
