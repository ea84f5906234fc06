import { describe, expect, it } from 'vitest'
import type { BetResults } from '../../../src/shared/value/proof.ts'
import { createRandom } from '../../../src/shared/value/numeric/random.ts'
import { riskOfRuin } from '../../../src/shared/value/ruin.ts'
import { fc } from '../../support/property.ts'

const repeat = (bet: BetResults) => Array.from({ length: 30 }, () => bet)
const riskOf = (bets: readonly BetResults[], bankrollMinor: number) => {
  const answer = riskOfRuin(bets, bankrollMinor)
  if (answer.kind !== 'measured') throw new Error('too few bets')
  return answer.risk
}

describe('riskOfRuin', () => {
  it('of even-money bets of one size is ((1 - p)/p)^(bankroll/stake)', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.501, max: 0.95, noNaN: true }),
        fc.integer({ min: 1, max: 100 }),
        (probability, stakes) => {
          const risk = riskOf(repeat({ probability, wonMinor: 500, lostMinor: -500 }), stakes * 500)
          const exact = ((1 - probability) / probability) ** stakes
          expect(Math.abs(risk - exact)).toBeLessThan(1e-9)
        },
      ),
    )
  })

  it('bounds what a simulation finds, from above', () => {
    const bets = [
      { probability: 0.3, wonMinor: 270, lostMinor: -100 },
      { probability: 0.6, wonMinor: 80, lostMinor: -100 },
    ]
    const random = createRandom(3)
    const isRuined = () => {
      let bankroll = 600
      for (let turn = 0; turn < 2_000 && bankroll > 0; turn++) {
        const { probability, wonMinor, lostMinor } = bets[turn % 2] ?? {
          probability: 0,
          wonMinor: 0,
          lostMinor: 0,
        }
        bankroll += random() < probability ? wonMinor : lostMinor
      }
      return bankroll <= 0
    }
    const share = Array.from({ length: 1_000 }, isRuined).filter(Boolean).length / 1_000
    const bound = riskOf(Array.from({ length: 15 }, () => bets).flat(), 600)
    expect(share).toBeLessThan(bound + 0.03)
    expect(share).toBeGreaterThan(bound - 0.15)
  })

  it('is 1 without an edge and 0 when nothing can be lost', () => {
    expect(riskOf(repeat({ probability: 0.5, wonMinor: 100, lostMinor: -100 }), 1_000)).toBe(1)
    expect(riskOf(repeat({ probability: 0.4, wonMinor: 100, lostMinor: -100 }), 1_000)).toBe(1)
    expect(riskOf(repeat({ probability: 0.4, wonMinor: 100, lostMinor: 0 }), 1_000)).toBe(0)
    expect(riskOf(repeat({ probability: 1, wonMinor: 100, lostMinor: -100 }), 1_000)).toBe(0)
  })

  it('counts bets that cannot lose, and those of unequal stakes', () => {
    const sure = { probability: 1, wonMinor: 50, lostMinor: -900 }
    const bonus = { probability: 0.3, wonMinor: 50, lostMinor: 0 }
    const even = { probability: 0.6, wonMinor: 100, lostMinor: -100 }
    const large = { probability: 0.55, wonMinor: 300, lostMinor: -300 }
    const of = (...bets: readonly BetResults[]) => riskOf(repeat(even).concat(bets), 1_000)
    expect(of(sure)).toBeLessThan(of())
    expect(of(bonus)).toBeLessThan(of())
    expect(of(large)).toBeGreaterThan(of())
    expect(of(...repeat(large))).toBeGreaterThan(of(large))
    expect(of(...repeat(large))).toBeLessThan(riskOf(repeat(large), 1_000))
  })

  it('falls as the bankroll grows, and is the same in any unit', () => {
    const bets = repeat({ probability: 0.35, wonMinor: 200, lostMinor: -100 })
    expect(riskOf(bets, 2_000)).toBeCloseTo(riskOf(bets, 1_000) ** 2, 9)
    const larger = repeat({ probability: 0.35, wonMinor: 200e6, lostMinor: -100e6 })
    expect(riskOf(larger, 1_000e6)).toBeCloseTo(riskOf(bets, 1_000), 9)
  })

  it('claims nothing below 30 bets, and refuses what cannot be', () => {
    const bet = { probability: 0.6, wonMinor: 100, lostMinor: -100 }
    expect(riskOfRuin([bet], 1_000)).toEqual({ kind: 'too-few', count: 1, needed: 30 })
    for (const bankroll of [0, -1, NaN, Infinity])
      expect(() => riskOfRuin([bet], bankroll)).toThrow('A bankroll is above 0')
    expect(() => riskOfRuin([{ ...bet, probability: 2 }], 1_000)).toThrow('A probability is')
    expect(() => riskOfRuin([{ ...bet, lostMinor: NaN }], 1_000)).toThrow('A profit is a number')
  })
})
