/**
 * Prices asked once for as long as a dialog is open, and the time their calls take: each price shows when it comes, and
 * calls still waiting are cancelled when the dialog closes.
 */
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch, type Ref } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { OneOff } from '../../../../shared/model/price/whatif.ts'
import { bridge } from '../../../bridge.ts'
import { pluralize } from '../../../format/number-text.ts'
import { spanText } from '../../../format/time-text.ts'
import { useDeskStore } from '../desk-store.ts'

export function useOneOffs<Q>(
  toKey: (question: Q) => string,
  price: (question: Q) => Promise<Outcome<OneOff>>,
) {
  const answers = shallowRef<ReadonlyMap<string, OneOff>>(new Map())
  /** Keys of the questions under way. */
  const asking = shallowRef<ReadonlySet<string>>(new Set())
  /** The reason why a question could not be asked at all. */
  const failure = shallowRef<Failure>()
  let run = 0

  async function askOne(question: Q): Promise<void> {
    const key = toKey(question)
    const runBefore = run
    if (asking.value.has(key)) return
    asking.value = new Set(asking.value).add(key)
    const outcome = await price(question)
    // A cancelled question is answered too; the answer is dropped.
    if (run !== runBefore) return
    asking.value = new Set([...asking.value].filter(each => each !== key))
    if (outcome.ok) answers.value = new Map(answers.value).set(key, outcome.value)
    else failure.value = outcome.failure
  }

  /** Asks all of these at once; resolves when each has its answer or was cancelled. */
  async function ask(questions: readonly Q[]): Promise<void> {
    failure.value = undefined
    await Promise.all(questions.map(askOne))
  }

  /** Cancels the questions under way. */
  async function stop(): Promise<void> {
    run++
    asking.value = new Set()
    await bridge().whatif.cancel()
  }

  onScopeDispose(() => {
    if (asking.value.size > 0) void stop()
  })

  return {
    answers: shallowReadonly(answers),
    asking: shallowReadonly(asking),
    failure: shallowReadonly(failure),
    ask,
    stop,
  }
}

/** `3 calls, at once`, `12 calls, about 48 s`: an estimate that follows the use of the budget. */
export function useCallTime(calls: Readonly<Ref<number>>) {
  const desk = useDeskStore()
  const msUntilSent = shallowRef<number>()

  async function estimate(): Promise<void> {
    const asked = calls.value
    const outcome = await bridge().budget.estimate({ calls: asked, isUserAction: true })
    if (outcome.ok && asked === calls.value) msUntilSent.value = outcome.value.msUntilSent
  }
  watch([calls, () => desk.meter], estimate, { immediate: true })

  return computed(() => {
    const count = pluralize(calls.value, 'call')
    if (msUntilSent.value === undefined) return count
    return msUntilSent.value === 0 ? `${count}, at once` : `${count}, about ${spanText(msUntilSent.value)}`
  })
}
