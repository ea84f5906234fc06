/**
 * Sums and charts of the ledger, of one currency each. A fraction is a plain number, 0.083 for 8.3%; null where there is
 * nothing to divide by. Settled means won, lost, refunded or cashed out.
 */
import { z } from 'zod'
import { Count, Currency } from './money.ts'
import { QuotedPrice } from '../price/quote.ts'
import { Day, TicketBook } from './ticket.ts'
import { TicketId } from './ticket-line.ts'

/** A sum of minor units: exact, and beyond what a single amount may be. */
const Sum = z.number().int()
const Fraction = z.number().nullable()

export const LedgerTotals = z.strictObject({
  currency: Currency,
  tickets: Count,
  open: Count,
  /** Own money on open tickets, and the profit if every one that still can wins. */
  openRiskMinor: Sum,
  openToWinMinor: Sum,
  /** Own money on settled tickets. */
  stakedMinor: Sum,
  profitMinor: Sum,
  /** profit / staked */
  yield: Fraction,
  settled: Count,
  won: Count,
  lost: Count,
  /** Pushes and voids. */
  refunded: Count,
  clvMean: Fraction,
  /** Standard error of the mean; null for fewer than two tickets. */
  clvError: Fraction,
  /** Tickets that the mean is of. */
  clvTickets: Count,
  needsReview: Count,
})
export type LedgerTotals = Readonly<z.infer<typeof LedgerTotals>>

/** Tickets whose result was reached in a span of time. One that was imported with its result counts in none. */
export const SettledSum = z.strictObject({ currency: Currency, tickets: Count, profitMinor: Sum })
export type SettledSum = Readonly<z.infer<typeof SettledSum>>

export const reportKinds = ['book', 'league', 'market', 'tag', 'month'] as const
export const ReportKind = z.enum(reportKinds)
export type ReportKind = z.infer<typeof ReportKind>

/** Settled tickets by one thing they have in common. A ticket with two markets counts in both. */
export const ProfitReport = z.strictObject({
  currency: Currency,
  by: ReportKind,
  /** The highest profit first; months in order. */
  rows: z.array(
    z.strictObject({
      /** The book's id, the league, the market, the tag, or the month as `2026-11`. */
      value: z.string(),
      label: z.string(),
      settled: Count,
      won: Count,
      stakedMinor: Sum,
      profitMinor: Sum,
      yield: Fraction,
    }),
  ),
})
export type ProfitReport = Readonly<z.infer<typeof ProfitReport>>

/**
 * Profit as it added up day by day (of placing), and what the closing prices expected of the same tickets: each counts
 * its stake times its CLV. The band is one standard deviation of their results around that. Tickets without a closing
 * price are in neither; where none has one, the profit is that of all settled tickets.
 */
export const BankrollCurve = z.strictObject({
  currency: Currency,
  points: z.array(
    z.strictObject({ day: Day, profitMinor: Sum, expectedMinor: Sum, lowMinor: Sum, highMinor: Sum }),
  ),
  settled: Count,
  /** Tickets with a closing price: those of the curve, unless there are none. */
  withClose: Count,
})
export type BankrollCurve = Readonly<z.infer<typeof BankrollCurve>>

export const ClvDistribution = z.strictObject({
  currency: Currency,
  /** Equal steps of CLV, by their number; the first has no `from` and the last no `to`. */
  buckets: z.array(z.strictObject({ step: z.number().int(), from: Fraction, to: Fraction, tickets: Count })),
  tickets: Count,
  mean: Fraction,
  /** Share of tickets that beat the close. */
  beat: Fraction,
  /** Settled tickets that are kept out: refunded, boosted or in-play; and those without a closing price. */
  keptOut: Count,
  withoutClose: Count,
})
export type ClvDistribution = Readonly<z.infer<typeof ClvDistribution>>

/** Open tickets that depend on one thing. */
export const ExposureRow = z.strictObject({
  label: z.string(),
  /** The game for a player, the market and the game for a leg, the league for a game. */
  detail: z.string(),
  /** Distinguishes games of one title. */
  gameKey: z.string(),
  startAt: z.number().nullable(),
  tickets: Count,
  stakeMinor: Sum,
  payoutMinor: Sum,
})
export type ExposureRow = Readonly<z.infer<typeof ExposureRow>>

/** The largest stakes first. Only pending legs count, and only of tickets that can still win. */
export const Exposure = z.strictObject({
  currency: Currency,
  games: z.array(ExposureRow),
  players: z.array(ExposureRow),
  legs: z.array(ExposureRow),
  /** Tickets of several legs with one left, all others won or refunded. */
  oneAway: z.array(
    z.strictObject({
      ticketId: TicketId,
      leg: z.string(),
      book: TicketBook,
      price: QuotedPrice,
      won: Count,
      total: Count,
      stakeMinor: Sum,
      payoutMinor: Sum,
    }),
  ),
})
export type Exposure = Readonly<z.infer<typeof Exposure>>

/** Width of a CLV step, 2%. Charts count tickets by step, from below -20% to above +20%, and filters find them by it. */
const stepPpm = 20_000
const outermost = 10

/** All steps in order. The first and the last have what lies beyond. */
export const clvSteps: readonly number[] = Array.from(
  { length: 2 * outermost + 2 },
  (_, at) => at - outermost - 1,
)

export const toClvStep = (ppm: number): number =>
  Math.min(outermost, Math.max(-outermost - 1, Math.floor(ppm / stepPpm)))

/** From the first to before the second. */
interface Bounds {
  readonly from: number | null
  readonly to: number | null
}

/** In millionths. */
export const toClvBoundsPpm = (step: number): Bounds => ({
  from: step < -outermost ? null : step * stepPpm,
  to: step >= outermost ? null : (step + 1) * stepPpm,
})

/** As shares: 0.02 for 2%. */
export function toClvBounds(step: number): Bounds {
  const { from, to } = toClvBoundsPpm(step)
  const share = (ppm: number | null) => (ppm === null ? null : ppm / 1e6)
  return { from: share(from), to: share(to) }
}
