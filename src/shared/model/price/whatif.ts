/**
 * Prices of parlays near one on the desk, each requested once: the cost of each leg, and the payout of other lines. They
 * are no rows of the desk; each is kept with its age for as long as its parlay.
 */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { QuotedPrice, QuoteOutcome } from './quote.ts'
import { SelectionKey } from '../game/selection.ts'

export const OneOff = z.strictObject({ at: z.number(), outcome: QuoteOutcome })
export type OneOff = Readonly<z.infer<typeof OneOff>>

/** The parlay at one book without one of its legs. */
export const Remainder = z.strictObject({
  leftOut: SelectionKey,
  /** The book's single price, if only one leg is left: no call is needed. */
  listed: QuotedPrice.nullable(),
  last: OneOff.nullable(),
})
export type Remainder = Readonly<z.infer<typeof Remainder>>

/** In the order of the parlay's legs. */
export const LegCosts = z.strictObject({ remainders: z.array(Remainder) })
export type LegCosts = Readonly<z.infer<typeof LegCosts>>

/** The same bet as one leg at another line, in its place. */
export const LineStep = z.strictObject({
  selection: SelectionKey,
  name: z.string(),
  /** Books that carry all legs of the parlay with it. */
  books: z.array(z.strictObject({ bookId: BookId, last: OneOff.nullable() })),
})
export type LineStep = Readonly<z.infer<typeof LineStep>>

/** Below and above the leg's own line, lowest first; none where the board has no other line of this wording. */
export const LineSteps = z.strictObject({ below: z.array(LineStep), above: z.array(LineStep) })
export type LineSteps = Readonly<z.infer<typeof LineSteps>>
