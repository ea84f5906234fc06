/** State of a promotion now, and the reasons why it cannot be used. */
import type { PromotionLine } from '../../../../shared/model/accounts/promotion.ts'
import { timeAndDay } from '../../../format/time-text.ts'

type PromotionState = 'open' | 'later' | 'expired' | 'spent' | 'ended'

export function findPromotionState({ ended, usesLeft, terms }: PromotionLine, now: number): PromotionState {
  if (ended !== null) return 'ended'
  if (usesLeft === 0) return 'spent'
  if (terms.endsAt !== null && terms.endsAt <= now) return 'expired'
  return terms.startsAt !== null && terms.startsAt > now ? 'later' : 'open'
}

/** `Open`, `1 of 2 left`, `Spent`, `Expired`, `From 6:00 PM`, `Ended`. */
export function promotionStateText(line: PromotionLine, now: number): string {
  const { usesLeft, terms } = line
  switch (findPromotionState(line, now)) {
    case 'open':
      return terms.uses === 1 ? 'Open' : `${usesLeft} of ${terms.uses} left`
    case 'later':
      return `From ${timeAndDay(terms.startsAt ?? now, now)}`
    case 'expired':
      return 'Expired'
    case 'spent':
      return 'Spent'
    case 'ended':
      return 'Ended'
  }
}
