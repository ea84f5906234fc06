/**
 * Cells in the team's market: before a call the desk asks whether another desk has the answer or is asking, and gives its
 * own answers to the others. A desk alone has no market.
 */
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import type { QuoteOutcome } from '../../../shared/model/price/quote.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import { priority } from '../../odds-service/permits.ts'
import type { WatchedParlays } from '../parlays/watched-parlays.ts'
import type { CellClaim, ClaimingCall } from './planner.ts'

/** A cell as all desks name it: their numbers of parlays differ. */
export interface SharedCell {
  readonly hostId: string
  /** Selection keys of the legs. */
  readonly keys: readonly string[]
}

export interface Market {
  /** Waits until another desk's answer is recorded, or this desk may ask. Never rejects. */
  claim(
    wanted: SharedCell & {
      /** Age up to which another desk's answer will do. */
      readonly freshMs: number
      /** Longest wait for a desk that is asking. */
      readonly maxWaitMs: number
      readonly signal: AbortSignal
    },
  ): Promise<CellClaim>
  put(cell: SharedCell, outcome: QuoteOutcome): void
}

interface TeamCellsDeps {
  readonly watched: WatchedParlays
  readonly books: () => readonly Book[]
}

/** A user who asks for a price wants one of now, and soon. */
const ofUser = { freshMs: 5_000, maxWaitMs: 3_000 }
const ofDesk = { freshMs: 15_000, maxWaitMs: 60_000 }

export class TeamCells {
  readonly #deps: TeamCellsDeps
  /** Undefined for a desk alone. */
  market: Market | undefined

  constructor(deps: TeamCellsDeps) {
    this.#deps = deps
  }

  /** Selection keys of each parlay on the desk. */
  parlays(): { readonly parlayId: number; readonly keys: readonly string[] }[] {
    return this.#deps.watched
      .all()
      .map(({ parlay: { id, legs } }) => ({ parlayId: id, keys: legs.map(({ key }) => key) }))
  }

  /** Every cell of the grid. */
  all(): (SharedCell & { readonly cell: CellAddress })[] {
    const { watched, books } = this.#deps
    return watched.all().flatMap(({ parlay: { id, legs } }) => {
      const keys = legs.map(({ key }) => key)
      return books().map(({ id: bookId, hostId }) => ({ cell: { parlayId: id, bookId }, hostId, keys }))
    })
  }

  /** A recheck before a betslip opens is always this desk's own. */
  claim({ cell, priority: level, signal }: ClaimingCall): Promise<CellClaim> | undefined {
    const { market } = this
    if (market === undefined || level >= priority.recheck) return undefined
    const named = this.#name(cell)
    if (named === undefined) return undefined
    return market.claim({ ...named, ...(level === priority.user ? ofUser : ofDesk), signal })
  }

  put(cell: CellAddress, outcome: QuoteOutcome): void {
    const { market } = this
    if (market === undefined) return
    const named = this.#name(cell)
    if (named !== undefined) market.put(named, outcome)
  }

  #name({ parlayId, bookId }: CellAddress): SharedCell | undefined {
    const { watched, books } = this.#deps
    const book = books().find(({ id }) => id === bookId)
    if (book === undefined || !watched.has(parlayId)) return undefined
    return { hostId: book.hostId, keys: watched.get(parlayId).parlay.legs.map(({ key }) => key) }
  }
}
