/** The work of settling: what was asked of the service last, what came of it, and when it is asked again. */
import { z } from 'zod'
import { CallFailure } from '../../failure.ts'

const Count = z.number().int().min(0)

export const SettleReport = z.strictObject({
  at: z.number(),
  /** Legs asked about, and legs the service said something of. */
  asked: Count,
  answered: Count,
  /** Tickets that ended, or ended otherwise than before. */
  settled: Count,
  /** Answers that fit no leg, or contradict each other: they changed nothing. Some of them, in plain words. */
  strays: z.array(z.string()).max(5),
  strayCount: Count,
  /** Why some or all could not be asked; null when all could. */
  failure: CallFailure.nullable(),
})
export type SettleReport = Readonly<z.infer<typeof SettleReport>>

export const SettlementStatus = z.strictObject({
  isRunning: z.boolean(),
  /** Legs of the profile in use that wait for a result and can be asked about. */
  pendingLegs: Count,
  /** When they are asked about next by themselves, epoch ms; null when nothing waits. */
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
