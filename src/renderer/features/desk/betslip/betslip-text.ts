/** What the screen says of betslips that were noted. */
import type { BookRecord, SeenAtBook } from '../../../../shared/model/price/link-outcome.ts'
import { countText } from '../../../format/count.ts'
import { moneyText } from '../../../format/money.ts'
import { pointsText } from '../../../format/share-text.ts'

/** `14 of 16 betslips as shown, 0.3 points worse on average`. */
export function recordText({ asShown, noted, slippage }: BookRecord): string {
  const counts = `${countText(asShown)} of ${countText(noted)} betslips as shown`
  if (slippage === null || pointsText(slippage) === pointsText(0)) return counts
  const points = pointsText(Math.abs(slippage))
  return `${counts}, ${points} points ${slippage > 0 ? 'worse' : 'better'} on average`
}

/** What was noted: `as shown`, `moved to +480`, `limited to $25`. */
export function seenText(seen: SeenAtBook): string {
  if (seen.kind === 'as-shown') return 'as shown'
  if (seen.kind === 'refused') return 'refused'
  return seen.kind === 'moved'
    ? `moved to ${seen.to.text}`
    : `limited to ${moneyText(seen.stake.minor, seen.stake.currency)}`
}
