/** VALUE: at equal calls, the scanner finds at least twice the parlays of positive expected value that random order finds. */
import { expect, it } from 'vitest'
import { compareWithRandom } from '../../../support/demo/demo-market.ts'

it.each([2, 3] as const)(
  'the scanner finds at least twice as many good parlays of up to %i legs as random order in the demo',
  async maxLegs => {
    const { calls, found, random, proposals } = await compareWithRandom({
      seed: 3,
      places: 6,
      calls: 40,
      maxLegs,
    })
    expect(calls).toBe(40)
    expect(found).toBeGreaterThan(2 * random)
    expect(found).toBeGreaterThan(20)
    expect(proposals.length).toBeGreaterThan(20)
  },
  60_000,
)
