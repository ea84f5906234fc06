/**
 * Results of legs and tickets. The service grades a leg by one of four words; any other word is `unknown`, which the
 * user must settle and which is never a loss. A ticket's result follows from its legs by the book's refund policy
 * (refund-policy.ts).
 */
import { z } from 'zod'
import { CallFailure } from '../../failure.ts'
import { Count } from './money.ts'

export const legResults = ['pending', 'won', 'lost', 'refunded', 'unknown'] as const
export const LegResult = z.enum(legResults)
export type LegResult = z.infer<typeof LegResult>

/** `review`: the user must decide. `cashed-out`: the user sold the bet back to the book. */
export const ticketResults = ['pending', 'won', 'lost', 'refunded', 'cashed-out', 'review'] as const
export const TicketResult = z.enum(ticketResults)
export type TicketResult = z.infer<typeof TicketResult>

/** The leg result of a service's word. Spaces around it and letter case do not matter. */
export function parseLegResult(word: string): LegResult {
  const found = legResults.find(result => result === word.trim().toLowerCase())
  return found ?? 'unknown'
}

const GradedTeam = z.strictObject({
  id: z.string(),
  name: z.string(),
  abbreviation: z.string(),
  score: z.number().nullable(),
})

/** The service's grading of one leg at one time. Everything but the result may be missing. */
export const Grading = z.strictObject({
  result: LegResult,
  /** The service's own word. */
  word: z.string().max(200),
  market: z.string().nullable(),
  name: z.string().nullable(),
  /** Id as sent; `league` and `day` only when it has the form `<league>:<away>:<home>:<date>`. */
  game: z
    .strictObject({ id: z.string(), league: z.string().nullable(), day: z.string().nullable() })
    .nullable(),
  away: GradedTeam.nullable(),
  home: GradedTeam.nullable(),
  status: z.string().nullable(),
  isLive: z.boolean().nullable(),
  players: z.array(
    z.strictObject({ name: z.string(), position: z.string().nullable(), score: z.number().nullable() }),
  ),
})
export type Grading = Readonly<z.infer<typeof Grading>>

export const SettleReport = z.strictObject({
  at: z.number(),
  /** Legs requested, and legs in the answers. */
  asked: Count,
  answered: Count,
  /** Tickets that settled, or changed their result. */
  settled: Count,
  /** Tickets that now need the user's review. */
  reviews: Count,
  /** Sentences about tickets whose result changed, at most five. */
  changes: z.array(z.string()).max(5),
  /** Sentences about items that matched no leg or contradicted each other, and changed nothing; at most five. */
  strays: z.array(z.string()).max(5),
  strayCount: Count,
  /** Failure of some or all calls; null when none failed. */
  failure: CallFailure.nullable(),
})
export type SettleReport = Readonly<z.infer<typeof SettleReport>>

export const SettlementStatus = z.strictObject({
  isRunning: z.boolean(),
  /** Legs of the profile in use that wait for a result and can be graded. */
  pendingLegs: Count,
  /** Next automatic check, epoch ms; null when nothing waits. */
  nextAt: z.number().nullable(),
  last: SettleReport.nullable(),
})
export type SettlementStatus = Readonly<z.infer<typeof SettlementStatus>>

export const quietSettlement: SettlementStatus = {
  isRunning: false,
  pendingLegs: 0,
  nextAt: null,
  last: null,
}
