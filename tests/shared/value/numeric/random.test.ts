import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../src/shared/value/numeric/random.ts'

const first = (count: number, seed: number) => {
  const next = createRandom(seed)
  return Array.from({ length: count }, () => next())
}

describe('createRandom', () => {
  it('is xorshift32', () => {
    // Marsaglia's generator with the shifts 13, 17 and 5, from 1.
    const states = [270_369, 67_634_689, 2_647_435_461, 307_599_695, 2_398_689_233]
    expect(first(5, 1)).toEqual(states.map(state => state / 2 ** 32))
  })

  it('is the same for the same seed, and spread evenly over 0..1', () => {
    expect(first(3, 7)).toEqual(first(3, 7))
    const values = first(10_000, 20_251_120)
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => values.filter(value => Math.floor(value * 10) === tenth).length,
    )
    expect(Math.min(...tenths)).toBeGreaterThan(900)
    expect(Math.max(...tenths)).toBeLessThan(1_100)
  })
})
