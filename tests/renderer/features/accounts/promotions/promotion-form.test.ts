import { describe, expect, it } from 'vitest'
import {
  blankPromotion,
  parsePromotion,
  toPromotionForm,
  type PromotionForm,
} from '../../../../../src/renderer/features/accounts/promotions/promotion-form.ts'
import { PromotionTerms } from '../../../../../src/shared/model/accounts/promotion.ts'

const parlays = [
  { key: '7', title: 'North O27.5 · Harbor City', legKeys: ['e#m#north', 'e#m#harbor'] },
  { key: 'saved', title: 'Saved parlay', legKeys: ['e#m#saved'] },
]
const now = Date.parse('2026-11-20T12:00')
const context = { currency: 'USD', parlays, now }
const parse = (given: Partial<PromotionForm>) =>
  parsePromotion({ ...blankPromotion('american'), ...given }, context)
const errorsOf = (given: Partial<PromotionForm>) => {
  const parsed = parse(given)
  return parsed.ok ? {} : parsed.errors
}
const past = '2026-11-13T12:00'
const common = { name: '', minOdds: null, minLegs: null, startsAt: null, endsAt: null, uses: 1 }

describe('parsePromotion', () => {
  it.each<[string, Partial<PromotionForm>, object]>([
    [
      'a profit boost',
      { percent: '33.33 %', maxStake: '50', maxExtra: '1,000.50' },
      { kind: 'profitBoost', percent: 33.33, maxStakeMinor: 5_000, maxExtraMinor: 100_050 },
    ],
    [
      'an odds boost of a parlay on the desk',
      { kind: 'oddsBoost', parlay: '7', odds: '+620' },
      {
        kind: 'oddsBoost',
        odds: { text: '+620', format: 'american', odds: '36/5' },
        legKeys: ['e#m#north', 'e#m#harbor'],
        title: 'North O27.5 · Harbor City',
        maxStakeMinor: null,
        maxExtraMinor: null,
      },
    ],
    ['a bonus bet', { kind: 'bonusBet', maxStake: '25' }, { kind: 'bonusBet', maxStakeMinor: 2_500 }],
    [
      'a no-sweat bet, of the usual worth',
      { kind: 'insurance', maxStake: '50' },
      { kind: 'insurance', maxStakeMinor: 5_000, bonusWorth: null },
    ],
    [
      'a deposit match',
      { kind: 'depositMatch', percent: '100', playThrough: '5', playThroughOf: 'depositAndBonus' },
      {
        ...{ kind: 'depositMatch', percent: 100, maxStakeMinor: null },
        ...{ playThrough: 5, playThroughOf: 'depositAndBonus' },
      },
    ],
  ])('reads %s', (_what, form, terms) => {
    const parsed = parse(form)
    expect(parsed).toEqual({ ok: true, terms: { ...common, ...terms } })
    if (parsed.ok) expect(PromotionTerms.safeParse(parsed.terms).success).toBe(true)
  })

  it('reads the limits of every kind', () => {
    const form = { percent: '25', name: ' Saturday ', minOdds: '-200', minLegs: '3', uses: '2' }
    expect(parse({ ...form, starts: '2026-11-20T10:00', ends: '2026-11-24T23:59' })).toMatchObject({
      terms: {
        name: 'Saturday',
        minOdds: { text: '-200', odds: '3/2' },
        minLegs: 3,
        uses: 2,
        startsAt: new Date('2026-11-20T10:00').getTime(),
        endsAt: new Date('2026-11-24T23:59').getTime(),
      },
    })
  })

  it('says of every wrong field what to do', () => {
    expect(errorsOf({ percent: '', maxStake: '1,5', maxExtra: '0', minOdds: '50', uses: '0' })).toEqual({
      percent: 'Enter a percentage above 0 and up to 10,000, like 25 or 33.33.',
      maxStake: 'Enter an amount, like 40 or 40.50.',
      maxExtra: 'Enter an amount above 0.',
      minOdds: 'An American price is +100 or more, or −100 or less, such as −110.',
      uses: 'Enter how often you can use it, like 1.',
    })
    expect(errorsOf({ kind: 'oddsBoost' })).toEqual({
      parlay: 'Choose the parlay that the book boosts.',
      odds: 'Enter a price.',
    })
    expect(errorsOf({ kind: 'bonusBet' })).toEqual({ maxStake: 'Enter the amount of the bonus bet.' })
    expect(errorsOf({ kind: 'insurance', bonusWorth: '170' })).toEqual({
      maxStake: 'Enter the largest stake that comes back.',
      bonusWorth: 'Enter a percentage from 0 to 100, like 70.',
    })
    expect(errorsOf({ kind: 'depositMatch', percent: '100', playThrough: 'x' })).toEqual({
      playThrough: 'Enter how many times it must be bet, like 5.',
    })
  })

  it.each([['1'], ['21'], ['2.5'], ['x']])('refuses %s as the fewest legs', minLegs => {
    expect(errorsOf({ percent: '25', minLegs })).toHaveProperty('minLegs')
  })

  it('refuses one that ends before it starts', () => {
    const given = { percent: '25', starts: '2026-11-20T10:00', ends: '2026-11-20T10:00' }
    expect(errorsOf(given)).toEqual({ ends: 'It must end after it starts.' })
  })

  it('reads the form of saved terms as the same terms', () => {
    const price = { text: '6.20', format: 'decimal', odds: '31/5' } as const
    const caps = { maxStakeMinor: 5_050, maxExtraMinor: null }
    const limits = { ...common, minOdds: price, minLegs: 2, uses: 3, endsAt: 1_780_000_020_000 }
    const all: PromotionTerms[] = [
      { ...limits, ...caps, kind: 'profitBoost', percent: 12.5 },
      { ...limits, ...caps, kind: 'oddsBoost', odds: price, legKeys: ['e#m#saved'], title: 'Saved parlay' },
      { ...common, kind: 'bonusBet', maxStakeMinor: 2_500 },
      { ...common, kind: 'insurance', maxStakeMinor: 2_500, bonusWorth: 0.55 },
      { ...common, kind: 'insurance', maxStakeMinor: 2_500, bonusWorth: null },
      {
        ...{ ...common, kind: 'depositMatch', percent: 50, maxStakeMinor: 20_000 },
        ...{ playThrough: 2, playThroughOf: 'bonus' },
      },
    ]
    for (const terms of all) {
      const form = toPromotionForm('an-id', terms, { currency: 'USD', format: 'american' })
      expect(parsePromotion(form, { ...context, savedEnd: terms.endsAt })).toEqual({ ok: true, terms })
    }
  })
})

describe('parsePromotion of an end', () => {
  const form = { ...blankPromotion('american'), percent: '25', ends: past }

  it('refuses one that is over', () => {
    expect(errorsOf(form)).toEqual({
      ends: 'That time has passed. Enter a later one, or leave it blank.',
    })
  })

  it('keeps that of a saved promotion', () => {
    expect(parsePromotion(form, { ...context, savedEnd: Date.parse(past) + 30_000 }).ok).toBe(true)
    expect(parsePromotion(form, { ...context, savedEnd: Date.parse(past) - 60_000 }).ok).toBe(false)
  })
})
