/**
 * Prices asked once for as long as a dialog is open: each shows when it comes, and what is still to come is called off
 * when the dialog closes.
 */
import { onScopeDispose, shallowReadonly, shallowRef, type ShallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { OneOff } from '../../../../shared/model/price/whatif.ts'
import { bridge } from '../../../bridge.ts'

export interface OneOffs<Q> {
  readonly answers: Readonly<ShallowRef<ReadonlyMap<string, OneOff>>>
  /** Names of what is being asked. */
  readonly asking: Readonly<ShallowRef<ReadonlySet<string>>>
  /** Why something could not be asked at all. */
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
  /** Asks all of these at once; resolves when each has its answer or was called off. */
  readonly ask: (questions: readonly Q[]) => Promise<void>
  /** Calls off what is still to come. */
  readonly stop: () => Promise<void>
}

interface OneOffsOptions<Q> {
  readonly nameOf: (question: Q) => string
  readonly price: (question: Q) => Promise<Outcome<OneOff>>
}

export function useOneOffs<Q>({ nameOf, price }: OneOffsOptions<Q>): OneOffs<Q> {
  const answers = shallowRef<ReadonlyMap<string, OneOff>>(new Map())
  const asking = shallowRef<ReadonlySet<string>>(new Set())
  const failure = shallowRef<Failure>()
  let run = 0

  async function askOne(question: Q): Promise<void> {
    const name = nameOf(question)
    const runBefore = run
    if (asking.value.has(name)) return
    asking.value = new Set(asking.value).add(name)
    const outcome = await price(question)
    // What was called off has an answer too, that nobody asked for any more.
    if (run !== runBefore) return
    asking.value = new Set([...asking.value].filter(each => each !== name))
    if (outcome.ok) answers.value = new Map(answers.value).set(name, outcome.value)
    else failure.value = outcome.failure
  }

  async function ask(questions: readonly Q[]): Promise<void> {
    failure.value = undefined
    await Promise.all(questions.map(askOne))
  }

  async function stop(): Promise<void> {
    run++
    asking.value = new Set()
    await bridge().study.cancel()
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
