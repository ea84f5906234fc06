import { describe, expect, it } from 'vitest'
import {
  maxExactLegs,
  sampleSize,
  visitScenarios,
  type LeggedBet,
} from '../../../src/shared/value/scenarios.ts'

const leg = (id: string, probability: number) => ({ id, probability })
const bet = (...legs: LeggedBet['legs']): LeggedBet => ({ decimal: 2, legs })

/** Everything visited: each weight with the bets that win. */
function visits(bets: readonly LeggedBet[]) {
  const seen: { weight: number; wins: number[] }[] = []
  const isSample = visitScenarios(bets, (weight, wins) => void seen.push({ weight, wins: [...wins] }))
  return { seen, isSample }
}
const chanceOf = ({ seen }: ReturnType<typeof visits>, place: number) =>
  seen.reduce((sum, { weight, wins }) => sum + weight * (wins[place] ?? 0), 0)
const weightOf = ({ seen }: ReturnType<typeof visits>) => seen.reduce((sum, { weight }) => sum + weight, 0)

describe('visitScenarios', () => {
  it('visits each way in which two legs can end once, with its probability', () => {
    const { seen, isSample } = visits([bet(leg('a', 0.5)), bet(leg('a', 0.5), leg('b', 0.25))])
    expect(isSample).toBe(false)
    expect(seen).toEqual([
      { weight: 0.375, wins: [0, 0] },
      { weight: 0.375, wins: [1, 0] },
      { weight: 0.125, wins: [0, 0] },
      { weight: 0.125, wins: [1, 1] },
    ])
  })

  it('visits nothing that cannot happen', () => {
    expect(visits([bet(leg('sure', 1), leg('never', 0))]).seen).toEqual([{ weight: 1, wins: [0] }])
  })

  it('is exact up to the limit of legs, and a sample of the same probabilities above it', () => {
    const legs = Array.from({ length: maxExactLegs }, (_, at) => leg(`leg ${at}`, 0.9))
    const exact = visits([bet(leg('leg 0', 0.9)), bet(...legs)])
    expect(exact.isSample).toBe(false)
    expect(weightOf(exact)).toBeCloseTo(1, 12)
    expect(chanceOf(exact, 1)).toBeCloseTo(0.9 ** maxExactLegs, 12)

    const sampled = visits([bet(leg('one more', 0.2)), bet(...legs), bet(leg('sure', 1))])
    expect(sampled.isSample).toBe(true)
    expect(sampled.seen).toHaveLength(sampleSize)
    expect(weightOf(sampled)).toBeCloseTo(1, 9)
    expect(chanceOf(sampled, 0)).toBeCloseTo(0.2, 1)
    expect(chanceOf(sampled, 1)).toBeCloseTo(0.9 ** maxExactLegs, 1)
    expect(chanceOf(sampled, 2)).toBeCloseTo(1, 9)
  })

  it('draws the same sample for the same bets', () => {
    const legs = Array.from({ length: maxExactLegs + 1 }, (_, at) => leg(`leg ${at}`, 0.5))
    expect(visits(legs.map(each => bet(each)))).toEqual(visits(legs.map(each => bet(each))))
  })

  it('refuses odds, probabilities and legs that cannot be', () => {
    const refuse = (given: LeggedBet) => expect(() => visits([given])).toThrow(RangeError)
    refuse({ decimal: 1, legs: [leg('a', 0.5)] })
    refuse({ decimal: Infinity, legs: [leg('a', 0.5)] })
    refuse({ decimal: 2, legs: [] })
    refuse(bet(leg('a', -0.1)))
    refuse(bet(leg('a', 1.1)))
    refuse(bet(leg('a', NaN)))
    refuse(bet(leg('a', 0.5), leg('a', 0.6)))
  })
})
