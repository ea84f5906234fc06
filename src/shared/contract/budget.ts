/** Limits of calls, the cost of an action, and auto-refresh. The meter is part of `desk`. */
import { z } from 'zod'
import { CellAddress } from '../model/price/cell.ts'
import { RefreshDue } from '../model/price/refresh-due.ts'
import { AutoSeconds, AutoShare, BudgetState, CallLimits } from '../model/settings/budget.ts'
import { call, event, Nothing, ParlayId, forScripts } from './entry.ts'

export const budget = {
  snapshot: forScripts('read', call(Nothing, BudgetState)),
  /** Sets the limits of the profile in use. */
  setLimits: call(CallLimits, BudgetState),
  /**
   * Estimated time until the last of `calls` more calls is sent, in ms; 0 if all can be sent now. `isUserAction`: calls
   * of a user's action, which go before background calls.
   */
  estimate: forScripts(
    'read',
    call(
      { calls: z.number().int().min(0).max(1_000_000), isUserAction: z.boolean() },
      { msUntilSent: z.number() },
    ),
  ),
  /**
   * Sets the refresh interval of the desk or one row; null turns it off. A row's interval takes precedence over the
   * desk's.
   */
  setAuto: call({ parlayId: ParlayId.nullable(), everySeconds: AutoSeconds.nullable() }, BudgetState),
  setAutoWhileHidden: call({ isOn: z.boolean() }, BudgetState),
  setAutoShare: call({ share: AutoShare }, BudgetState),
  /** Time at which auto-refresh prices a cell next, or the reason why it does not. */
  refreshDue: forScripts('read', call(CellAddress, RefreshDue)),
  /** Ends pauses of more than a day that hosts asked for. */
  endLongPauses: call(Nothing, BudgetState),
  changed: forScripts('watch', event(BudgetState)),
} as const
