/** What the user set of the calls: their limits, and which prices renew themselves. */
import { z } from 'zod'
import { CallLimits } from './call-limits.ts'

/** Seconds between two refreshes, the shortest first. */
export const autoIntervals = [15, 30, 60, 120, 300] as const
export const AutoSeconds = z.literal(autoIntervals)
export type AutoSeconds = z.infer<typeof AutoSeconds>

export const AutoRefreshState = z.strictObject({
  /** Of the whole desk; null while it is off. */
  everySeconds: AutoSeconds.nullable(),
  /** Rows with an interval of their own, which goes before the desk's. */
  rows: z.array(z.strictObject({ parlayId: z.number().int(), everySeconds: AutoSeconds })),
  isOnWhileHidden: z.boolean(),
})
export type AutoRefreshState = Readonly<z.infer<typeof AutoRefreshState>>

export const BudgetState = z.strictObject({ limits: CallLimits, auto: AutoRefreshState })
export type BudgetState = Readonly<z.infer<typeof BudgetState>>

export const quietBudget: BudgetState = {
  limits: { kind: 'learned' },
  auto: { everySeconds: null, rows: [], isOnWhileHidden: false },
}
