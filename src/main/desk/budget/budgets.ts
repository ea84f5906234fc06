/** The call budgets of all profiles, each with its own key, stored in the desk's file. */
import { EventEmitter } from 'node:events'
import { uptime } from 'node:os'
import type { CallLimits } from '../../../shared/model/settings/budget.ts'
import type { Clock } from '../../odds-service/call-slots.ts'
import type { AcquirePermit } from '../../odds-service/permits.ts'
import type { BudgetStore } from './budget-store.ts'
import { CallBudget, type ShareSlots } from './call-budget.ts'

export interface BudgetsDeps {
  readonly store: BudgetStore
  readonly limits: (profileId: string) => CallLimits
  readonly clock?: Clock
}

/** The clocks of this computer. */
export const systemClock: Clock = {
  steady: () => performance.now(),
  epoch: () => Date.now(),
  uptime: () => uptime() * 1_000,
}

/**
 * `changed`: a meter or a place in a queue. `limited`: the user set other limits. `unpaused`: the user ended the pauses of
 * a profile that were longer than a day.
 */
interface BudgetsEvents {
  changed: []
  limited: []
  unpaused: [profileId: string]
}

export class Budgets extends EventEmitter<BudgetsEvents> {
  readonly #deps: BudgetsDeps
  readonly #budgets = new Map<string, CallBudget>()
  #shareFor: (profileId: string) => ShareSlots | undefined = () => undefined

  constructor(deps: BudgetsDeps) {
    super()
    this.#deps = deps
  }

  of(profileId: string): CallBudget {
    const known = this.#budgets.get(profileId)
    if (known !== undefined) return known
    const { store, limits, clock = systemClock } = this.#deps
    const budget = new CallBudget({
      limits: () => limits(profileId),
      stored: store.read(profileId),
      write: state => store.write(profileId, state),
      clock,
      onChanged: () => this.emit('changed'),
    })
    budget.share(this.#shareFor(profileId))
    this.#budgets.set(profileId, budget)
    return budget
  }

  /** Shares the calls of the profiles for which it returns slots, and of no other, from now on. */
  share(shareFor: (profileId: string) => ShareSlots | undefined): void {
    this.#shareFor = shareFor
    for (const [profileId, budget] of this.#budgets) budget.share(shareFor(profileId))
    this.emit('limited')
  }

  /** Applies the limits the user has set. */
  limitsChanged(profileId: string): void {
    this.of(profileId).grantPermits()
    this.emit('limited')
  }

  endLongPauses(profileId: string): void {
    this.of(profileId).endLongPauses()
    this.emit('unpaused', profileId)
  }

  readonly acquire: AcquirePermit = request => this.of(request.profileId).acquire(request)

  /** Grants no more calls. The calls sent are durable when it returns. */
  close(): void {
    for (const budget of this.#budgets.values()) budget.close()
  }
}
