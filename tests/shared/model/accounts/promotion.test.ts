import { describe, expect, it } from 'vitest'
import {
  PromotionTerms,
  toPromotion,
  type PromotionLine,
} from '../../../../src/shared/model/accounts/promotion.ts'
import { rational } from '../../../../src/shared/odds/rational.ts'

const plus100 = { text: '+100', format: 'american', odds: '2/1' } as const
const common = { name: '', minOdds: null, minLegs: null, startsAt: null, endsAt: null, uses: 1 }
const caps = { maxStakeMinor: null, maxExtraMinor: null }
const boost = { ...common, ...caps, kind: 'profitBoost', percent: 50 } as const
const toLine = (terms: PromotionTerms): PromotionLine => ({
  promotionId: '00000000-0000-4000-8000-0000000000a1',
  terms,
  usesLeft: 1,
  ended: null,
  tickets: [],
  playThrough: null,
  worthMinor: null,
})
const id = toLine(boost).promotionId
const plain = { id, bookIds: ['bravo'], usesLeft: 1 }

describe('toPromotion', () => {
  it.each<[string, PromotionTerms, object]>([
    ['a profit boost without limits', boost, { ...plain, kind: 'profitBoost', percent: 50 }],
    [
      'a profit boost with all limits',
      {
        ...boost,
        minOdds: plus100,
        minLegs: 3,
        startsAt: 5,
        endsAt: 9,
        maxStakeMinor: 50,
        maxExtraMinor: 70,
      },
      {
        ...{ ...plain, kind: 'profitBoost', percent: 50, minOdds: rational(2n), minLegs: 3 },
        ...{ startsAt: 5, endsAt: 9, maxStakeMinor: 50, maxExtraMinor: 70 },
      },
    ],
    [
      'an odds boost of one parlay',
      { ...common, ...caps, kind: 'oddsBoost', odds: plus100, legKeys: ['a#b#c'], title: 'A' },
      { ...plain, kind: 'oddsBoost', odds: rational(2n), legKeys: ['a#b#c'] },
    ],
    [
      'a bonus bet',
      { ...common, kind: 'bonusBet', maxStakeMinor: 500 },
      { ...plain, kind: 'bonusBet', maxStakeMinor: 500 },
    ],
    [
      'insurance',
      { ...common, kind: 'insurance', maxStakeMinor: 500, bonusWorth: 0.6 },
      { ...plain, kind: 'insurance', maxStakeMinor: 500, bonusWorth: 0.6 },
    ],
    [
      'insurance of the usual worth',
      { ...common, kind: 'insurance', maxStakeMinor: 500, bonusWorth: null },
      { ...plain, kind: 'insurance', maxStakeMinor: 500 },
    ],
    [
      'a deposit match',
      {
        ...{ ...common, kind: 'depositMatch', percent: 100, maxStakeMinor: null },
        ...{ playThrough: 5, playThroughOf: 'bonus' },
      },
      { ...plain, kind: 'depositMatch', percent: 100, playThrough: 5, playThroughOf: 'bonus' },
    ],
  ])('has the terms of %s', (_what, terms, expected) => {
    expect(PromotionTerms.parse(terms)).toEqual(terms)
    expect(toPromotion(toLine(terms), 'bravo')).toEqual(expected)
  })

  it('has no use left once the user ended it', () => {
    const line = { ...toLine(boost), ended: { seq: 3, at: 5 } }
    expect(toPromotion(line, 'bravo').usesLeft).toBe(0)
  })
})

it('PromotionTerms refuses a price that is not its odds', () => {
  const wrong = { ...plus100, odds: '3/1' }
  expect(PromotionTerms.safeParse({ ...boost, minOdds: wrong }).success).toBe(false)
})
