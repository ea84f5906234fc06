import { describe, expect, it } from 'vitest'
import {
  boostedPrice,
  describePromoted,
  findStakeError,
  withoutPromotion,
  withPromotion,
} from '../../../../../src/renderer/features/ledger/record/promoted-terms.ts'
import { toPromotion, type PromotionTerms } from '../../../../../src/shared/model/accounts/promotion.ts'
import { winMinor } from '../../../../../src/shared/model/ticket/payout.ts'
import { parseTakenPrice } from '../../../../../src/shared/model/ticket/ticket.ts'
import { fc } from '../../../../support/property.ts'
import type { PriceFormat } from '../../../../../src/shared/odds/price.ts'
import { halfBoost, plainTerms, promotionLine } from '../../../../support/renderer/account-lines.ts'

const choiceOf = (terms: PromotionTerms) => ({
  terms,
  promotion: toPromotion(promotionLine(1, terms), 'bravo'),
  currency: 'USD',
})
const form = (price: string, stake: string, format: PriceFormat = 'american') => ({
  ...{ price, format, stake, plainPrice: '', plainFormat: format },
})
const capped: PromotionTerms = { ...halfBoost, maxExtraMinor: 5_000 }
const bonus: PromotionTerms = { ...plainTerms, kind: 'bonusBet', maxStakeMinor: 2_500 }
const insurance: PromotionTerms = { ...plainTerms, kind: 'insurance', maxStakeMinor: 5_000, bonusWorth: null }

function payoutOf({ price, format }: { price: string; format: PriceFormat }, stakeMinor: number): number {
  const taken = parseTakenPrice({ text: price, format })
  if (!taken.ok) throw new Error(taken.sentence)
  return winMinor({ stakeMinor, price: taken.price, kind: 'boosted' })
}

describe('boostedPrice', () => {
  it.each([
    ['+620', 'american', '+930', 'american'],
    ['7.20', 'decimal', '10.30', 'decimal'],
    ['31/5', 'fractional', '93/10', 'fractional'],
  ] as const)('of %s in %s odds is %s', (price, format, boosted, boostedFormat) => {
    for (const stake of ['10', '1000', ''])
      expect(boostedPrice(form(price, stake, format), choiceOf(halfBoost))).toEqual({
        ...{ price: boosted, format: boostedFormat },
      })
  })

  it.each([
    ['+765', '10', '+1147.5', 'american'],
    ['-110', '10', '+136.4', 'american'],
    ['-110', '40', '2.36364', 'decimal'],
    ['-110', '', '2.3636', 'decimal'],
    ['-101', '1', '+149', 'american'],
    ['-300', '1000000', '-200', 'american'],
    ['+125', '0.10', '+188', 'american'],
  ] as const)('of %s at a stake of %s is %s, never a fraction', (price, stake, boosted, format) => {
    expect(boostedPrice(form(price, stake), choiceOf(halfBoost))).toEqual({ price: boosted, format })
  })

  it('pays to the cent at any stake, in any format but fractions, and is never one', () => {
    const taken = fc.integer({ min: -2_000, max: 2_000 }).filter(price => Math.abs(price) >= 100)
    const anyStake = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(taken, anyStake, fc.integer({ min: 1, max: 200 }), (american, stakeMinor, percent) => {
        const price = american > 0 ? `+${american}` : String(american)
        const choice = choiceOf({ ...halfBoost, percent })
        const written = boostedPrice(form(price, (stakeMinor / 100).toFixed(2)), choice)
        const profit = american > 0 ? american / 100 : -100 / american
        expect(written.format).not.toBe('fractional')
        const exact = stakeMinor * (1 + profit * (1 + percent / 100))
        expect(Math.abs(payoutOf(written, stakeMinor) - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
      }),
    )
  })

  it('pays the capped extra winnings to the cent', () => {
    const at = (stake: string) => boostedPrice(form('+620', stake), choiceOf(capped))
    expect(at('10')).toEqual({ price: '+930', format: 'american' })
    expect(at('25')).toEqual({ price: '+820', format: 'american' })
    expect(payoutOf(at('33'), 3_300)).toBe(33 * 720 + 5_000)
    expect(payoutOf(at('77.77'), 7_777)).toBe(Math.round(7_777 * 7.2) + 5_000)
  })

  it('boosts only the stake that it covers', () => {
    const price = boostedPrice(form('+620', '40'), choiceOf({ ...halfBoost, maxStakeMinor: 1_000 }))
    expect(payoutOf(price, 4_000)).toBe(40 * 720 + 10 * 310)
  })
})

describe('withPromotion', () => {
  it('makes a boosted ticket, and withoutPromotion brings the plain price back', () => {
    const plain = form('+620', '10')
    const promoted = { ...plain, ...withPromotion(plain, choiceOf(halfBoost)) }
    expect(promoted).toMatchObject({
      promotion: promotionLine(1).promotionId,
      ...{ kind: 'boosted', price: '+930', plainPrice: '+620' },
    })
    expect(withoutPromotion(promoted)).toEqual({
      ...{ promotion: 'none', price: '+620', format: 'american', plainPrice: '', kind: 'normal' },
    })
    const other = withPromotion(promoted, choiceOf({ ...halfBoost, percent: 100 }))
    expect(other).toMatchObject({ price: '+1240', plainPrice: '+620' })
  })

  it('makes a bonus bet of the whole amount at the plain price', () => {
    expect(withPromotion(form('+620', '10'), choiceOf(bonus))).toMatchObject({
      ...{ kind: 'bonus', price: '+620', stake: '25.00' },
    })
    expect(withPromotion(form('+620', '10'), choiceOf(insurance))).toMatchObject({
      ...{ kind: 'normal', price: '+620' },
    })
  })
})

it('describePromoted names the caps, and which binds', () => {
  expect(describePromoted(form('+620', '10'), choiceOf(halfBoost))).toBe('From +620.')
  for (const stake of ['', '10'])
    expect(describePromoted(form('+620', stake), choiceOf(capped))).toBe(
      'From +620. Up to $50 extra winnings.',
    )
  expect(describePromoted(form('+620', '25'), choiceOf(capped))).toBe('From +620. Extra winnings end at $50.')
  const covered = choiceOf({ ...halfBoost, maxStakeMinor: 1_000 })
  expect(describePromoted(form('+620', ''), covered)).toBe('From +620. Boosts up to $10 of stake.')
  expect(describePromoted(form('+620', '25'), covered)).toBe('From +620. Only the first $10 is boosted.')
  expect(describePromoted(form('+620', ''), choiceOf(bonus))).toBe('Max stake $25.')
  expect(describePromoted(form('+620', '51'), choiceOf(insurance))).toContain(
    '$50 comes back as a bonus bet, not',
  )
  expect(describePromoted(form('+620', '25'), choiceOf(insurance))).toBe(
    'A lost stake comes back as a bonus bet, up to $50.',
  )
})

it('findStakeError refuses more than a bonus bet', () => {
  expect(findStakeError({ stake: '25.00' }, choiceOf(bonus))).toBeUndefined()
  expect(findStakeError({ stake: '25.01' }, choiceOf(bonus))).toBe('This bonus bet is $25. Enter no more.')
  expect(findStakeError({ stake: '99' }, choiceOf(halfBoost))).toBeUndefined()
})
