/**
 * Results of legs and tickets. The service grades a leg by one of four words; any other word is `unknown` and needs a
 * person, it is never a loss. A ticket's result follows from its legs by the book's refund policy (refund-policy.ts).
 */
import { z } from 'zod'
import { CallFailure } from '../../failure.ts'
import { Count } from './money.ts'

export const legResults = ['pending', 'won', 'lost', 'refunded', 'unknown'] as const
export const LegResult = z.enum(legResults)
export type LegResult = z.infer<typeof LegResult>

/** `review`: the ledger cannot say, the user must. `cashed-out`: ended early at the user's word. */
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

/** The service's answer about one leg at one time. Everything but the result may be missing. */
export const Grading = z.strictObject({
  result: LegResult,
  /** The service's own word. */
  word: z.string().max(200),
  market: z.string().nullable(),
  name: z.string().nullable(),
  /** As sent; `league` and `day` only where it has the shape `<league>:<away>:<home>:<date>`. */
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
  /** Legs sent, and legs the service answered about. */
  asked: Count,
  answered: Count,
  /** Tickets that ended, or ended otherwise than before. */
  settled: Count,
  /** Tickets that had another result before, a sentence for some of them. */
  changes: z.array(z.string()).max(5),
  /** Answers that fit no leg, or contradict each other: they changed nothing. Some of them, in plain words. */
  strays: z.array(z.string()).max(5),
  strayCount: Count,
  /** Failure of some or all calls; null when none failed. */
  failure: CallFailure.nullable(),
})
export type SettleReport = Readonly<z.infer<typeof SettleReport>>

export const SettlementStatus = z.strictObject({
  isRunning: z.boolean(),
  /** Legs of the profile in use that wait for a result and can be asked about. */
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
