/**
 * Which legs an answer is about. A leg is known by its grade token alone, percent-encoded or not; names and places in
 * the answer decide nothing. What fits no leg, and what contradicts itself, changes nothing.
 */
import { isDeepStrictEqual } from 'node:util'
import type { GradedItem } from '../../odds-service/grading-wire.ts'
import { plainToken } from '../../odds-service/grade-token.ts'
import type { GradedLeg } from '../tickets/gradings.ts'

export interface AskedLeg {
  readonly ticketId: number
  readonly place: number
  readonly grade: string
}

export interface Matched {
  readonly graded: GradedLeg[]
  /** In plain words, what was left out. */
  readonly strays: string[]
}

/** The legs that a run asks about, by their tokens. Several tickets may hold the same bet: each gets its answer. */
export class AskedLegs {
  readonly #byToken = new Map<string, AskedLeg[]>()
  #count = 0

  constructor(legs: readonly AskedLeg[] = []) {
    this.#add(legs)
  }

  /** Those of all pages, page by page, as they may be very many. */
  static *of(pages: Iterable<readonly AskedLeg[]>): Generator<void, AskedLegs> {
    const all = new AskedLegs()
    for (const page of pages) {
      all.#add(page)
      yield
    }
    return all
  }

  #add(legs: readonly AskedLeg[]): void {
    for (const leg of legs) {
      const token = plainToken(leg.grade)
      const same = this.#byToken.get(token)
      if (same === undefined) this.#byToken.set(token, [leg])
      else same.push(leg)
    }
    this.#count += legs.length
  }

  get count(): number {
    return this.#count
  }

  /** The legs of each bet. */
  bets(): Iterable<readonly AskedLeg[]> {
    return this.#byToken.values()
  }

  match(items: readonly GradedItem[]): Matched {
    const itemsOf = Map.groupBy(items, item => plainToken(item.token ?? ''))
    const matched: Matched = { graded: [], strays: (itemsOf.get('') ?? []).map(nameless) }
    itemsOf.delete('')
    for (const [token, [first, ...others]] of itemsOf) {
      const legs = this.#byToken.get(token)
      if (first === undefined) continue
      const what = first.grading.name ?? 'a bet without a name'
      if (legs === undefined)
        matched.strays.push(`The service told of ${what}, which is not on any of these tickets.`)
      else if (others.some(({ grading }) => !isDeepStrictEqual(grading, first.grading)))
        matched.strays.push(`The service told of ${what} twice, in different words.`)
      else
        matched.graded.push(
          ...legs.map(({ ticketId, place, grade }) => ({ ticketId, place, grade, grading: first.grading })),
        )
    }
    return matched
  }
}

function nameless({ grading: { name } }: GradedItem): string {
  return name === null
    ? 'The service sent something that is no result.'
    : `The service told of ${name} without saying which bet that is.`
}
