/**
 * Sums and charts of the ledger, of one currency each. A fraction is a plain number, 0.083 for 8.3%; null when the
 * divisor is 0. Settled means won, lost, refunded or cashed out.
 */
import { z } from 'zod'
import { Count, Currency } from './money.ts'
import { QuotedPrice } from '../price/quote.ts'
import { Day, TicketBook } from './ticket.ts'
import { TicketId } from './ticket-line.ts'

/** A sum of minor units: exact, and not limited like a single amount. */
const Sum = z.number().int()
const Fraction = z.number().nullable()

export const LedgerTotals = z.strictObject({
  currency: Currency,
  tickets: Count,
  open: Count,
  /** Own money on open tickets, and the profit if all that can still win do. */
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
  /** Number of tickets in the mean. */
  clvTickets: Count,
  needsReview: Count,
})
export type LedgerTotals = Readonly<z.infer<typeof LedgerTotals>>

/** Tickets settled in a period. Tickets imported with their result never count. */
export const SettledSum = z.strictObject({ currency: Currency, tickets: Count, profitMinor: Sum })
export type SettledSum = Readonly<z.infer<typeof SettledSum>>

export const reportKinds = ['book', 'league', 'market', 'tag', 'month'] as const
export const ReportKind = z.enum(reportKinds)
export type ReportKind = z.infer<typeof ReportKind>

/** Settled tickets by book, league, market, tag or month. A ticket with two markets counts in both. */
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
 * Cumulative profit by day of placing, and the profit that the closing prices predict for the same tickets: the sum of
 * stake times CLV. The band is one standard deviation of the results around that. Tickets without a closing price are
 * in neither; when none has one, the profit is that of all settled tickets.
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
  /** Settled tickets excluded from the mean: refunded, boosted or live; and those without a closing price. */
  keptOut: Count,
  withoutClose: Count,
})
export type ClvDistribution = Readonly<z.infer<typeof ClvDistribution>>

/** Open tickets that depend on one game, player or leg. */
export const ExposureRow = z.strictObject({
  label: z.string(),
  /** The game for a player, the market and the game for a leg, the league for a game. */
  detail: z.string(),
  /** Distinguishes games with the same title. */
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

/** Width of a CLV step, 2%. Charts and filters use steps from below -20% to above +20%. */
const stepPpm = 20_000
const outermost = 10

/** All steps in order. The first and the last include all values beyond. */
export const clvSteps: readonly number[] = Array.from(
  { length: 2 * outermost + 2 },
  (_, at) => at - outermost - 1,
)

export const toClvStep = (ppm: number): number =>
  Math.min(outermost, Math.max(-outermost - 1, Math.floor(ppm / stepPpm)))

/** Bounds of a step: from the first to before the second; null for open ends. */
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

/**
 * Largest own stake by book in two periods, of which the later begins at a day; null without a ticket in it. Bonus bets
 * have no stake of one's own.
 */
export const LargestStakes = z.strictObject({
  currency: Currency,
  books: z.array(
    z.strictObject({ book: TicketBook, earlierMinor: Sum.nullable(), laterMinor: Sum.nullable() }),
  ),
})
export type LargestStakes = Readonly<z.infer<typeof LargestStakes>>
