/** State of a promotion now, and how much of a deposit match is bet. */
import type { PromotionLine } from '../../../../shared/model/accounts/promotion.ts'
import { usualLegCost } from '../../../../shared/value/play-through.ts'
import { moneyText } from '../../../format/money.ts'
import { dayText, timeAndDay } from '../../../format/time-text.ts'

type PromotionState = 'open' | 'later' | 'expired' | 'spent' | 'cleared' | 'ended'

export function findPromotionState(
  { ended, usesLeft, terms, playThrough }: PromotionLine,
  now: number,
): PromotionState {
  if (ended !== null) return 'ended'
  if (playThrough !== null && playThrough.doneMinor >= playThrough.neededMinor) return 'cleared'
  if (usesLeft === 0) return 'spent'
  if (terms.endsAt !== null && terms.endsAt <= now) return 'expired'
  return terms.startsAt !== null && terms.startsAt > now ? 'later' : 'open'
}

/** `Open`, `1 of 2 left`, `$120 of $500 bet`, `Spent`, `Cleared`, `Expired`, `From 6:00 PM`, `Ended`. */
export function promotionStateText(line: PromotionLine, currency: string, now: number): string {
  const { usesLeft, terms, playThrough } = line
  const money = (minor: number) => moneyText(minor, currency)
  switch (findPromotionState(line, now)) {
    case 'open':
      if (playThrough !== null)
        return `${money(playThrough.doneMinor)} of ${money(playThrough.neededMinor)} bet`
      if (terms.kind === 'depositMatch') return 'No deposit yet'
      return terms.uses === 1 ? 'Open' : `${usesLeft} of ${terms.uses} left`
    case 'later':
      return `From ${timeAndDay(terms.startsAt ?? now, now)}`
    case 'expired':
      return 'Expired'
    case 'spent':
      return 'Spent'
    case 'cleared':
      return 'Cleared'
    case 'ended':
      return 'Ended'
  }
}

/** The rest of an open deposit match, and its worth; undefined for other promotions. */
export function playThroughText(
  line: PromotionLine,
  currency: string,
  now: number,
): { readonly text: string; readonly hint: string } | undefined {
  const { playThrough } = line
  if (line.terms.kind !== 'depositMatch' || findPromotionState(line, now) !== 'open') return undefined
  if (playThrough === null)
    return {
      text: 'Matches the first deposit',
      hint: 'The first deposit in this account from the start of the match on, or from the day you added it. For an earlier deposit, enter its day as the start.',
    }
  const money = (minor: number) => moneyText(minor, currency)
  const { day, depositMinor, bonusMinor, openMinor, leftMinor, worthMinor } = playThrough
  const open = openMinor === 0 ? '' : ` ${money(openMinor)} is on open tickets.`
  return {
    text: `${money(leftMinor)} left · worth ${money(worthMinor)}`,
    hint: `Deposit of ${money(depositMinor)}, bonus ${money(bonusMinor)}. Decided tickets since ${dayText(day)} count.${open} Worth: the bonus less ${usualLegCost * 100}% a leg of what is left.`,
  }
}
