import { describe, expect, it } from 'vitest'
import {
  growthOf,
  jointStakes,
  planStakes,
  splitAcrossBooks,
  type Bet,
} from '../../../src/shared/value/kelly.ts'
import { kellyFraction } from '../../../src/shared/odds/value.ts'
import { fc } from '../../support/property.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const anyProbability = fc.double({ min: 0.05, max: 0.95, noNaN: true })
const anyDecimal = fc.double({ min: 1.1, max: 10, noNaN: true })

/** Stakes with one a little higher or lower, alone or at the expense of another. */
function nearby(stakes: readonly number[]): number[][] {
  const changes = stakes.flatMap((_, to) => [1e-3, -1e-3].map(step => ({ to, step })))
  const moved = changes.flatMap(({ to, step }) => [
    stakes.with(to, (stakes[to] ?? 0) + step),
    ...stakes.map((stake, from) =>
      stakes.with(to, (stakes[to] ?? 0) + step).with(from, from === to ? stake : stake - step),
    ),
  ])
  return moved.filter(each => each.every(stake => stake >= 0))
}

describe('jointStakes', () => {
  it('of one bet is the Kelly fraction', () => {
    expect(jointStakes([{ decimal: 3.5, probability: 0.3 }])[0]).toBeCloseTo(0.02, 9)
    fc.assert(
      fc.property(anyProbability, anyDecimal, (probability, decimal) => {
        const [stake = NaN] = jointStakes([{ decimal, probability }])
        const kelly = kellyFraction(probability, decimal)
        expect(Math.abs(stake - (kelly < 1e-6 ? 0 : kelly))).toBeLessThan(1e-9)
      }),
    )
  })

  it('of two independent even-money bets of 60% is 5/26 each', () => {
    const bet = { decimal: 2, probability: 0.6 }
    for (const stake of jointStakes([bet, bet])) expect(stake).toBeCloseTo(5 / 26, 9)
  })

  it('counts what an open bonus bet pays, of which no stake can be lost', () => {
    const bet = { decimal: 2, probability: 0.6 }
    const leg = { id: 'same', probability: 0.6 }
    const open = { decimal: 3, stake: 0, payout: 0.2, legs: [leg] }
    const [alone = NaN] = jointStakes([bet])
    const [beside = NaN] = jointStakes([{ decimal: 2, legs: [leg] }], { open: [open] })
    // The stake at which .6 / (1.2 + x) equals .4 / (1 - x).
    expect(alone).toBeCloseTo(0.2, 9)
    expect(beside).toBeCloseTo(0.12, 6)
  })

  it('leaves no small change of the stakes that grows the bankroll faster', () => {
    const anyBet = fc.record({ decimal: anyDecimal, probability: anyProbability })
    fc.assert(
      fc.property(fc.array(anyBet, { minLength: 1, maxLength: 4 }), bets => {
        const stakes = jointStakes(bets, { limits: [{ max: 0.3, bets: bets.map((_, place) => place) }] })
        expect(sum(stakes)).toBeLessThanOrEqual(0.3 + 1e-12)
        const best = growthOf(bets, stakes).mean
        for (const other of nearby(stakes).filter(each => sum(each) <= 0.3))
          expect(growthOf(bets, other).mean).toBeLessThanOrEqual(best + 1e-9)
      }),
      { numRuns: 30 },
    )
  })

  it('treats a leg that bets share as one event', () => {
    const leg = { id: 'over', probability: 0.25 }
    const bets: readonly Bet[] = [
      { decimal: 4.6, limit: 0.01, legs: [leg] },
      { decimal: 4.4, limit: 0.02, legs: [leg] },
      { decimal: 4.2, legs: [leg] },
    ]
    const split = splitAcrossBooks(0.25, bets)
    for (const [place, stake] of jointStakes(bets).entries()) expect(stake).toBeCloseTo(split[place] ?? 0, 9)
  })

  it('stakes less beside an open ticket on the same leg, and least beside the same bet', () => {
    const leg = { id: 'over', probability: 0.6 }
    const bet = { decimal: 2, legs: [leg] }
    const beside = (open: Bet) => jointStakes([bet], { open: [{ ...open, stake: 0.05 }] })[0] ?? NaN
    const [alone = NaN] = jointStakes([bet])
    expect(beside(bet)).toBeCloseTo(alone - 0.05, 9)
    const besideParlay = beside({ decimal: 4, legs: [leg, { id: 'other', probability: 0.5 }] })
    expect(besideParlay).toBeLessThan(alone)
    expect(besideParlay).toBeGreaterThan(beside(bet))
  })

  it('keeps limits of one bet and of several after the fraction', () => {
    const bet = { decimal: 2, probability: 0.6 }
    expect(jointStakes([bet], { fraction: 0.25 })[0]).toBeCloseTo(0.05, 9)
    expect(jointStakes([{ ...bet, limit: 0.03 }], { fraction: 0.25 })[0]).toBeCloseTo(0.03, 9)
    const limited = jointStakes([bet, bet], { fraction: 0.25, limits: [{ max: 0.06, bets: [0, 1] }] })
    expect(sum(limited)).toBeCloseTo(0.06, 9)
    expect(jointStakes([bet, { ...bet, limit: 0 }])).toEqual([expect.closeTo(0.2, 9), 0])
  })

  it('stakes no more than is not staked yet, however sure the bet', () => {
    const open = [{ decimal: 3, probability: 0.5, stake: 0.25 }]
    expect(jointStakes([{ decimal: 1.5, probability: 1 }], { open })[0]).toBeCloseTo(0.75, 9)
    expect(jointStakes([])).toEqual([])
    expect(jointStakes([{ decimal: 2, probability: 0.4 }])).toEqual([0])
  })

  it('samples over 14 legs, and says how far off it may be', () => {
    const bets = Array.from({ length: 15 }, () => ({ decimal: 2.2, probability: 0.5 }))
    const stakes = bets.map(() => 0.02)
    const { mean, standardError } = growthOf(bets, stakes)
    const exact = growthOf(bets.slice(0, 14), stakes.slice(0, 14))
    expect(exact.standardError).toBe(0)
    expect(standardError).toBeGreaterThan(0)
    expect(Math.abs(mean - (exact.mean * 15) / 14)).toBeLessThan(4 * standardError)
    expect(growthOf(bets, stakes)).toEqual({ mean, standardError })
  })

  it('says how far off sampled stakes may be', () => {
    const legs = Array.from({ length: 3 }, (_, at) => ({ id: `leg ${at}`, probability: 0.5 }))
    const bet = { decimal: 10, legs }
    const open = Array.from({ length: 14 }, () => ({ decimal: 2, probability: 0.5, stake: 1e-6 }))
    const exact = (0.5 ** 3 * 10 - 1) / 9
    const { stakes, standardError } = planStakes([bet], { open })
    expect(standardError).toBeGreaterThan(0)
    expect(Math.abs((stakes[0] ?? 0) - exact)).toBeLessThan(3 * standardError)
    // Draws that are only random on average would be off by sd(win) d / (d - 1) / 100.
    expect(standardError).toBeLessThan((Math.sqrt(0.125 * 0.875) * 10) / 9 / 100)
    expect(planStakes([bet], { open, fraction: 0.25 }).standardError).toBeCloseTo(standardError / 4, 7)
    expect(planStakes([bet], { open: open.slice(3) }).standardError).toBe(0)
    // A limit far below the best stake is exact, however the sample falls.
    const limited = planStakes([{ ...bet, limit: 0.001 }], { open })
    expect(limited.stakes[0]).toBeCloseTo(0.001, 9)
    expect(limited.standardError).toBe(0)
    expect(planStakes([{ ...bet, decimal: 7 }], { open })).toEqual({ stakes: [0], standardError: 0 })
    expect(planStakes([])).toEqual({ stakes: [], standardError: 0 })
  })

  it('says how far off the sampled stakes may be that no limit decides, beside those that one does', () => {
    const toLegs = (name: string) => [0, 1, 2].map(at => ({ id: `${name} ${at}`, probability: 0.5 }))
    const limited = { decimal: 30, legs: toLegs('one'), limit: 0.02 }
    const open = Array.from({ length: 9 }, () => ({ decimal: 2, probability: 0.5, stake: 1e-6 }))
    for (const name of ['other', 'one']) {
      const free = { decimal: 10, legs: toLegs(name) }
      const exact = jointStakes([limited, free], { open: open.slice(1) })
      const { stakes, standardError } = planStakes([limited, free], {
        open: [...open, ...open.slice(0, 6)],
      })
      expect(stakes[0]).toBeCloseTo(0.02, 9)
      const alone = planStakes([free], { open: [...open, ...open.slice(0, 6)] }).standardError
      expect(standardError).toBeGreaterThan(alone / 2)
      expect(standardError).toBeLessThan(alone * 2)
      expect(Math.abs((stakes[1] ?? 0) - (exact[1] ?? 0))).toBeLessThan(3 * standardError)
    }
    const all = planStakes([limited, { decimal: 10, legs: toLegs('other'), limit: 0.002 }], {
      open: [...open, ...open.slice(0, 6)],
    })
    expect(all.standardError).toBe(0)
  })

  it('is within two of its standard errors for nearly all sampled bets', () => {
    const misses = Array.from({ length: 40 }, (_, seed) => {
      const p = 0.4 + seed / 200
      const legs = [0, 1, 2].map(at => ({ id: `leg ${at}`, probability: p }))
      const open = Array.from({ length: 12 + seed }, () => ({ decimal: 2, probability: 0.5, stake: 1e-6 }))
      const decimal = 1.3 / p ** 3
      const { stakes, standardError } = planStakes([{ decimal, legs }], { open })
      return Math.abs((stakes[0] ?? 0) - 0.3 / (decimal - 1)) / standardError
    })
    expect(misses.filter(miss => miss < 2).length).toBeGreaterThan(33)
  })

  it('samples one leg of a bet without an error', () => {
    const open = Array.from({ length: 14 }, () => ({ decimal: 2, probability: 0.5, stake: 1e-6 }))
    expect(jointStakes([{ decimal: 2, probability: 0.6 }], { open })[0]).toBeCloseTo(0.2, 4)
  })

  it('refuses what cannot be', () => {
    const bet = { decimal: 2, probability: 0.6 }
    for (const decimal of [1, 0, NaN, Infinity])
      expect(() => jointStakes([{ ...bet, decimal }])).toThrow('Odds must be above 1')
    for (const probability of [-0.1, 1.1, NaN])
      expect(() => jointStakes([{ ...bet, probability }])).toThrow('A probability is between 0 and 1')
    expect(() => jointStakes([{ decimal: 2, legs: [] }])).toThrow('A bet needs a leg')
    expect(() => jointStakes([{ ...bet, limit: -1 }])).toThrow('A limit cannot be negative')
    expect(() => jointStakes([bet], { fraction: 0 })).toThrow('A fraction')
    expect(() => jointStakes([bet], { open: [{ ...bet, stake: -1 }] })).toThrow('A stake cannot be negative')
    expect(() => jointStakes([bet], { open: [{ ...bet, stake: 1 }] })).toThrow('Open stakes could lose')
    for (const payout of [NaN, -1, Infinity])
      expect(() => jointStakes([bet], { open: [{ ...bet, stake: 0.1, payout }] })).toThrow('A payout cannot')
    for (const place of [1, -1, 0.5])
      expect(() => jointStakes([bet], { limits: [{ max: 0.1, bets: [place] }] })).toThrow(
        'A limit names a bet that is not there',
      )
    for (const max of [-1, NaN])
      expect(() => jointStakes([], { limits: [{ max, bets: [] }] })).toThrow('A limit cannot be negative')
    expect(() => jointStakes([], { limits: [{ max: 0.1, bets: [0] }] })).toThrow('A limit names a bet')
    const legs = [0.5, 0.6].map(probability => ({ decimal: 2, legs: [{ id: 'over', probability }] }))
    expect(() => jointStakes(legs)).toThrow('Leg over has two probabilities')
  })
})

