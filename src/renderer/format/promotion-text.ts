/** Texts of promotions: their kinds, names and terms. */
import type { PromotionKind, PromotionTerms } from '../../shared/model/accounts/promotion.ts'
import type { PromotionObstacle } from '../../shared/value/promotions.ts'
import { moneyText } from './money.ts'
import { timeAndDay } from './time-text.ts'

/** In the order of lists. */
export const promotionKinds: readonly PromotionKind[] = [
  'profitBoost',
  'oddsBoost',
  'bonusBet',
  'insurance',
  'depositMatch',
]

/** The user's name of it, or else its main terms: `25% profit boost`, `Bonus bet $25`. */
export const promotionName = (terms: PromotionTerms, currency: string): string =>
  terms.name || describeMain(terms, currency)

function describeMain(terms: PromotionTerms, currency: string): string {
  switch (terms.kind) {
    case 'profitBoost':
      return `${terms.percent}% profit boost`
    case 'oddsBoost':
      return `Odds boost to ${terms.odds.text}`
    case 'bonusBet':
      return `Bonus bet ${moneyText(terms.maxStakeMinor, currency)}`
    case 'insurance':
      return `No-sweat bet ${moneyText(terms.maxStakeMinor, currency)}`
    case 'depositMatch':
      return `${terms.percent}% deposit match`
  }
}

/** Its limits, in the order in which a book writes them: `stake up to $50 · 3+ legs · +100 or longer`. */
function listPromotionLimits(terms: PromotionTerms, currency: string): string[] {
  const { maxStakeMinor, minOdds, minLegs, uses } = terms
  const money = (minor: number) => moneyText(minor, currency)
  const isFixedStake = terms.kind === 'bonusBet' || terms.kind === 'insurance'
  const maxExtra = 'maxExtraMinor' in terms ? terms.maxExtraMinor : null
  const staked = terms.kind === 'depositMatch' ? 'deposit' : 'stake'
  return [
    ...(terms.kind === 'oddsBoost' ? [terms.title] : []),
    ...(maxStakeMinor === null || isFixedStake ? [] : [`${staked} up to ${money(maxStakeMinor)}`]),
    ...(maxExtra === null ? [] : [`up to ${money(maxExtra)} extra`]),
    ...(terms.kind === 'depositMatch' ? [`bet ${terms.playThrough} times`] : []),
    ...(minLegs === null ? [] : [`${minLegs}+ legs`]),
    ...(minOdds === null ? [] : [`${minOdds.text} or longer`]),
    ...(uses === 1 ? [] : [`${uses} uses`]),
  ]
}

/** `25% profit boost · stake up to $50 · until Nov 24`. */
export function promotionText(terms: PromotionTerms, currency: string, now = Date.now()): string {
  const { startsAt, endsAt } = terms
  return [
    promotionName(terms, currency),
    ...listPromotionLimits(terms, currency),
    ...(startsAt === null || startsAt <= now ? [] : [`from ${timeAndDay(startsAt, now)}`]),
    ...(endsAt === null ? [] : [`until ${timeAndDay(endsAt, now)}`]),
  ].join(' · ')
}

/** The reason why a promotion does not apply, in a few words: `needs 3+ legs`. */
export function obstacleText(obstacle: PromotionObstacle, terms: PromotionTerms, now: number): string {
  switch (obstacle) {
    case 'used-up':
      return 'used up'
    case 'not-started':
      return `starts ${timeAndDay(terms.startsAt ?? now, now)}`
    case 'ended':
      return 'over'
    case 'other-book':
      return 'for another book'
    case 'other-parlay':
      return 'for another parlay'
    case 'too-few-legs':
      return `needs ${terms.minLegs ?? 2}+ legs`
    case 'odds-too-short':
      return `needs ${terms.minOdds?.text ?? 'longer odds'} or longer`
    case 'no-better-odds':
      return 'pays no more than this price'
  }
}
