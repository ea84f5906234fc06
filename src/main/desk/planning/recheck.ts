/** The one way to a betslip: a fresh price for one cell, held against the quote that was on screen. */
import { Refusal } from '../../../shared/failure.ts'
import { compareRecheck, type Recheck } from '../../../shared/model/parlay/desk.ts'
import type { Quote } from '../../../shared/model/price/quote.ts'
import { priority } from '../../odds-service/permits.ts'
import type { Job, Planner } from './planner.ts'
import type { WatchedParlays } from '../parlays/watched-parlays.ts'

export interface RecheckParts {
  readonly watched: WatchedParlays
  readonly planner: Planner
}

/** A quote of a cell by its number, also of a parlay that has left the desk. Throws Refusal when it is not kept. */
export function quoteOf(watched: WatchedParlays, job: Job, quoteId: number): Quote {
  const quote = watched.quote(job, quoteId)
  if (quote !== undefined) return quote
  throw new Refusal({ kind: 'not-found', what: 'the price that was on screen' })
}

/**
 * Prices a cell that can be priced ahead of all others; `seenId` names the quote on screen, null for none. Throws
 * Refusal during a limit, and when no answer came.
 */
export async function recheck(
  { watched, planner }: RecheckParts,
  job: Job,
  seenId: number | null,
): Promise<Recheck> {
  const seen = seenId === null ? undefined : quoteOf(watched, job, seenId)
  const rest = planner.restOf(job.bookId)
  if (rest?.why === 'limited') throw new Refusal({ kind: 'limited', untilAt: rest.untilAt })
  const lastId = watched.known(job).quote?.id
  await planner.ask(job, priority.recheck)
  const fresh = watched.known(job).quote
  if (fresh === null || fresh.id === lastId)
    throw new Refusal({ kind: 'not-found', what: 'a new price, because asking for it was cancelled' })
  return compareRecheck(seen, fresh)
}
