/**
 * The hedge of a ticket while its dialog is open: planned again when the goal, the ledger or the age of prices changes.
 * Waiting calls are canceled when the dialog closes.
 */
import { useTimestamp } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import type { HedgeGoal } from '../../../../shared/model/ticket/hedge-plan.ts'
import { bridge } from '../../../bridge.ts'
import { useBudgetStore } from '../../desk/budget/budget-store.ts'
import { useLedgerQuery } from '../useLedgerQuery.ts'

/** Prices that one press requests. */
export type HedgePart = 'opposite' | 'middles'

const replanMs = 5_000

export function useHedge(ticketId: number) {
  const kind = shallowRef<HedgeGoal['kind']>('equalProfit')
  const minimum = shallowRef('')
  const goal = computed<HedgeGoal>(() =>
    kind.value === 'guaranteedMinimum' ? { kind: kind.value, minimum: minimum.value } : { kind: kind.value },
  )
  const now = useTimestamp({ interval: 1_000 })
  const plan = useLedgerQuery(
    () => bridge().stakes.hedge({ ticketId, goal: goal.value }),
    () => JSON.stringify([goal.value, Math.floor(now.value / replanMs)]),
  )
  const { pricesFailure, ...prices } = useHedgePrices(ticketId, plan.refresh)
  /** An amount that is none is an error of its field. */
  const minimumError = computed(() =>
    plan.failure.value?.kind === 'invalid' ? plan.failure.value.sentence : undefined,
  )
  const failure = computed(
    () => pricesFailure.value ?? (minimumError.value === undefined ? plan.failure.value : undefined),
  )
  return { kind, minimum, now, plan: plan.value, minimumError, failure, ...prices }
}

/** Requests prices for a hedge; `refresh` plans it again when they have come. */
function useHedgePrices(ticketId: number, refresh: () => Promise<void>) {
  /** The part that is being priced. */
  const asking = shallowRef<HedgePart>()
  const pricesFailure = shallowRef<Failure>()

  async function price(what: HedgePart, calls: number): Promise<void> {
    if (asking.value !== undefined || !(await useBudgetStore().confirmCalls('Price the hedge', calls))) return
    asking.value = what
    const outcome = await bridge().stakes.priceHedge({ ticketId, what })
    asking.value = undefined
    pricesFailure.value = outcome.ok ? undefined : outcome.failure
    await refresh()
  }

  const stop = () => bridge().stakes.cancelHedge()
  onScopeDispose(() => {
    if (asking.value !== undefined) void stop()
  })

  return { asking, pricesFailure, price, stop }
}
