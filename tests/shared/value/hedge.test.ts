import { describe, expect, it } from 'vitest'
import { rational, toNumber } from '../../../src/shared/odds/rational.ts'
import {
  hedge,
  oneLegAway,
  oppositeSide,
  type HedgeGoal,
  type HedgeOffer,
} from '../../../src/shared/value/hedge.ts'
import { fc } from '../../support/property.ts'

const odds = (decimal: number) => rational(BigInt(Math.round(decimal * 100)), 100n)
const opposite = (
  decimal: number,
  limits: Pick<HedgeOffer, 'limitMinor' | 'stepMinor'> = {},
): HedgeOffer => ({
  odds: odds(decimal),
  results: oppositeSide,
  ...limits,
})
const equalProfit: HedgeGoal = { kind: 'equalProfit' }
const noLoss: HedgeGoal = { kind: 'guaranteedMinimum' }
const freeRoll: HedgeGoal = { kind: 'freeRoll' }
const ticket = oneLegAway(10_000, 60_000)

describe('hedge for an equal profit', () => {
  it('stakes the payout over the odds', () => {
    expect(hedge([ticket], [opposite(2)], equalProfit)).toEqual({
      stakesMinor: [30_000],
      profitsMinor: [20_000, 20_000],
      minProfitMinor: 20_000,
      isReached: true,
    })
  })

  it('agrees with the closed form of two outcomes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 100_000 }),
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.integer({ min: 105, max: 2_000 }),
        (stake, profit, hundredths) => {
          const payout = stake + profit
          const { stakesMinor, minProfitMinor, isReached } = hedge(
            [oneLegAway(stake, payout)],
            [opposite(hundredths / 100)],
            equalProfit,
          )
          const exact = (payout * 100) / hundredths
          const slack = 1 + hundredths / 200
          expect(isReached).toBe(true)
          // A payout rounded up can pay the same for a little less.
          expect(Math.abs((stakesMinor[0] ?? 0) - exact)).toBeLessThanOrEqual(1 + 100 / (hundredths - 100))
          expect(Math.abs(minProfitMinor - (payout - stake - exact))).toBeLessThanOrEqual(slack)
        },
      ),
    )
  })

  it('rounds to the step with the highest lowest profit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 101, max: 900 }),
        fc.constantFrom(1, 25, 100),
        (payout, hundredths, stepMinor) => {
          const offer = opposite(hundredths / 100, { stepMinor })
          const { stakesMinor, minProfitMinor } = hedge([oneLegAway(0, payout)], [offer], equalProfit)
          const lowest = (stake: number) =>
            Math.min(payout - stake, Math.floor((stake * hundredths) / 100 + 0.5) - stake)
          const [stake = 0] = stakesMinor
          expect(stake % stepMinor).toBe(0)
          expect(minProfitMinor).toBe(lowest(stake))
          for (const other of [stake - stepMinor, stake + stepMinor].filter(each => each >= 0))
            expect(lowest(other)).toBeLessThanOrEqual(minProfitMinor)
        },
      ),
    )
  })

  it('of stakes with the same lowest profit takes the one whose profits differ least', () => {
    // 6,000 leaves 4,000 and 3,000, and 7,000 leaves 3,000 and 3,500.
    const offer = opposite(1.5, { stepMinor: 1_000 })
    expect(hedge([oneLegAway(0, 10_000)], [offer], equalProfit)).toMatchObject({
      stakesMinor: [7_000],
      profitsMinor: [3_000, 3_500],
    })
  })

  it('never stakes less than nothing, more than a limit, or a part of a step', () => {
    const limitMinor = fc.integer({ min: 0, max: 40_000 })
    const price = fc.integer({ min: 105, max: 400 })
    const offer = fc
      .record({ price, limitMinor, stepMinor: fc.constantFrom(1, 100, 5_000) })
      .map(({ price: hundredths, ...limits }) => opposite(hundredths / 100, limits))
    const goal = fc.constantFrom(equalProfit, noLoss, freeRoll)
    fc.assert(
      fc.property(fc.array(offer, { minLength: 1, maxLength: 4 }), goal, (offers, aim) => {
        const { stakesMinor } = hedge([ticket], offers, aim)
        for (const [place, { limitMinor: max = 0, stepMinor = 1 }] of offers.entries()) {
          expect(stakesMinor[place]).toBeGreaterThanOrEqual(0)
          expect(stakesMinor[place]).toBeLessThanOrEqual(max)
          expect((stakesMinor[place] ?? 0) % stepMinor).toBe(0)
        }
      }),
    )
  })

  it('takes the best price first, up to its limit', () => {
    const offers = [opposite(1.9), opposite(2.1, { limitMinor: 10_050, stepMinor: 100 })]
    const { stakesMinor, profitsMinor } = hedge([ticket], offers, equalProfit)
    expect(stakesMinor[1]).toBe(10_000)
    expect(stakesMinor[0]).toBeCloseTo((60_000 - 21_000) / 1.9, -1)
    expect(Math.abs((profitsMinor[0] ?? 0) - (profitsMinor[1] ?? 0))).toBeLessThanOrEqual(2)
  })

  it('says when limits keep the profits apart, and still raises the lowest', () => {
    const limited = [opposite(2, { limitMinor: 5_000 })]
    expect(hedge([ticket], limited, equalProfit)).toEqual({
      stakesMinor: [5_000],
      profitsMinor: [45_000, -5_000],
      minProfitMinor: -5_000,
      isReached: false,
    })
    expect(hedge([ticket], [], equalProfit).isReached).toBe(false)
  })

  it('weighs several tickets with three outcomes, and leaves no better stakes', () => {
    const tickets = [{ profitsMinor: [30_000, -5_000, -5_000] }, { profitsMinor: [-2_000, 9_000, -2_000] }]
    const offers: readonly HedgeOffer[] = [
      { odds: odds(3.1), results: ['lost', 'won', 'lost'] },
      { odds: odds(3.6), results: ['lost', 'lost', 'won'] },
      { odds: odds(1.7), results: ['refunded', 'lost', 'won'], limitMinor: 4_000 },
    ]
    const { stakesMinor, profitsMinor, minProfitMinor } = hedge(tickets, offers, equalProfit)
    expect(Math.max(...profitsMinor) - minProfitMinor).toBeLessThanOrEqual(5)
    for (const [place] of offers.entries())
      for (const change of [-50, 50]) {
        const stakes = stakesMinor.with(place, (stakesMinor[place] ?? 0) + change)
        if (stakes.some((stake, at) => stake < 0 || stake > (offers[at]?.limitMinor ?? Infinity))) continue
        const lowest = [0, 1, 2].map(outcome =>
          offers.reduce(
            (profit, offer, at) => {
              const stake = stakes[at] ?? 0
              const result = offer.results[outcome]
              return (
                profit +
                (result === 'won' ? stake * (toNumber(offer.odds) - 1) : result === 'lost' ? -stake : 0)
              )
            },
            tickets.reduce((total, each) => total + (each.profitsMinor[outcome] ?? 0), 0),
          ),
        )
        expect(Math.min(...lowest)).toBeLessThan(minProfitMinor + 2)
      }
  })
})

