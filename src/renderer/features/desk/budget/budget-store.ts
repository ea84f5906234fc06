/** Mirror of the call limits and auto-refresh, and the question about the cost of a large action. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import {
  quietBudget,
  type AutoSeconds,
  type BudgetState,
  type CallLimits,
} from '../../../../shared/model/settings/budget.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'
import { useDeskStore } from '../desk-store.ts'

interface CostQuestion {
  /** Title of the action's button. */
  readonly title: string
  readonly calls: number
  /** Until the last of the calls is sent. */
  readonly msUntilSent: number
  readonly answer: (isWanted: boolean) => void
}

export const useBudgetStore = defineStore('budget', () => {
  const { value: state, start, adopt } = createMirror<BudgetState>(() => bridge().budget)
  const question = shallowRef<CostQuestion>()

  const limits = computed(() => (state.value ?? quietBudget).limits)
  const auto = computed(() => (state.value ?? quietBudget).auto)

  /** Intervals of single rows. */
  const pins = computed(
    () => new Map(auto.value.rows.map(({ parlayId, everySeconds }) => [parlayId, everySeconds])),
  )

  type Changed = Promise<Outcome<BudgetState>>
  const setLimits = async (wanted: CallLimits): Changed =>
    adopt(await bridge().budget.setLimits({ ...wanted }))
  const setAuto = async (parlayId: number | null, everySeconds: AutoSeconds | null): Changed =>
    adopt(await bridge().budget.setAuto({ parlayId, everySeconds }))
  const setAutoWhileHidden = async (isOn: boolean): Changed =>
    adopt(await bridge().budget.setAutoWhileHidden({ isOn }))
  const setAutoShare = async (share: number): Changed => adopt(await bridge().budget.setAutoShare({ share }))
  const endLongPauses = async (): Changed => adopt(await bridge().budget.endLongPauses())

  /** True if the window expects that all these calls can be sent now; the main process knows exactly. */
  function fits(calls: number): boolean {
    const { limit, lastMinute, waiting, nextAt, pausedUntil } = useDeskStore().meter
    return nextAt === null && pausedUntil === null && lastMinute + waiting + calls <= limit
  }

  /**
   * Resolves to true when all these calls can be sent now, else to the user's answer. `isUserAction`: they go before
   * background calls.
   */
  async function confirmCalls(title: string, calls: number, isUserAction = true): Promise<boolean> {
    if (calls === 0 || fits(calls)) return true
    const estimate = await bridge().budget.estimate({ calls, isUserAction })
    if (!estimate.ok || estimate.value.msUntilSent === 0) return true
    question.value?.answer(false)
    return new Promise(resolve => {
      const answer = (wanted: boolean) => {
        question.value = undefined
        resolve(wanted)
      }
      question.value = { title, calls, msUntilSent: estimate.value.msUntilSent, answer }
    })
  }

  return {
    limits,
    auto,
    pins,
    question,
    start,
    setLimits,
    setAuto,
    setAutoWhileHidden,
    setAutoShare,
    endLongPauses,
    fits,
    confirmCalls,
  }
})
