/** Yield of the scanner in the demo's world, whose true probabilities only the demo knows. */
import { expect, it } from 'vitest'
import { highEv, lowEv } from '../../../../src/shared/model/price/scan.ts'
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
    const shownGood = proposals.filter(({ proposal }) => lowEv(proposal) > 0)
    expect(shownGood.filter(({ ev }) => ev > 0).length).toBeGreaterThan(0.9 * shownGood.length)
    const inRange = proposals.filter(({ proposal, ev }) => ev >= lowEv(proposal) && ev <= highEv(proposal))
    expect(inRange.length).toBeGreaterThan(0.7 * proposals.length)
  },
  60_000,
)
