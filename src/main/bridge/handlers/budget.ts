import type { Handlers } from '../../../shared/contract.ts'
import type { BudgetState } from '../../../shared/model/settings/budget.ts'
import type { StoredCallSettings } from '../../account/stored-preferences.ts'
import type { AutoRefresh } from '../../desk/planning/auto-refresh.ts'
import { msUntilSent } from '../../desk/budget/budget-status.ts'
import type { Budgets } from '../../desk/budget/budgets.ts'
import { priority } from '../../odds-service/permits.ts'

export interface BudgetHandlerDeps {
  readonly profileId: () => string
  readonly callSettings: StoredCallSettings
  readonly budgets: Budgets
  readonly auto: AutoRefresh
}

/** The whole state of the budget, which every change answers. */
export const readBudgetState = ({
  profileId,
  callSettings,
  auto,
}: Omit<BudgetHandlerDeps, 'budgets'>): BudgetState => ({
  limits: callSettings.getLimits(profileId()),
  auto: auto.state(),
})

/** Limits of calls, their cost, and prices that refresh by themselves. */
export function createBudgetHandlers(deps: BudgetHandlerDeps): Handlers['budget'] {
  const { profileId, callSettings, budgets, auto } = deps
  const after = (change: () => void) => {
    change()
    return readBudgetState(deps)
  }
  return {
    snapshot: () => readBudgetState(deps),
    setLimits: limits =>
      after(() => {
        callSettings.setLimits(limits)
        budgets.limitsChanged(profileId())
      }),
    estimate: ({ calls, isUserAction }) => ({
      msUntilSent: msUntilSent(
        budgets.of(profileId()),
        calls,
        isUserAction ? priority.user : priority.background,
      ),
    }),
    setAuto: ({ parlayId, everySeconds }) => after(() => auto.set(parlayId, everySeconds)),
    setAutoWhileHidden: ({ isOn }) =>
      after(() => {
        callSettings.setAutoWhileHidden(isOn)
        auto.reschedule()
      }),
    windowHidden: ({ isHidden }) => auto.setHidden(isHidden),
  }
}
