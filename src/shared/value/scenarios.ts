/**
 * All ways in which the legs of some bets can end. A leg is one event, also when several bets contain it; legs are
 * independent, so correlated legs of one parlay are given as one leg with their joint probability.
 */
import { createRandom } from './numeric/random.ts'

export interface ValueLeg {
  readonly id: string
  /** Win probability in 0..1. */
  readonly probability: number
}

/** A bet that wins when all its legs win. */
export interface LeggedBet {
  /** Decimal odds, above 1. */
  readonly decimal: number
  readonly legs: readonly ValueLeg[]
}

/** Takes one way in which all legs end: its weight, and for each bet, in the given order, 1 when it wins, else 0. */
export type VisitScenario = (weight: number, wins: Uint8Array) => void

/** More legs than this are sampled: 2^14 scenarios take a few milliseconds. */
export const maxExactLegs = 14
/** Samples are drawn in parts that know nothing of each other, so that their differences show the error. */
export const sampleParts = 10
const partSize = 1_000
export const sampleSize = sampleParts * partSize
const seed = 0x5eed

/**
 * Visits the scenarios of these bets; their weights sum to 1. Exact up to 14 legs, else 10,000 samples from a fixed seed,
 * in equal parts one after the other, so that the same bets give the same answer. Returns true for a sample. Throws a RangeError for odds, probabilities or
 * legs that cannot be.
 */
export function visitScenarios(bets: readonly LeggedBet[], visit: VisitScenario): boolean {
  const { probabilities, placesOf } = indexLegs(bets)
  const ends = new Uint8Array(probabilities.length)
  const wins = new Uint8Array(bets.length)
  const visitEnds = (weight: number) => {
    for (let bet = 0; bet < placesOf.length; bet++) {
      const places = placesOf[bet] ?? []
      let isWon = 1
      for (let at = 0; isWon === 1 && at < places.length; at++) isWon = ends[places[at] ?? 0] ?? 0
      wins[bet] = isWon
    }
    visit(weight, wins)
  }
  const isSample = probabilities.length > maxExactLegs
  if (isSample) sample(probabilities, ends, visitEnds)
  else enumerate(probabilities, ends, visitEnds)
  return isSample
}

/** Probabilities of all legs, and for each bet the places of its legs among them. */
function indexLegs(bets: readonly LeggedBet[]) {
  const places = new Map<string, number>()
  const probabilities: number[] = []
  const placesOf = bets.map(({ decimal, legs }) => {
    if (!(decimal > 1 && decimal < Infinity)) throw new RangeError('Odds must be above 1')
    if (legs.length === 0) throw new RangeError('A bet needs a leg')
    return legs.map(({ id, probability }) => {
      if (!(probability >= 0 && probability <= 1)) throw new RangeError('A probability is between 0 and 1')
      const place = places.get(id) ?? probabilities.push(probability) - 1
      if (probabilities[place] !== probability) throw new RangeError(`Leg ${id} has two probabilities`)
      places.set(id, place)
      return place
    })
  })
  return { probabilities, placesOf }
}

/** Calls `visit` with `ends` set to each combination that can happen. */
function enumerate(
  probabilities: readonly number[],
  ends: Uint8Array,
  visit: (weight: number) => void,
): void {
  for (let combination = 0; combination < 2 ** probabilities.length; combination++) {
    let weight = 1
    for (const [place, p] of probabilities.entries()) {
      const isWon = (combination >> place) & 1
      ends[place] = isWon
      weight *= isWon === 1 ? p : 1 - p
    }
    if (weight > 0) visit(weight)
  }
}

/**
 * In each part a leg wins in its share of the draws, not only on average: which of them is random. This leaves no error of
 * single legs, and less of several.
 */
function sample(probabilities: readonly number[], ends: Uint8Array, visit: (weight: number) => void): void {
  const random = createRandom(seed)
  const winsLeft = new Float64Array(probabilities.length)
  for (let part = 0; part < sampleParts; part++) {
    for (const [place, p] of probabilities.entries()) winsLeft[place] = Math.floor(p * partSize + random())
    for (let left = partSize; left > 0; left--) {
      drawEnds(ends, winsLeft, left, random)
      visit(1 / sampleSize)
    }
  }
}

/** Lets each leg win in as many of the draws that are left as it has wins left, which of them by chance. */
function drawEnds(ends: Uint8Array, winsLeft: Float64Array, left: number, random: () => number): void {
  for (let place = 0; place < ends.length; place++) {
    const wins = winsLeft[place] ?? 0
    const isWon = random() * left < wins ? 1 : 0
    ends[place] = isWon
    winsLeft[place] = wins - isWon
  }
}
