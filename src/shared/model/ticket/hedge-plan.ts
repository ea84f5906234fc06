/** Ways out of an open ticket: bets on the other sides of the legs that it waits for, and middles of the last one. */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { LegView } from '../parlay/parlay.ts'
import { QuotedPrice } from '../price/quote.ts'
import { Count, Currency, Minor } from './money.ts'
import { TicketId } from './ticket-line.ts'

/** As the user chooses it; `minimum`: an amount as text, which may be below zero. */
export const HedgeGoal = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('equalProfit') }),
  z.strictObject({ kind: z.literal('guaranteedMinimum'), minimum: z.string().max(40) }),
  z.strictObject({ kind: z.literal('freeRoll') }),
])
export type HedgeGoal = Readonly<z.infer<typeof HedgeGoal>>

/** Profit if all legs that the ticket waits for win, and the lowest if one of them loses. */
const Profits = z.strictObject({ wonMinor: Minor, lostMinor: Minor })
export type Profits = Readonly<z.infer<typeof Profits>>

/** Legs that a hedge takes at most: each doubles the ways that they can end. */
export const maxHedgedLegs = 4

/** A bet on the other side of a leg at one book. */
export const HedgeBet = z.strictObject({
  /** Place of its leg among those that the ticket waits for. */
  side: z.number().int().min(0),
  bookId: BookId,
  /** The last price known, whatever its age; null without one. */
  price: QuotedPrice.nullable(),
  /** Time of the price, epoch ms; null when it is not known. */
  at: z.number().nullable(),
  /** Largest stake by the book's limit and that of the user's account there; null without a limit. */
  maxMinor: Minor.nullable(),
  /** Sentence that says why it is not counted; null when it is. */
  obstacle: z.string().nullable(),
  /** 0 where nothing is to be staked. */
  stakeMinor: Minor,
  /** Profits of this bet alone, if its leg wins and if it loses. */
  profits: Profits,
})
export type HedgeBet = Readonly<z.infer<typeof HedgeBet>>

/** A bet on another line of the other side. Both win between the lines. */
export const Middle = z.strictObject({
  leg: LegView,
  /** First and last result that win both. */
  from: z.number().int(),
  to: z.number().int(),
  /** The best bet on it; null without a fresh price. */
  bet: HedgeBet.nullable(),
  /** Profit of tickets and bet together: inside the window, and the lowest of all outcomes. Null without a bet. */
  insideMinor: Minor.nullable(),
  worstMinor: Minor.nullable(),
})
export type Middle = Readonly<z.infer<typeof Middle>>

export const HedgePlan = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('planned'),
    ticketId: TicketId,
    /** Each leg that the ticket waits for, and its other side. */
    sides: z.array(z.strictObject({ leg: z.string(), opposite: LegView })).min(1),
    currency: Currency,
    /** The ticket alone. Its stake is 0 for a bonus bet, of which nothing can be lost. */
    ticket: z.strictObject({ book: z.string(), price: QuotedPrice, stakeMinor: Minor, profits: Profits }),
    /** Open tickets that are on one of the other sides already. */
    hedges: z.strictObject({ tickets: Count, stakeMinor: Minor, profits: Profits }),
    /** A bet for each book and other side that it has: those to stake at first, then by price. */
    bets: z.array(HedgeBet),
    /** Tickets and bets together. */
    profits: Profits,
    guaranteedMinor: Minor,
    /** Sentence that says why there is no hedge, or what is wrong with it; null when the goal is met. */
    sentence: z.string().nullable(),
    /** Books that have no fresh price; each takes a call. */
    calls: Count,
    /** Nearest line first; empty while the ticket waits for several legs. */
    middles: z.array(Middle),
    /** The team by whose lead the windows of middles count; null for totals. */
    leader: z.string().nullable(),
    /** Calls for all prices of middles that are not fresh. */
    middleCalls: Count,
  }),
  /** `sentence`: why the ticket cannot be hedged. */
  z.strictObject({ kind: z.literal('none'), sentence: z.string() }),
])
export type HedgePlan = Readonly<z.infer<typeof HedgePlan>>
export type PlannedHedge = Extract<HedgePlan, { kind: 'planned' }>
