/**
 * Gains and losses of one year by day, book and kind of bet, each currency for itself. A ticket counts on the day its
 * result was reached, in the user's time zone; one that was imported with its result on the day it was placed.
 */
import { z } from 'zod'
import { jurisdictions } from '../../value/tax-rules.ts'
import { Count, Currency } from '../ticket/money.ts'
import { Day, TicketKind } from '../ticket/ticket.ts'

const Jurisdiction = z.enum(jurisdictions)

const Year = z.number().int().min(1900).max(9999)
export const TaxRequest = z.strictObject({
  /** Null for the last year with a result. */
  year: Year.nullable(),
  jurisdiction: Jurisdiction,
})
export type TaxRequest = Readonly<z.infer<typeof TaxRequest>>

/** Minor units, 0 or more. A sum of them is exact, and not limited like a single amount. */
const Sum = z.number().int().min(0)
const Sums = z.strictObject({
  /** Number of tickets, or of sessions. */
  count: Count,
  gainMinor: Sum,
  lossMinor: Sum,
})
export type TaxSums = Readonly<z.infer<typeof Sums>>

const Totals = Sums.extend({
  /** Losses that the rule lets deduct; null without a rule. */
  deductibleMinor: Sum.nullable(),
})

export const TaxReport = z.strictObject({
  year: Year,
  /** Years with a result, newest first; at least the one above. */
  years: z.array(Year).min(1),
  /** The rule of that year; null without one. */
  rule: z.strictObject({ fromYear: Year, lossPercent: z.number().int(), source: z.string() }).nullable(),
  /** Tickets counted on the day they were placed. */
  byPlacing: Count,
  currencies: z.array(
    z.strictObject({
      currency: Currency,
      /** Each ticket for itself. */
      bets: Totals,
      /** The results of one day at one book taken together. */
      sessions: Totals,
      days: z.array(Sums.extend({ day: Day })),
      books: z.array(Sums.extend({ name: z.string() })),
      kinds: z.array(Sums.extend({ kind: TicketKind })),
    }),
  ),
})
export type TaxReport = Readonly<z.infer<typeof TaxReport>>
export type CurrencyTax = TaxReport['currencies'][number]