describe('hedge for a guaranteed minimum', () => {
  it('stakes as little as keeps every outcome without a loss', () => {
    expect(hedge([ticket], [opposite(3)], noLoss)).toEqual({
      stakesMinor: [5_000],
      profitsMinor: [45_000, 0],
      minProfitMinor: 0,
      isReached: true,
    })
    const { stakesMinor, minProfitMinor } = hedge([ticket], [opposite(1.91)], noLoss)
    expect(stakesMinor[0]).toBe(Math.ceil(9_999.5 / 0.91))
    expect(minProfitMinor).toBe(0)
  })

  it('keeps another minimum, and stakes nothing when it is kept already', () => {
    const goal: HedgeGoal = { kind: 'guaranteedMinimum', minMinor: 5_000 }
    expect(hedge([ticket], [opposite(3)], goal).profitsMinor).toEqual([42_500, 5_000])
    expect(hedge([ticket], [opposite(3)], { ...goal, minMinor: -10_000 }).stakesMinor).toEqual([0])
    expect(hedge([ticket], [opposite(3)], { ...goal, minMinor: -20_000 }).stakesMinor).toEqual([0])
  })

  it('never rounds below the minimum where the next step keeps it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 10_000 }),
        fc.integer({ min: 120, max: 900 }),
        fc.constantFrom(1, 100),
        (stake, hundredths, stepMinor) => {
          const offer = opposite(hundredths / 100, { stepMinor })
          const { isReached, stakesMinor } = hedge([oneLegAway(stake, stake * 20)], [offer], noLoss)
          expect(isReached).toBe(true)
          const exact = stake / (hundredths / 100 - 1)
          expect(stakesMinor[0]).toBeLessThan(exact + stepMinor + 1)
        },
      ),
    )
  })

  it('says when it cannot be reached, with the highest minimum there is', () => {
    const poor = oneLegAway(10_000, 11_000)
    const answer = hedge([poor], [opposite(2)], noLoss)
    expect(answer.isReached).toBe(false)
    expect(answer.stakesMinor).toEqual(hedge([poor], [opposite(2)], equalProfit).stakesMinor)
  })
})

describe('hedge for a free roll', () => {
  it('by default keeps the most in the outcome that pays most', () => {
    expect(hedge([ticket], [opposite(3)], freeRoll).profitsMinor).toEqual([45_000, 0])
  })

  it('can leave the ticket without a loss and the most on the other side', () => {
    const { profitsMinor, stakesMinor } = hedge([ticket], [opposite(3)], { kind: 'freeRoll', outcome: 1 })
    expect(profitsMinor).toEqual([0, 90_000])
    expect(stakesMinor).toEqual([50_000])
  })

  it('says when a loss stays possible', () => {
    expect(hedge([ticket], [opposite(2, { limitMinor: 500 })], freeRoll)).toEqual({
      stakesMinor: [500],
      profitsMinor: [49_500, -9_500],
      minProfitMinor: -9_500,
      isReached: false,
    })
  })
})

