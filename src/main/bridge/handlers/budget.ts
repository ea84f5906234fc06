import type { Handlers } from '../../../shared/contract.ts'
import type { BudgetState } from '../../../shared/model/settings/budget.ts'
import type { KeptCallSettings } from '../../account/kept-call-settings.ts'
import type { AutoRefresh } from '../../desk/auto-refresh.ts'
import { takesMs } from '../../desk/budget/budget-readings.ts'
import type { Budgets } from '../../desk/budget/budgets.ts'
import { priority } from '../../odds-service/turns.ts'

export interface BudgetParts {
  readonly profileId: () => string
  readonly callSettings: KeptCallSettings
  readonly budgets: Budgets
  readonly auto: AutoRefresh
}

/** The whole state of the budget, which every act answers. */
export const budgetState = ({
  profileId,
  callSettings,
  auto,
}: Omit<BudgetParts, 'budgets'>): BudgetState => ({
  limits: callSettings.limitsOf(profileId()),
  auto: auto.state(),
})

/** Limits of calls, their cost, and prices that renew themselves. */
export function budgetHandlers(parts: BudgetParts): Handlers['budget'] {
  const { profileId, callSettings, budgets, auto } = parts
  const after = (act: () => void) => {
    act()
    return budgetState(parts)
  }
  return {
    snapshot: () => budgetState(parts),
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
