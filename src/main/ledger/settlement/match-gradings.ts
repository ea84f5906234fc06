/**
 * Matches the grader's results to legs, only by grade token, percent-encoded or not; names and order do not count. An
 * item that matches no leg, or contradicts itself, changes nothing.
 */
import { isDeepStrictEqual } from 'node:util'
import type { SettleReport } from '../../../shared/model/ticket/settlement.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { plainToken, type GradedItem } from '../../odds-service/grading-wire.ts'
import type { GradedLeg } from '../tickets/gradings.ts'
import { describeChange, isSettled } from './settlement-notices.ts'

/** Maximum of changed tickets and of unmatched items that a report lists one by one. */
const maxListed = 5

export type LegToGrade = Omit<GradedLeg, 'grading'>

/** The legs of one run by token. Several tickets may contain the same bet; each gets the result. */
export class LegsByToken {
  readonly #byToken = new Map<string, LegToGrade[]>()
  #count = 0

  constructor(legs: readonly LegToGrade[] = []) {
    this.#add(legs)
  }

  /** Collects the legs of all pages, a page a step, as there may be very many. */
  static *collect(pages: Iterable<readonly LegToGrade[]>): Generator<void, LegsByToken> {
    const all = new LegsByToken()
    for (const page of pages) {
      all.#add(page)
      yield
    }
    return all
  }

  get count(): number {
    return this.#count
  }

  /** The legs of each bet. */
  bets(): Iterable<readonly LegToGrade[]> {
    return this.#byToken.values()
  }

  /** `strays`: a sentence for each item that was left out. */
  match(items: readonly GradedItem[]): { graded: GradedLeg[]; strays: string[] } {
    const byToken = Map.groupBy(items, item => plainToken(item.token ?? ''))
    const graded: GradedLeg[] = []
    const strays = (byToken.get('') ?? []).map(describeNameless)
    byToken.delete('')
    for (const [token, [first, ...others]] of byToken) {
      const legs = this.#byToken.get(token)
      // Stryker disable next-line ConditionalExpression: for the type alone, every group has an item
      if (first === undefined) continue
      const what = first.grading.name ?? 'a bet without a name'
      if (legs === undefined) strays.push(`Got a result for ${what}, which isn’t on these tickets.`)
      else if (others.some(({ grading }) => !isDeepStrictEqual(grading, first.grading)))
        strays.push(`Got ${what} twice, with different results.`)
      else graded.push(...legs.map(leg => ({ ...leg, grading: first.grading })))
    }
    return { graded, strays }
  }

  #add(legs: readonly LegToGrade[]): void {
    for (const leg of legs) {
      const token = plainToken(leg.grade)
      const same = this.#byToken.get(token)
      if (same === undefined) this.#byToken.set(token, [leg])
      else same.push(leg)
    }
    this.#count += legs.length
  }
}

function describeNameless({ grading: { name } }: GradedItem): string {
  return name === null ? 'Got a response without a result.' : `Got a result for ${name} without its leg.`
}

/** Counts and tickets of one run, added up batch by batch. */
export class SettleSummary {
  /** Tickets that ended, need review, or opened again. */
  readonly settled: TicketLine[] = []
  readonly #strays: string[] = []
  #answered = 0

  addAnswers(legs: number, strays: readonly string[]): void {
    this.#answered += legs
    this.#strays.push(...strays)
  }

  toReport(run: Pick<SettleReport, 'at' | 'asked' | 'failure'>): SettleReport {
    const changes = this.settled.flatMap(line => {
      const change = describeChange(line)
      return change === undefined ? [] : [`${line.title}: ${change}.`]
    })
    return {
      ...run,
      answered: this.#answered,
      settled: this.settled.filter(isSettled).length,
      reviews: this.settled.filter(({ result }) => result === 'review').length,
      changes: changes.slice(0, maxListed),
      strays: this.#strays.slice(0, maxListed),
      strayCount: this.#strays.length,
    }
  }
}
