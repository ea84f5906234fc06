import { describe, expect, it } from 'vitest'
import { toPromotion, type PromotionTerms } from '../../../../src/shared/model/accounts/promotion.ts'
import {
  findBestPromoted,
  findBoost,
  listPromoted,
  type OpenPromotion,
} from '../../../../src/shared/model/price/promoted-price.ts'
import { toNumber } from '../../../../src/shared/odds/rational.ts'
import { halfBoost, plainTerms, promotionLine } from '../../../support/renderer/account-lines.ts'

const open = (terms: PromotionTerms, currency = 'USD'): OpenPromotion => ({
  ...{ accountId: 'one', holder: 'Main', currency, terms },
  promotion: toPromotion(promotionLine(1, terms), 'bravo'),
})
const price = { text: '+620', format: 'american', decimal: 7.2 } as const
const cell = {
  bookId: 'bravo',
  price,
  worth: { source: 'mine', p: 0.15, ev: 0.08, edge: 0.01 },
} as const
const context = { legKeys: ['a', 'b'], now: 5, stakeMinor: 1_000, currency: 'USD' }
const bonus: PromotionTerms = { ...plainTerms, kind: 'bonusBet', maxStakeMinor: 2_500 }

describe('listPromoted', () => {
  it('gives the boosted price and its value at the row’s stake', () => {
    const [boosted] = listPromoted(cell, [open(halfBoost)], context)
    expect(boosted).toMatchObject({ isBoosted: true, stakeMinor: 1_000, cap: null })
    if (boosted === undefined || 'obstacle' in boosted) throw new Error('no price')
    expect(toNumber(boosted.odds)).toBeCloseTo(10.3, 12)
    expect(boosted.ev).toBeCloseTo(0.15 * 10.3 - 1, 12)
  })

  it.each([
    ['the extra winnings', { ...halfBoost, maxExtraMinor: 1_000 }, 'maxExtra', 8.2],
    ['the stake', { ...halfBoost, maxStakeMinor: 500 }, 'maxStake', 8.75],
    ['neither', { ...halfBoost, maxStakeMinor: 1_000, maxExtraMinor: 3_100 }, null, 10.3],
  ] as const)('names the cap on %s', (_what, terms, cap, decimal) => {
    const [capped] = listPromoted(cell, [open(terms)], context)
    if (capped === undefined || 'obstacle' in capped) throw new Error('no price')
    expect(capped.cap).toBe(cap)
    expect(toNumber(capped.odds)).toBeCloseTo(decimal, 12)
  })

  it('says why one does not apply', () => {
    const wanted = [open({ ...halfBoost, minLegs: 3 }), open({ ...halfBoost, endsAt: 5 })]
    expect(listPromoted(cell, wanted, context)).toMatchObject([
      { obstacle: 'too-few-legs' },
      { obstacle: 'ended' },
    ])
  })

  it('has no value without a fair price, and does not compare caps of another currency', () => {
    const found = listPromoted(
      { ...cell, worth: null },
      [open({ ...halfBoost, maxStakeMinor: 5 }, 'EUR')],
      context,
    )
    expect(found).toMatchObject([{ ev: null, stakeMinor: 5, cap: null }])
  })

  it('stakes a bonus bet in full, at the plain price', () => {
    const [found] = listPromoted(cell, [open(bonus)], context)
    expect(found).toMatchObject({
      isBoosted: false,
      stakeMinor: 2_500,
      cap: null,
    })
  })
})

describe('findBestPromoted', () => {
  it('is the one with the highest value that applies', () => {
    const all = [
      open({ ...halfBoost, percent: 900, minLegs: 9 }),
      open(halfBoost),
      open({ ...halfBoost, percent: 60 }),
    ]
    expect(findBestPromoted(cell, all, context)?.of).toBe(all[2])
    expect(findBestPromoted({ ...cell, worth: null }, all, context)?.of).toBe(all[2])
    expect(findBestPromoted(cell, all.slice(0, 1), context)).toBeUndefined()
  })
})

describe('findBoost', () => {
  const boostsOf = (...terms: PromotionTerms[]) =>
    findBoost(
      cell,
      terms.map(each => open(each)),
      context,
    )

  it('is the boost that pays most, without its caps, and the stake that they cover', () => {
    const found = boostsOf(halfBoost, { ...halfBoost, percent: 60, maxStakeMinor: 500 }, bonus)
    expect(found && toNumber(found.odds)).toBeCloseTo(1 + 6.2 * 1.6, 12)
    expect(found?.coveredMinor).toBe(500)
    expect(boostsOf(halfBoost)?.coveredMinor).toBeNull()
    // 3.1 more a unit: extra winnings of $10 end at a stake of $3.22.
    expect(boostsOf({ ...halfBoost, maxExtraMinor: 1_000 })?.coveredMinor).toBe(322)
    expect(boostsOf({ ...halfBoost, maxStakeMinor: 300, maxExtraMinor: 1_000 })?.coveredMinor).toBe(300)
  })

  it('is none where no boost applies, in another currency, and where its cap leaves nothing', () => {
    expect(boostsOf(bonus)).toBeUndefined()
    expect(boostsOf({ ...halfBoost, minLegs: 3 })).toBeUndefined()
    expect(boostsOf({ ...halfBoost, maxExtraMinor: 0 })).toBeUndefined()
    expect(findBoost(cell, [open(halfBoost, 'EUR')], context)).toBeUndefined()
    expect(
      findBoost({ ...cell, price: { ...price, text: 'n/a' } }, [open(halfBoost)], context),
    ).toBeUndefined()
  })
})
