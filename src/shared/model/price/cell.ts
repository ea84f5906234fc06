/**
 * One parlay at one book: the last quote, the price before it, and the call under way. `cellState` derives the state to
 * show from these and the clock, so that screen and ranking agree.
 */
import { z } from 'zod'
import { assertNever, type CallFailure } from '../../failure.ts'
import { probabilityChange } from '../../odds/value.ts'
import { BookId } from '../game/book.ts'
import { Minor } from '../ticket/money.ts'
import { isStale, Quote, QuotedPrice, type PricedOutcome, type QuoteOutcome } from './quote.ts'

/** A parlay at a book. */
export const CellAddress = z.strictObject({ parlayId: z.number().int().positive(), bookId: BookId })
export type CellAddress = Readonly<z.infer<typeof CellAddress>>

export const CellActivity = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** `place` in the queue counts from 1; it is 0 while the book is paused until `startsAt` (epoch ms, else null). */
  z.strictObject({ kind: z.literal('waiting'), place: z.number().int(), startsAt: z.number().nullable() }),
  z.strictObject({ kind: z.literal('pricing') }),
])
export type CellActivity = Readonly<z.infer<typeof CellActivity>>

/** Product of the legs' single prices at one book, with the times of the oldest and the newest (epoch ms). */
export const Singles = z.strictObject({
  decimal: z.number().gt(1),
  oldestAt: z.number(),
  newestAt: z.number(),
})
export type Singles = Readonly<z.infer<typeof Singles>>

/** A price that a later quote replaced, with the time of the last quote that had it (epoch ms). */
export const PastPrice = QuotedPrice.extend({
  /** Missing in quotes stored by earlier versions. */
  at: z.number().optional(),
})
export type PastPrice = Readonly<z.infer<typeof PastPrice>>

export const Cell = z.strictObject({
  bookId: BookId,
  /** Number of legs without an sgp token of this book; a cell with any is never priced. */
  missingLegs: z.number().int(),
  activity: CellActivity,
  quote: Quote.nullable(),
  /** The price before `quote` and those equal to it, for the direction of the move; the last price while there is none. */
  before: PastPrice.nullable(),
  /** Null unless price and time of every leg's single are known. */
  singles: Singles.nullable(),
  /** Largest stake that the user's accounts at the book take, in minor units; 0 when all are closed, null for any stake. */
  maxStakeMinor: Minor.nullable(),
})
export type Cell = Readonly<z.infer<typeof Cell>>

/** The closed list of cell states (docs/product.md); each is drawn differently, and not by colour alone. */
export type CellState =
  | { readonly kind: 'no-token'; readonly missingLegs: number }
  | { readonly kind: 'idle' }
  | Exclude<CellActivity, { kind: 'none' }>
  | { readonly kind: 'priced' | 'stale'; readonly quote: Quote; readonly outcome: PricedOutcome }
  | Exclude<QuoteOutcome, { kind: 'priced' | 'failed' }>
  | { readonly kind: 'limited'; readonly untilAt: number }
  | { readonly kind: 'key-refused' }
  | { readonly kind: 'failed'; readonly failure: CallFailure }

export function cellState(cell: Cell, now: number, staleAfterMs: number): CellState {
  if (cell.missingLegs > 0) return { kind: 'no-token', missingLegs: cell.missingLegs }
  if (cell.activity.kind === 'pricing') return cell.activity
  if (cell.activity.kind === 'waiting' && !isOwnPauseUntil(cell.quote, cell.activity.startsAt))
    return cell.activity
  return cell.quote === null ? { kind: 'idle' } : quoteState(cell.quote, now, staleAfterMs)
}

function quoteState(quote: Quote, now: number, staleAfterMs: number): CellState {
  const outcome = quote.outcome
  switch (outcome.kind) {
    case 'priced':
      return { kind: isStale(quote, now, staleAfterMs) ? 'stale' : 'priced', quote, outcome }
    case 'no-price':
    case 'cannot-combine':
    case 'message':
      return outcome
    case 'failed':
      return failedState(outcome.failure)
    default:
      return assertNever(outcome)
  }
}

/** True when the cell's own failure names this pause; the cell then shows that failure instead of waiting. */
function isOwnPauseUntil(quote: Quote | null, startsAt: number | null): boolean {
  if (quote?.outcome.kind !== 'failed') return false
  const { failure } = quote.outcome
  return 'untilAt' in failure && failure.untilAt === startsAt
}

function failedState(failure: CallFailure): CellState {
  if (failure.kind === 'limited') return { kind: 'limited', untilAt: failure.untilAt }
  if (failure.kind === 'key-refused') return { kind: 'key-refused' }
  return { kind: 'failed', failure }
}

/** A move of a price: up is better for the bettor. */
export interface Move {
  readonly direction: 'up' | 'down'
  /** Change of its implied probability, 0.01 for a point; above 0. */
  readonly points: number
}

/** The last move of a cell's price; undefined while it has not moved. */
export function lastMove(cell: Cell): Move | undefined {
  if (cell.before === null || cell.quote?.outcome.kind !== 'priced') return undefined
  return moveBetween(cell.before, cell.quote.outcome.price)
}

/** The move from one price to another; undefined when they pay the same. */
export function moveBetween(from: QuotedPrice, to: QuotedPrice): Move | undefined {
  const change = probabilityChange(from.decimal, to.decimal)
  return change === 0 ? undefined : { direction: change < 0 ? 'up' : 'down', points: Math.abs(change) }
}

/**
 * The price before a new quote. When the price is unchanged, the earlier move stays. After quotes without a price it is
 * the last known price, so that a price that returns unchanged shows no move.
 */
export function priceBefore(known: Pick<Cell, 'quote' | 'before'>, outcome: QuoteOutcome): PastPrice | null {
  if (known.quote?.outcome.kind !== 'priced') return known.before
  const old = known.quote.outcome.price
  const isUnmoved = outcome.kind === 'priced' && outcome.price.decimal === old.decimal
  return isUnmoved ? known.before : { ...old, at: known.quote.at }
}

/** The price that a cell had before its last quote, which has none: a book pulled it, or a call failed. */
export const findLostPrice = ({ quote, before }: Pick<Cell, 'quote' | 'before'>): PastPrice | undefined =>
  quote === null || quote.outcome.kind === 'priced' ? undefined : (before ?? undefined)