describe('hedge of large amounts at several books', () => {
  const large = oneLegAway(100_000_000, 900_000_000)
  const books = [opposite(2.4), opposite(2.5, { limitMinor: 20_000_001, stepMinor: 2 }), opposite(2.3)]

  it('takes the best prices for an equal profit', () => {
    const { stakesMinor, profitsMinor, isReached } = hedge([large], books, equalProfit)
    expect(stakesMinor.slice(1)).toEqual([20_000_000, 0])
    expect(stakesMinor[0]).toBeCloseTo((900_000_000 - 50_000_000) / 2.4, -1)
    expect(Math.abs((profitsMinor[0] ?? 0) - (profitsMinor[1] ?? 0))).toBeLessThanOrEqual(3)
    expect(isReached).toBe(true)
  })

  it('stakes as little as can be for a minimum', () => {
    const { stakesMinor, profitsMinor } = hedge([large], books, noLoss)
    expect(stakesMinor).toEqual([50_000_000, 20_000_000, 0])
    expect(profitsMinor).toEqual([730_000_000, 0])
    expect(hedge([large], books, freeRoll).stakesMinor).toEqual(stakesMinor)
  })

  it('stakes as much as can be for a free roll on the other side', () => {
    const { stakesMinor, profitsMinor } = hedge([large], books, { kind: 'freeRoll', outcome: 1 })
    expect(stakesMinor).toEqual([780_000_000, 20_000_000, 0])
    expect(profitsMinor).toEqual([0, 1_022_000_000])
  })

  it('stakes nothing where a minimum is kept already, nor at books without a better price', () => {
    const goal: HedgeGoal = { kind: 'guaranteedMinimum', minMinor: -100_000_000 }
    expect(hedge([large], books, goal).stakesMinor).toEqual([0, 0, 0])
    const won = { profitsMinor: [500_000_000, 300_000_000] }
    expect(hedge([won], books, noLoss)).toEqual({
      stakesMinor: [0, 0, 0],
      profitsMinor: [500_000_000, 300_000_000],
      minProfitMinor: 300_000_000,
      isReached: true,
    })
  })

  it('neither wins nor loses by a refund', () => {
    const three = { profitsMinor: [800_000_000, -100_000_000, 50_000_000] }
    const offer: HedgeOffer = { odds: odds(3), results: ['lost', 'won', 'refunded'] }
    expect(hedge([three], [offer], noLoss).profitsMinor).toEqual([750_000_000, 0, 50_000_000])
  })
})

describe('hedge', () => {
  it('refuses what cannot be', () => {
    const offer = opposite(2)
    const run = (change: Partial<HedgeOffer>) => () => hedge([ticket], [{ ...offer, ...change }], equalProfit)
    expect(run({ odds: rational(1n) })).toThrow('Odds must be above 1')
    for (const given of [
      { num: -2n, den: -3n },
      { num: 3n, den: -2n },
      { num: 3n, den: 0n },
    ])
      expect(run({ odds: given })).toThrow('Odds must be above 1')
    expect(run({ limitMinor: -1 })).toThrow('A limit cannot be negative')
    expect(run({ limitMinor: NaN })).toThrow('A limit cannot be negative')
    for (const stepMinor of [0, -1, 0.5, NaN]) expect(run({ stepMinor })).toThrow('A step is a whole number')
    expect(run({ results: ['lost', 'won', 'won'] })).toThrow('Tickets and offers differ')
    expect(() => hedge([], [], equalProfit)).toThrow('A hedge needs two outcomes or more')
    expect(() => hedge([{ profitsMinor: [5] }], [], equalProfit)).toThrow('A hedge needs two outcomes')
    for (const profit of [0.5, NaN, Infinity])
      expect(() => hedge([{ profitsMinor: [profit, 0] }], [], equalProfit)).toThrow(
        'A profit is a whole number',
      )
    for (const minMinor of [0.5, NaN])
      expect(() => hedge([ticket], [offer], { kind: 'guaranteedMinimum', minMinor })).toThrow('A minimum')
    expect(() => hedge([ticket], [offer], { kind: 'freeRoll', outcome: 2 })).toThrow('A free roll needs')
    // @ts-expect-error -- a name from outside the program
    expect(() => hedge([ticket], [offer], { kind: 'nope' })).toThrow('A goal is')
    // @ts-expect-error -- a name from outside the program
    expect(run({ results: ['lost', 'wins'] })).toThrow('A result is won, lost or refunded')
  })

  it('refuses offers that win whatever happens, until one has a limit', () => {
    const both: readonly HedgeOffer[] = [opposite(2.1), { odds: odds(2.1), results: ['won', 'lost'] }]
    expect(() => hedge([], both, equalProfit)).toThrow('Offers without a limit win whatever happens')
    const limited = both.map(offer => ({ ...offer, limitMinor: 10_000 }))
    expect(hedge([], limited, equalProfit).profitsMinor).toEqual([1_000, 1_000])
  })
})
