import type { Handlers } from '../../../shared/contract.ts'
import type { BudgetState } from '../../../shared/model/settings/budget.ts'
import type { StoredCallSettings } from '../../account/stored-preferences.ts'
import type { AutoRefresh } from '../../desk/planning/auto-refresh.ts'
import { takesMs } from '../../desk/budget/budget-status.ts'
import type { Budgets } from '../../desk/budget/budgets.ts'
import { priority } from '../../odds-service/permits.ts'

export interface BudgetHandlerDeps {
  readonly profileId: () => string
  readonly callSettings: StoredCallSettings
  readonly budgets: Budgets
  readonly auto: AutoRefresh
}

/** The whole state of the budget, which every act answers. */
export const readBudgetState = ({
  profileId,
  callSettings,
  auto,
}: Omit<BudgetHandlerDeps, 'budgets'>): BudgetState => ({
  limits: callSettings.getLimits(profileId()),
  auto: auto.state(),
})

/** Limits of calls, their cost, and prices that renew themselves. */
export function createBudgetHandlers(parts: BudgetHandlerDeps): Handlers['budget'] {
  const { profileId, callSettings, budgets, auto } = parts
  const after = (act: () => void) => {
    act()
    return readBudgetState(parts)
  }
  return {
    snapshot: () => readBudgetState(parts),
    setLimits: limits =>
      after(() => {
        callSettings.setLimits(limits)
        budgets.limitsChanged(profileId())
      }),
    estimate: ({ calls, isAct }) => ({
      takesMs: takesMs(budgets.of(profileId()), calls, isAct ? priority.act : priority.rest),
    }),
    setAuto: ({ parlayId, everySeconds }) => after(() => auto.plan(parlayId, everySeconds)),
    setAutoWhileHidden: ({ isOn }) =>
      after(() => {
        callSettings.setAutoWhileHidden(isOn)
        auto.follow()
      }),
    windowHidden({ isHidden }) {
      auto.setHidden(isHidden)
      return null
    },
  }
}
