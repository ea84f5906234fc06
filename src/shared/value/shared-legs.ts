/**
 * Legs of bets whose win probabilities are known only as a whole. Legs that several bets contain become one event for all
 * of them; what else a bet needs is an event of its own, so that every bet keeps its exact probability and with it the
 * correlation of its legs.
 */
import type { ValueLeg } from './scenarios.ts'

export interface JointBet {
  /** Probability that all its legs win, above 0 and at most 1. */
  readonly probability: number
  /** Ids of its legs; an id is one event, whichever bets contain it. */
  readonly legs: readonly string[]
}

/**
 * Legs by which `jointStakes` computes these bets, in their order. A shared leg gets the highest probability that a bet
 * gives it, p^(1/n) by a bet of n legs, so that the rest of each bet has a probability of at most 1. Shared legs of the
 * same bets are one event. Throws a RangeError for a probability that cannot be, or a bet without legs.
 */
export function toSharedLegs(bets: readonly JointBet[]): readonly (readonly ValueLeg[])[] {
  const legs = new Map<string, { probability: number; readonly bets: number[] }>()
  for (const [place, { probability, legs: ids }] of bets.entries()) {
    if (!(probability > 0 && probability <= 1)) throw new RangeError('A bet needs a probability above 0')
    if (ids.length === 0) throw new RangeError('A bet needs a leg')
    const each = probability ** (1 / ids.length)
    for (const id of new Set(ids)) {
      const leg = legs.get(id) ?? { probability: 0, bets: [] }
      leg.probability = Math.max(leg.probability, each)
      leg.bets.push(place)
      legs.set(id, leg)
    }
  }
  return addOwnLegs(bets, joinSharedLegs([...legs.values()].filter(leg => leg.bets.length > 1)))
}

type SharedLeg = ValueLeg & { readonly bets: readonly number[] }

function joinSharedLegs(legs: readonly { probability: number; readonly bets: readonly number[] }[]) {
  const joined = new Map<string, SharedLeg>()
  for (const { probability, bets } of legs) {
    const id = `shared by ${bets.join(' ')}`
    joined.set(id, { id, probability: (joined.get(id)?.probability ?? 1) * probability, bets })
  }
  return [...joined.values()]
}

function addOwnLegs(bets: readonly JointBet[], shared: readonly SharedLeg[]): ValueLeg[][] {
  const legsOf = bets.map((): ValueLeg[] => [])
  for (const { id, probability, bets: places } of shared)
    for (const place of places) legsOf[place]?.push({ id, probability })
  return legsOf.map((legs, place) => {
    const known = legs.reduce((product, leg) => product * leg.probability, 1)
    const probability = Math.min(1, (bets[place]?.probability ?? 0) / known)
    return probability > 1 - 1e-12 && legs.length > 0
      ? legs
      : [...legs, { id: `rest of ${place}`, probability }]
  })
}
