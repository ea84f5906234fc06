/**
 * Prices of parlays near one on the desk, asked once: what each leg costs, and what other lines would pay. They are
 * no rows of the desk; each is kept with its age for as long as its parlay is.
 */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { QuotedPrice, QuoteOutcome } from './quote.ts'
import { SelectionKey } from '../game/selection.ts'

export const OneOff = z.strictObject({ at: z.number(), outcome: QuoteOutcome })
export type OneOff = Readonly<z.infer<typeof OneOff>>

/** The parlay at one book without one of its legs. */
export const Rest = z.strictObject({
  leftOut: SelectionKey,
  /** What is left is one leg, and this is the book's single price for it: nothing needs to be asked. */
  listed: QuotedPrice.nullable(),
  last: OneOff.nullable(),
})
export type Rest = Readonly<z.infer<typeof Rest>>

/** In the order of the parlay's legs. */
export const LegCosts = z.strictObject({ rests: z.array(Rest) })
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
