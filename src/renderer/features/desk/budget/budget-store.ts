/** Mirror of the call limits and of auto-refresh, and the one question about a large action's cost. */
import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import {
  quietBudget,
  type AutoSeconds,
  type BudgetState,
  type CallLimits,
} from '../../../../shared/model/settings/budget.ts'
import type { Meter } from '../../../../shared/model/parlay/desk.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'
import { useDeskStore } from '../desk-store.ts'

export interface CostQuestion {
  /** The action, as its button says it. */
  readonly title: string
  readonly calls: number
  readonly takesMs: number
  readonly answer: (isWanted: boolean) => void
}

/** A first guess from the meter; main knows more exactly where it does not fit. */
const fitsNow = ({ limit, lastMinute, waiting, nextAt, pausedUntil }: Meter, calls: number): boolean =>
  nextAt === null && pausedUntil === null && lastMinute + waiting + calls <= limit

export const useBudgetStore = defineStore('budget', () => {
  // state
  const { value: state, failure, start, adopt } = createMirror<BudgetState>(() => bridge().budget)
  const question = shallowRef<CostQuestion>()

  // derived
  const limits = computed(() => (state.value ?? quietBudget).limits)
  const auto = computed(() => (state.value ?? quietBudget).auto)

  // actions
  type Changed = Promise<Outcome<BudgetState>>
  const setLimits = async (wanted: CallLimits): Changed =>
    adopt(await bridge().budget.setLimits({ ...wanted }))
  const setAuto = async (parlayId: number | null, everySeconds: AutoSeconds | null): Changed =>
    adopt(await bridge().budget.setAuto({ parlayId, everySeconds }))
  const setAutoWhileHidden = async (isOn: boolean): Changed =>
    adopt(await bridge().budget.setAutoWhileHidden({ isOn }))

  /** Can all these calls be sent now, as far as the window knows? */
  const fits = (calls: number): boolean => fitsNow(useDeskStore().meter, calls)

  /**
   * Does the user want these calls to be made? Answers at once where all can be sent now, else asks. `isAct`: they are
   * sent ahead of calls that no one waits for.
   */
  async function confirmCalls(title: string, calls: number, isAct = true): Promise<boolean> {
    if (calls === 0 || fits(calls)) return true
    const estimate = await bridge().budget.estimate({ calls, isAct })
    if (!estimate.ok || estimate.value.takesMs === 0) return true
    question.value?.answer(false)
    return new Promise(resolve => {
      const answer = (wanted: boolean) => {
        question.value = undefined
        resolve(wanted)
      }
      question.value = { title, calls, takesMs: estimate.value.takesMs, answer }
    })
  }

  return {
    state,
    failure,
    limits,
    auto,
    question,
    start,
    setLimits,
    setAuto,
    setAutoWhileHidden,
    fits,
    confirmCalls,
  }
})

/** Reports when the window is hidden, which stops prices from renewing themselves, and shown again. Costs no call. */
export function useHiddenWindowReport(): void {
  useEventListener(document, 'visibilitychange', () => {
    void bridge().budget.windowHidden({ isHidden: document.visibilityState === 'hidden' })
  })
}
