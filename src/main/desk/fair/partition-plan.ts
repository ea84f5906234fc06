/** Outcomes of a parlay's partition at one book, and the reason why it will have no exact price. */
import type { Book } from '../../../shared/model/game/book.ts'
import { tokensAt, type Leg } from '../../../shared/model/parlay/parlay.ts'
import { listSides, maxPartitionLegs } from '../../../shared/model/price/fair.ts'

/** As the board answers: both sides of a leg, or the reason why it has no opposite. */
export type LegSides =
  | { readonly kind: 'found'; readonly opposite: Leg }
  | { readonly kind: 'gone' | 'refunded' | 'whole-line' | 'three-way' | 'one-sided' | 'missing' }

export interface PlannedOutcome {
  /** Each on the parlay's own side or the opposite one. */
  readonly legs: readonly Leg[]
  readonly tokens: readonly string[]
}

export interface PartitionPlan {
  /** The parlay's own sides first. Without the other ones when there is an obstacle; empty when the book lacks a leg. */
  readonly outcomes: readonly PlannedOutcome[]
  /** Number of outcomes of the whole partition, of which at most one has no price of its own when there is an obstacle. */
  readonly size: number
  /** Sentence; null when all outcomes can be priced. */
  readonly obstacle: string | null
}

/** `sides`: those of each leg, in order. */
export function planPartition(
  legs: readonly Leg[],
  sides: readonly LegSides[],
  book: Pick<Book, 'id' | 'name'>,
): PartitionPlan {
  const own = toOutcome(legs, book.id)
  if (own === undefined) return { outcomes: [], size: 2, obstacle: `${book.name} doesn’t offer every leg.` }
  if (legs.length > maxPartitionLegs)
    return toOwnOnly(
      own,
      `A fair price takes up to ${maxPartitionLegs} legs; this parlay has ${legs.length}.`,
    )
  const opposites: Leg[] = []
  for (const [place, leg] of legs.entries()) {
    const found = sides[place] ?? { kind: 'gone' }
    if (found.kind !== 'found') return toOwnOnly(own, obstacleTexts[found.kind](leg.name))
    if (tokensAt({ legs: [found.opposite] }, book.id)[0] === null)
      return toOwnOnly(own, `${book.name} has no opposite side of “${leg.name}”.`)
    opposites.push(found.opposite)
  }
  const outcomes = listSides(legs.length).flatMap(
    flips =>
      toOutcome(
        legs.map((leg, at) => (flips[at] === true ? (opposites[at] ?? leg) : leg)),
        book.id,
      ) ?? [],
  )
  return { outcomes, size: outcomes.length, obstacle: null }
}

const toOwnOnly = (own: PlannedOutcome, obstacle: string): PartitionPlan => ({
  outcomes: [own],
  size: 2,
  obstacle,
})

function toOutcome(legs: readonly Leg[], bookId: string): PlannedOutcome | undefined {
  const tokens = tokensAt({ legs }, bookId).filter(token => token !== null)
  return tokens.length === legs.length && tokens.length > 0 ? { legs, tokens } : undefined
}

const obstacleTexts: Readonly<Record<Exclude<LegSides['kind'], 'found'>, (leg: string) => string>> = {
  gone: leg => `“${leg}” has left your odds, so its opposite side is unknown.`,
  refunded: leg => `“${leg}” can be refunded, so its two sides aren’t all that can happen.`,
  'whole-line': leg => `“${leg}” can push, so its two sides aren’t all that can happen.`,
  'three-way': leg => `“${leg}” can end in a draw, so its two sides aren’t all that can happen.`,
  'one-sided': leg => `“${leg}” has no single opposite side.`,
  missing: leg => `Your odds have no opposite side of “${leg}”.`,
}

/** True when both plans would send the same calls. */
export const hasSameTokens = (one: PartitionPlan, other: PartitionPlan): boolean =>
  JSON.stringify(one.outcomes.map(({ tokens }) => tokens)) ===
  JSON.stringify(other.outcomes.map(({ tokens }) => tokens))
