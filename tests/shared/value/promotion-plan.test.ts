import { describe, expect, it } from 'vitest'
import { rational, toNumber } from '../../../src/shared/odds/rational.ts'
import { assignPromotions, type PricedParlay } from '../../../src/shared/value/promotion-plan.ts'
import { worthOf } from '../../../src/shared/value/promotions.ts'
import { growthOf, jointStakes } from '../../../src/shared/value/kelly.ts'
import { kellyFraction } from '../../../src/shared/odds/value.ts'
import { fc } from '../../support/property.ts'

describe('assignPromotions', () => {
  const options = { bankrollMinor: 1_000_000, at: 0 }
  const terms = { bookIds: [], usesLeft: 1 }
  const boost = { ...terms, id: 'boost', kind: 'profitBoost', percent: 50, maxStakeMinor: 5_000 } as const
  const bonus = { ...terms, id: 'bonus', kind: 'bonusBet', maxStakeMinor: 5_000 } as const
  const insurance = { ...terms, id: 'insurance', kind: 'insurance', maxStakeMinor: 5_000 } as const
  const price = (parlayId: string, decimal: number, probability: number, bookId = 'alpha'): PricedParlay => ({
    parlayId,
    bookId,
    odds: rational(BigInt(Math.round(decimal * 100)), 100n),
    legCount: 2,
    probability,
  })

  it('puts the bonus bet on the higher odds, and each promotion on a parlay of its own', () => {
    const prices = [price('short', 2, 0.48), price('high', 8, 0.12)]
    const plan = assignPromotions([bonus, insurance], prices, options)
    expect(plan.map(({ promotionId, parlayId }) => [promotionId, parlayId])).toEqual([
      ['bonus', 'high'],
      ['insurance', 'short'],
    ])
    expect(plan[0]?.stakeMinor).toBe(5_000)
    // A tenth below its expected profit of 42.00 at most, because a small share of the bankroll is at risk.
    expect(plan[0]?.gainMinor).toBeGreaterThan(0.9 * 5_000 * 0.12 * 7)
    expect(plan[0]?.gainMinor).toBeLessThan(5_000 * 0.12 * 7)
  })

  it('uses a promotion as often as it has uses left, at the best book where it applies', () => {
    const prices = [
      price('a', 4, 0.24),
      price('a', 4.2, 0.24, 'beta'),
      price('b', 4, 0.24, 'beta'),
      price('c', 4, 0.2, 'beta'),
    ]
    const twice = { ...boost, usesLeft: 2, bookIds: ['beta'] }
    const plan = assignPromotions([twice], prices, options)
    expect(plan.map(({ parlayId, bookId }) => [parlayId, bookId]).sort()).toEqual([
      ['a', 'beta'],
      ['b', 'beta'],
    ])
    expect(assignPromotions([{ ...twice, usesLeft: 0 }], prices, options)).toEqual([])
    expect(assignPromotions([{ ...twice, minLegs: 3 }], prices, options)).toEqual([])
  })

  it('takes the best of the books where it applies, and no better one where it does not', () => {
    const prices = [price('a', 4, 0.24), price('a', 4.2, 0.24, 'beta'), price('a', 4.4, 0.24, 'gamma')]
    const bookOf = (bookIds: string[]) =>
      assignPromotions([{ ...boost, bookIds }], prices, options)[0]?.bookId
    expect(bookOf([])).toBe('gamma')
    expect(bookOf(['alpha', 'beta'])).toBe('beta')
    expect(bookOf(['alpha'])).toBe('alpha')
  })

  it('leaves out a use that gains less than half a minor unit, and one at a book that takes no stake', () => {
    const least = { ...bonus, maxStakeMinor: 1 }
    expect(assignPromotions([least], [price('a', 2.6, 0.3)], options)).toEqual([])
    expect(assignPromotions([least], [price('a', 2.8, 0.3)], options)).toHaveLength(1)
    const closed = { ...price('a', 8, 0.12), limitMinor: 0 }
    expect(assignPromotions([bonus], [closed], options)).toEqual([])
  })

  it('counts the higher odds of an odds boost, and what an insurance returns', () => {
    const large = { bankrollMinor: 1_000_000_000, at: 0 }
    const higher = {
      ...terms,
      id: 'odds',
      kind: 'oddsBoost',
      odds: rational(9n, 2n),
      maxStakeMinor: 5_000,
    } as const
    const [boosted] = assignPromotions([higher], [price('a', 4, 0.25)], large)
    expect(boosted?.equivalentMinor).toBeCloseTo(5_000 * (0.25 * 3.5 - 0.75), -1)
    const [insured] = assignPromotions([insurance], [price('a', 4, 0.25)], large)
    expect(insured?.equivalentMinor).toBeCloseTo(5_000 * (0.25 * 3 - 0.75 * (1 - worthOf(insurance))), -1)
  })

  it('takes a bet for sure or for lost, and stakes less than the whole bankroll', () => {
    const wide = { ...boost, maxStakeMinor: 2_000_000 }
    expect(assignPromotions([wide], [price('a', 3, 1)], options)[0]?.stakeMinor).toBe(999_999)
    expect(assignPromotions([wide], [price('a', 3, 0)], options)).toEqual([])
  })

  it('stakes by Kelly where the promotion covers more', () => {
    const wide = { ...boost, maxStakeMinor: 1_000_000 }
    const [use] = assignPromotions([wide], [price('a', 3, 0.3)], options)
    expect(use?.stakeMinor).toBeCloseTo(1_000_000 * kellyFraction(0.3, 4), -1)
    const limited = { ...price('a', 3, 0.3), limitMinor: 1_234 }
    expect(assignPromotions([wide], [limited], options)[0]?.stakeMinor).toBe(1_234)
    const capped = { ...wide, maxExtraMinor: 1_000 }
    expect(assignPromotions([capped], [price('a', 3, 0.3)], options)[0]?.stakeMinor).toBe(1_000)
  })

  it('counts what a boost adds to the best plain bet that it replaces', () => {
    const good = price('a', 4, 0.3)
    const [use] = assignPromotions([{ ...boost, maxStakeMinor: 1_000_000 }], [good], options)
    const growth = (p: number, d: number) => 1_000_000 * (plainGrowth(p, d) - 1)
    expect(use?.equivalentMinor).toBeCloseTo(growth(0.3, 5.5), 0)
    expect(use?.gainMinor).toBeCloseTo(growth(0.3, 5.5) - growth(0.3, toNumber(good.odds)), 0)
  })

  it('leaves a deposit match out, and has no plan without parlays', () => {
    const match = {
      ...terms,
      id: 'match',
      kind: 'depositMatch',
      percent: 100,
      playThrough: 1,
      playThroughOf: 'bonus',
    } as const
    expect(assignPromotions([match], [price('a', 4, 0.3)], options)).toEqual([])
    expect(assignPromotions([boost], [], options)).toEqual([])
  })

  it('refuses what cannot be', () => {
    for (const bankrollMinor of [0, -1, 1.5, NaN])
      expect(() => assignPromotions([], [], { bankrollMinor, at: 0 })).toThrow('A bankroll is a whole number')
    for (const probability of [-0.1, 1.2])
      expect(() => assignPromotions([boost], [price('a', 4, probability)], options)).toThrow(
        'A probability is',
      )
    expect(() => assignPromotions([boost], [price('a', 1, 0.2)], options)).toThrow('Odds must be above 1')
  })

  describe('beside plain bets', () => {
    const bankrollMinor = 500_000
    const bonusAtKilo = { ...bonus, bookIds: ['kilo'] }
    const boostAtEcho = { ...boost, percent: 30, maxStakeMinor: 2_000, bookIds: ['echo'] }
    const good = [price('good', 11, 0.2, 'kilo'), price('good', 9.1, 0.2, 'echo')]
    const dull = [price('dull', 4.6, 0.2, 'kilo'), price('dull', 4.6, 0.2, 'echo')]
    const plan = (prices: readonly PricedParlay[]) =>
      assignPromotions([bonusAtKilo, boostAtEcho], prices, { bankrollMinor, at: 0 })
    /**
     * Worth beside a plain bet at the decimal odds D, which are worth it. The plain stake can be lowered, so that the
     * profits won and lost are as good as (won + lost (D - 1)) / D for sure, and the bankroll with it grows as without.
     */
    const worthBeside = (decimal: number, won: number, lost: number) =>
      ((won + lost * (decimal - 1)) / decimal) * plainGrowth(0.2, decimal)
    /** Profits of the boost's $20 at 1 + 8.1 × 1.3. */
    const boosted = [2_000 * 8.1 * 1.3, -2_000] as const

    it('uses a bonus bet on the good parlay although that is good without it', () => {
      const uses = plan([...good, ...dull])
      expect(uses.map(({ promotionId, parlayId }) => [promotionId, parlayId])).toEqual([
        ['bonus', 'good'],
        ['boost', 'dull'],
      ])
      expect(uses[0]?.gainMinor).toBeCloseTo(worthBeside(11, 50_000, 0), 3)
      expect(worthBeside(11, 50_000, 0)).toBeCloseTo(4_804.5, 1)
      // No plain bet is worth it on the dull parlay: the boost alone.
      const alone = Math.exp(0.2 * Math.log(1 + (2_000 * 3.6 * 1.3) / 500_000) + 0.8 * Math.log(1 - 0.004))
      expect(uses[1]?.gainMinor).toBeCloseTo(500_000 * (alone - 1), 3)
    })

    it('finds a worth for both where a better plain price is at a third book', () => {
      const prices = [...good, price('good', 11.5, 0.2, 'third')]
      expect(plan(prices)).toMatchObject([{ promotionId: 'bonus', stakeMinor: 5_000 }])
      expect(plan(prices)[0]?.gainMinor).toBeCloseTo(worthBeside(11.5, 50_000, 0), 3)
      const [boostUse] = assignPromotions([boostAtEcho], prices, { bankrollMinor, at: 0 })
      expect(boostUse?.gainMinor).toBeCloseTo(worthBeside(11.5, ...boosted), 3)
      const [beside] = assignPromotions([boostAtEcho], good, { bankrollMinor, at: 0 })
      expect(beside?.gainMinor).toBeCloseTo(worthBeside(11, ...boosted), 3)
    })

    it('counts a boost by its extra winnings at a single book with an edge', () => {
      const only = price('only', 5, 0.216, 'echo')
      const [use] = assignPromotions([boostAtEcho], [only], { bankrollMinor, at: 0 })
      expect(use?.gainMinor).toBeCloseTo((2_000 * 4 * 0.3 * plainGrowth(0.216, 5)) / 5, 3)
    })

    it('stakes no more than a cap on extra winnings covers, and within the limits of books', () => {
      const capped = { ...boostAtEcho, maxStakeMinor: 100_000, maxExtraMinor: 1_500 }
      const only = price('only', 5, 0.216, 'echo')
      const [use] = assignPromotions([capped], [only], { bankrollMinor, at: 0 })
      expect(use?.stakeMinor).toBe(1_500 / (4 * 0.3))
    })

    it('agrees with the joint stakes of the same bets within limits', () => {
      fc.assert(
        fc.property(limitedCase, ({ p, decimals, limits, percent }) => {
          const prices = decimals.map((decimal, at) => ({
            ...price('a', decimal, p, `book ${at}`),
            limitMinor: limits[at] ?? 0,
          }))
          const terms = { ...boost, percent, maxStakeMinor: 2_000, bookIds: ['book 0'] }
          const [use] = assignPromotions([terms], prices, { bankrollMinor, at: 0 })
          const stake = use?.stakeMinor ?? 0
          const boostedAt = 1 + (toNumber(prices[0]?.odds ?? rational(2n)) - 1) * (1 + percent / 100)
          const equivalent = (promoted: number) => {
            const legs = [{ id: 'parlay', probability: p }]
            const bets = prices.map(({ odds, limitMinor }, at) => ({
              ...{ decimal: toNumber(odds), legs },
              limit: (limitMinor - (at === 0 ? promoted : 0)) / bankrollMinor,
            }))
            const open = [{ decimal: boostedAt, stake: promoted / bankrollMinor, legs }]
            const stakes = jointStakes(bets, { open })
            return bankrollMinor * Math.expm1(growthOf(bets, stakes, { open }).mean)
          }
          const least = Math.min(2_000, limits[0] ?? 0)
          expect(use?.gainMinor ?? 0).toBeGreaterThan(equivalent(least) - equivalent(0) - 0.6)
          if (use !== undefined) expect(use.gainMinor).toBeCloseTo(equivalent(stake) - equivalent(0), 1)
        }),
        { numRuns: 60 },
      )
    })

    it('is never worth less with a larger cap, and as much as the bet alone where no plain bet pays', () => {
      fc.assert(
        fc.property(
          fc.double({ min: 0.02, max: 0.9, noNaN: true }),
          fc.double({ min: 1.2, max: 15, noNaN: true }),
          fc.constantFrom(bonus, insurance, boost),
          (p, decimal, kind) => {
            const prices = [price('a', decimal, p)]
            const odds = toNumber(prices[0]?.odds ?? rational(2n))
            const worths = [500, 1_000, 4_000, 20_000, 100_000].map(
              maxStakeMinor =>
                assignPromotions([{ ...kind, maxStakeMinor }], prices, { bankrollMinor, at: 0 })[0]
                  ?.gainMinor ?? 0,
            )
            for (const [at, worth] of worths.entries())
              expect(worth).toBeGreaterThanOrEqual((worths[at - 1] ?? 0) - 1e-4)
            if (kind.kind !== 'bonusBet' || p * odds > 1) return
            const alone = bankrollMinor * Math.expm1(p * Math.log1p((1_000 * (odds - 1)) / bankrollMinor))
            expect(worths[1]).toBeCloseTo(alone < 0.5 ? 0 : alone, 4)
          },
        ),
      )
    })

    it('reaches the largest total of all assignments', () => {
      fc.assert(
        fc.property(fc.array(parlayCase, { minLength: 1, maxLength: 4 }), cases => {
          const prices = cases.flatMap(({ p, decimals }, at) =>
            decimals.map((decimal, book) => price(`${at}`, decimal, p, book === 0 ? 'kilo' : 'echo')),
          )
          const promotions = [bonusAtKilo, boostAtEcho, { ...insurance, maxStakeMinor: 3_000 }]
          const parlayIds = cases.map((_, at) => `${at}`)
          const gains = promotions.map(promotion =>
            parlayIds.map(id => {
              const own = prices.filter(({ parlayId }) => parlayId === id)
              return assignPromotions([promotion], own, { bankrollMinor, at: 0 })[0]?.gainMinor ?? 0
            }),
          )
          const best = (row: number, free: readonly number[]): number =>
            row === gains.length
              ? 0
              : Math.max(
                  best(row + 1, free),
                  ...free.map(
                    column =>
                      (gains[row]?.[column] ?? 0) +
                      best(
                        row + 1,
                        free.filter(each => each !== column),
                      ),
                  ),
                )
          const uses = assignPromotions(promotions, prices, { bankrollMinor, at: 0 })
          expect(uses.reduce((sum, { gainMinor }) => sum + gainMinor, 0)).toBeCloseTo(
            best(0, [...parlayIds.keys()]),
            6,
          )
        }),
        { numRuns: 100 },
      )
    })
  })
})

/** Certainty equivalent of a bankroll of 1 with the best plain bet, which is worth it: p d when won, (1 - p) d / (d - 1) when lost. */
const plainGrowth = (p: number, decimal: number) =>
  (p * decimal) ** p * (((1 - p) * decimal) / (decimal - 1)) ** (1 - p)

const limit = fc.integer({ min: 0, max: 60_000 })
const limitedCase = fc.record({
  p: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
  decimals: fc.array(fc.double({ min: 1.5, max: 12, noNaN: true }), { minLength: 2, maxLength: 3 }),
  limits: fc.array(limit, { minLength: 3, maxLength: 3 }),
  percent: fc.constantFrom(10, 30, 100),
})
const parlayCase = fc.record({
  p: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
  decimals: fc.tuple(
    fc.double({ min: 1.5, max: 12, noNaN: true }),
    fc.double({ min: 1.5, max: 12, noNaN: true }),
  ),
})
