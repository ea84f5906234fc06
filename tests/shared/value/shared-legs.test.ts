import { describe, expect, it } from 'vitest'
import { toSharedLegs, type JointBet } from '../../../src/shared/value/shared-legs.ts'
import { fc } from '../../support/property.ts'

const product = (legs: readonly { readonly probability: number }[]) =>
  legs.reduce((all, { probability }) => all * probability, 1)

describe('toSharedLegs', () => {
  it('gives a bet that shares nothing one event', () => {
    const [first, second] = toSharedLegs([
      { probability: 0.2, legs: ['a', 'b'] },
      { probability: 0.6, legs: ['c'] },
    ])
    expect(first).toEqual([{ id: 'rest of 0', probability: 0.2 }])
    expect(second).toEqual([{ id: 'rest of 1', probability: 0.6 }])
  })

  it('gives a sure bet one event, too', () => {
    expect(toSharedLegs([{ probability: 1, legs: ['a'] }])).toEqual([[{ id: 'rest of 0', probability: 1 }]])
  })

  it('makes a shared leg one event, as likely as the most certain bet says', () => {
    const [single = [], parlay = []] = toSharedLegs([
      { probability: 0.6, legs: ['a'] },
      { probability: 0.1, legs: ['a', 'b', 'c'] },
    ])
    expect(single).toEqual([{ id: 'shared by 0 1', probability: 0.6 }])
    expect(parlay[0]).toEqual(single[0])
    expect(parlay[1]?.probability).toBeCloseTo(0.1 / 0.6, 12)
  })

  it('makes one event of the same bet at several books', () => {
    const bet = { probability: 0.25, legs: ['a', 'b'] }
    const [one = [], ...others] = toSharedLegs([bet, bet, { ...bet, legs: ['b', 'a'] }])
    expect(one).toHaveLength(1)
    expect(one[0]?.probability).toBeCloseTo(0.25, 12)
    for (const other of others) expect(other).toEqual(one)
  })

  it('keeps the probability of every bet, and gives each event one probability', () => {
    const bet: fc.Arbitrary<JointBet> = fc.record({
      probability: fc.double({ min: 0.001, max: 1, noNaN: true }),
      legs: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 }),
    })
    fc.assert(
      fc.property(fc.array(bet, { maxLength: 6 }), bets => {
        const all = toSharedLegs(bets)
        const known = new Map<string, number>()
        for (const [place, legs] of all.entries()) {
          expect(product(legs)).toBeCloseTo(bets[place]?.probability ?? NaN, 9)
          for (const { id, probability } of legs) {
            expect(known.get(id) ?? probability).toBe(probability)
            expect(probability).toBeLessThanOrEqual(1)
            known.set(id, probability)
          }
        }
      }),
    )
  })

  it('refuses probabilities that cannot be, and bets without legs', () => {
    for (const probability of [0, -1, 1.1, NaN])
      expect(() => toSharedLegs([{ probability, legs: ['a'] }])).toThrow('probability above 0')
    expect(() => toSharedLegs([{ probability: 0.5, legs: [] }])).toThrow('needs a leg')
  })
})
