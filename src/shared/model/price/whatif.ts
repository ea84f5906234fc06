/**
 * Prices around one parlay (what-if): of a parlay on the desk without one of its legs, and with a leg at another line.
 * Each is requested once, and kept with its time as long as the parlay is on the desk.
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
  /** The book's single price, if only one leg is left; no call is needed then. */
  listed: QuotedPrice.nullable(),
  last: OneOff.nullable(),
})
export type Remainder = Readonly<z.infer<typeof Remainder>>

/** In the order of the parlay's legs. */
export const LegCosts = z.strictObject({ remainders: z.array(Remainder) })
export type LegCosts = Readonly<z.infer<typeof LegCosts>>

/** A leg's bet at another line. */
export const LineStep = z.strictObject({
  selection: SelectionKey,
  name: z.string(),
  /** Books that offer all legs of the parlay with this line. */
  books: z.array(z.strictObject({ bookId: BookId, last: OneOff.nullable() })),
})
export type LineStep = Readonly<z.infer<typeof LineStep>>

/** Lines below and above the leg's own, lowest first; empty when the board has no other line with the same wording. */
export const LineSteps = z.strictObject({ below: z.array(LineStep), above: z.array(LineStep) })
export type LineSteps = Readonly<z.infer<typeof LineSteps>>