describe('a fraction of Kelly beside open bets', () => {
  const anyFraction = fc.constantFrom(0.1, 0.25, 0.5, 1)
  /** Stakes of bets that are planned one after the other, each beside those before it. */
  function stakeInTurn(bets: readonly Bet[], fraction: number): number[] {
    const stakes: number[] = []
    for (const bet of bets) {
      const open = stakes.map((stake, place) => ({ decimal: 2, ...bets[place], stake }))
      stakes.push(jointStakes([bet], { open, fraction })[0] ?? NaN)
    }
    return stakes
  }
  const anyLeg = fc.double({ min: 0.1, max: 0.9, noNaN: true })
  const anyEdge = fc.double({ min: 0.02, max: 0.1, noNaN: true })
  /** Parlays of a leg that all share and one of their own. */
  const makeParlays = (shared: number, own: readonly number[], edge: number) =>
    own.map((probability, place) => ({
      decimal: (1 + edge) / (shared * probability),
      legs: [
        { id: 'shared', probability: shared },
        { id: `own ${place}`, probability },
      ],
    }))
  const anyParlays = fc
    .tuple(anyLeg, fc.tuple(anyLeg, anyLeg, anyLeg), anyEdge)
    .map(([shared, own, edge]) => makeParlays(shared, own, edge))
  const alikeParlays = fc
    .tuple(anyLeg, anyLeg, anyEdge)
    .map(([shared, own, edge]) => makeParlays(shared, [own, own, own], edge))

  it('of the same bet, planned again and again, sums to the fraction of Kelly', () => {
    const legs = (probability: number) => [{ id: 'same', probability }]
    fc.assert(
      fc.property(anyProbability, anyDecimal, anyFraction, (probability, decimal, fraction) => {
        const kelly = kellyFraction(probability, decimal)
        // From 90% of the bankroll on, open bets are scaled up less.
        fc.pre(kelly < 0.9)
        const bets = Array.from({ length: 4 }, () => ({ decimal, legs: legs(probability) }))
        // A stake below 1e-6 is no advice; the last plan may be off by that.
        expect(Math.abs(sum(stakeInTurn(bets, fraction)) - fraction * kelly)).toBeLessThan(1.1e-6)
      }),
      { numRuns: 60 },
    )
  })

  it('is that fraction of full Kelly, also of bets that are placed one after the other', () => {
    fc.assert(
      fc.property(anyParlays, anyFraction, (bets, fraction) => {
        const full = stakeInTurn(bets, 1)
        for (const [place, stake] of stakeInTurn(bets, fraction).entries())
          expect(Math.abs(stake - fraction * (full[place] ?? 0))).toBeLessThan(2e-6)
      }),
      { numRuns: 40 },
    )
  })

  it('of parlays that share a leg is about as much in turn as together', () => {
    fc.assert(
      fc.property(alikeParlays, anyFraction, (bets, fraction) => {
        const ratio = sum(stakeInTurn(bets, fraction)) / sum(jointStakes(bets, { fraction }))
        // Small stakes of three alike bets with correlation r: (3 + 3r - 5r^2 + 2r^3) / 3 times as much, which is from 1
        // to 1.177. What that leaves out is of the order of the edge, 10% at most.
        expect(ratio).toBeGreaterThan(0.99)
        expect(ratio).toBeLessThan(1.177 * 1.1)
      }),
      { numRuns: 40 },
    )
  })

  it('counts the payout of an open bonus bet as that fraction too', () => {
    const leg = { id: 'same', probability: 0.6 }
    const open = [{ decimal: 3, stake: 0, payout: 0.05, legs: [leg] }]
    // A quarter of the stake at which .6 / (1.2 + x) equals .4 / (1 - x).
    expect(jointStakes([{ decimal: 2, legs: [leg] }], { open, fraction: 0.25 })[0]).toBeCloseTo(0.12 / 4, 9)
  })

  it('leaves a tenth of the bankroll where the open bets are too many, and never counts them less', () => {
    const leg = { id: 'new', probability: 0.6 }
    const lost = (stake: number) => [{ decimal: 2, stake, probability: 0 }]
    const beside = (stake: number, fraction: number) =>
      jointStakes([{ decimal: 2, legs: [leg] }], { open: lost(stake), fraction })[0]
    // Kelly stakes 20% of what is left: .1 when scaled down to it, and .05 when more is open already.
    expect(beside(0.2, 0.25)).toBeCloseTo(0.25 * 0.2 * 0.2, 9)
    expect(beside(0.3, 0.25)).toBeCloseTo(0.25 * 0.2 * 0.1, 9)
    expect(beside(0.8, 0.5)).toBeCloseTo(0.5 * 0.2 * 0.1, 9)
    expect(beside(0.95, 0.5)).toBeCloseTo(0.5 * 0.2 * 0.05, 9)
    expect(beside(0.95, 1)).toBeCloseTo(0.2 * 0.05, 9)
  })

  it('leaves no small change of the stakes that grows faster beside open bets', () => {
    fc.assert(
      fc.property(anyParlays, fc.constantFrom(0.25, 0.5), ([open, ...bets], fraction) => {
        const options = { open: [{ decimal: 2, ...open, stake: 0.01 }], fraction }
        const stakes = jointStakes(bets, options)
        const best = growthOf(bets, stakes, options).mean
        for (const other of nearby(stakes))
          expect(growthOf(bets, other, options).mean).toBeLessThanOrEqual(best + 1e-9)
      }),
      { numRuns: 30 },
    )
  })

  it('has the standard error of that share of the scaled stakes', () => {
    const legs = [0, 1, 2].map(at => ({ id: `leg ${at}`, probability: 0.5 }))
    const other = Array.from({ length: 14 }, () => ({ decimal: 2, probability: 0.5, stake: 1e-3 }))
    const bet = { decimal: 10, legs }
    const quarter = planStakes([bet], { open: other, fraction: 0.25 })
    const full = planStakes([bet], { open: other.map(each => ({ ...each, stake: 4e-3 })) })
    expect(quarter.stakes[0]).toBeCloseTo((full.stakes[0] ?? NaN) / 4, 9)
    expect(quarter.standardError).toBeCloseTo(full.standardError / 4, 9)
  })
})

describe('splitAcrossBooks', () => {
  it('fills the highest price first, up to the limits, while it is worth it', () => {
    const [first, second = NaN, third] = splitAcrossBooks(0.25, [
      { decimal: 4.6, limit: 0.01 },
      { decimal: 4.4, limit: 0.02 },
      { decimal: 4.2 },
    ])
    expect([first, third]).toEqual([0.01, 0])
    expect(second).toBeCloseTo(0.018971, 6)
  })

  it('keeps the order of the offers', () => {
    const stakes = splitAcrossBooks(0.25, [{ decimal: 4.2 }, { decimal: 4.6, limit: 0.01 }])
    expect(stakes[1]).toBe(0.01)
    expect(stakes[0]).toBeGreaterThan(0)
  })

  it('refuses what cannot be', () => {
    expect(() => splitAcrossBooks(NaN, [])).toThrow('A probability is between 0 and 1')
    expect(() => splitAcrossBooks(0.5, [{ decimal: 1 }])).toThrow('Odds must be above 1')
    expect(() => splitAcrossBooks(0.5, [{ decimal: 2, limit: -1 }])).toThrow('A limit cannot be negative')
  })
})
