/** The call budgets of all profiles, each with its own key, kept in the desk's file. */
import { EventEmitter } from 'node:events'
import type { CallLimits } from '../../../shared/model/settings/budget.ts'
import type { TakeTurn } from '../../odds-service/permits.ts'
import type { BudgetStore } from './budget-store.ts'
import { CallBudget } from './call-budget.ts'
import { systemClock, type Clock } from './clock.ts'

export interface BudgetsOptions {
  readonly store: BudgetStore
  readonly limits: (profileId: string) => CallLimits
  readonly clock?: Clock
}

export class Budgets extends EventEmitter<{ changed: []; limited: [] }> {
  readonly #options: BudgetsOptions
  readonly #budgets = new Map<string, CallBudget>()

  constructor(options: BudgetsOptions) {
    super()
    this.#options = options
  }

  of(profileId: string): CallBudget {
    const known = this.#budgets.get(profileId)
    if (known !== undefined) return known
    const { store, limits, clock = systemClock } = this.#options
    const budget = new CallBudget({
      limits: () => limits(profileId),
      kept: store.read(profileId),
      write: kept => store.write(profileId, kept),
      clock,
      onChanged: () => this.emit('changed'),
    })
    this.#budgets.set(profileId, budget)
    return budget
  }

  /** The user set other limits, which hold at once. */
  limitsChanged(profileId: string): void {
    this.of(profileId).serve()
    this.emit('limited')
  }

  /** For calls of every kind; see TakeTurn. */
  readonly take: TakeTurn = seeker => this.of(seeker.profileId).take(seeker)

  /** Nothing is sent any more. What was is on disk when this returns. */
  close(): void {
    for (const budget of this.#budgets.values()) budget.close()
  }
}
