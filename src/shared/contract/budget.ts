/** Limits of calls, the cost of an action, and prices that refresh by themselves. The budget's use comes with `desk`. */
import { z } from 'zod'
import { AutoSeconds, BudgetState, CallLimits } from '../model/settings/budget.ts'
import { call, event, Nothing, ParlayId } from './entry.ts'

export const budget = {
  snapshot: call(Nothing, BudgetState),
  /** Sets the limits of the profile in use. */
  setLimits: call(CallLimits, BudgetState),
  /**
   * Time until the last of `calls` more calls is sent, in ms; 0 if all can be sent at once. `isUserAction`: an action of
   * the user on a row or a cell, which goes ahead of calls that no one waits for.
   */
  estimate: call(
    z.strictObject({ calls: z.number().int().min(0).max(1_000_000), isUserAction: z.boolean() }),
    z.strictObject({ msUntilSent: z.number() }),
  ),
  /** Has the desk, or one row, renew its prices; null ends that. A row's own interval goes before the desk's. */
  setAuto: call(
    z.strictObject({ parlayId: ParlayId.nullable(), everySeconds: AutoSeconds.nullable() }),
    BudgetState,
  ),
  setAutoWhileHidden: call(z.strictObject({ isOn: z.boolean() }), BudgetState),
  /** The window was hidden, or is seen again. Costs no call. */
  windowHidden: call(z.strictObject({ isHidden: z.boolean() }), z.null()),
  changed: event(BudgetState),
} as const
