/** The one way to a betslip: a fresh price for one cell, compared with the quote that was on screen. */
import { Refusal } from '../../../shared/failure.ts'
import { compareRecheck, type Recheck } from '../../../shared/model/parlay/desk.ts'
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import { priority } from '../../odds-service/permits.ts'
import type { WatchedParlays } from '../parlays/watched-parlays.ts'
import type { Planner } from './planner.ts'

export interface RecheckDeps {
  readonly watched: WatchedParlays
  readonly planner: Planner
}

/**
 * Prices a priceable cell ahead of all others; `seenId` names the quote on screen, null for none. Throws Refusal during a
 * rate limit, and when no answer came.
 */
export async function recheck(
  { watched, planner }: RecheckDeps,
  cell: CellAddress,
  seenId: number | null,
): Promise<Recheck> {
  const seen = seenId === null ? undefined : watched.quote(cell, seenId)
  const pause = planner.pauseOf(cell.bookId)
  if (pause?.why === 'limited') throw new Refusal({ kind: 'limited', untilAt: pause.untilAt })
  const lastId = watched.lastQuote(cell).quote?.id
  await planner.plan(cell, priority.recheck)
  const fresh = watched.lastQuote(cell).quote
  if (fresh === null || fresh.id === lastId)
    throw new Refusal({ kind: 'not-found', what: 'a new price, because asking for it was cancelled' })
  return compareRecheck(seen, fresh)
}
