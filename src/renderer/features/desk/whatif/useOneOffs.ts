/**
 * Requests what-if prices while a dialog is open: each is shown when it comes, as in the grid, and waiting calls are
 * cancelled when the dialog closes.
 */
import { onScopeDispose, shallowReadonly, shallowRef, type Ref } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import { cellState, type Cell } from '../../../../shared/model/price/cell.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'
import type { OneOff } from '../../../../shared/model/price/whatif.ts'
import { bridge } from '../../../bridge.ts'
import { describeCell } from '../cell/cell-face.ts'
import { explainCell } from '../cell/cell-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'

type Counted = Readonly<Ref<{ readonly size: number }>>
/** Prices of a dialog: those that came, and those under way. */
export interface OneOffs {
  readonly answers: Counted
  readonly asking: Counted
  readonly stop: () => Promise<unknown>
}

export function useOneOffs<Q>(
  toKey: (question: Q) => string,
  price: (question: Q) => Promise<Outcome<OneOff>>,
) {
  const answers = shallowRef<ReadonlyMap<string, OneOff>>(new Map())
  /** Keys of the questions under way. */
  const asking = shallowRef<ReadonlySet<string>>(new Set())
  /** The reason why a price could not be requested. */
  const failure = shallowRef<Failure>()
  let run = 0

  async function askOne(question: Q): Promise<void> {
    const key = toKey(question)
    const runBefore = run
    if (asking.value.has(key)) return
    asking.value = new Set(asking.value).add(key)
    const outcome = await price(question)
    // The answer of a cancelled request is dropped.
    if (run !== runBefore) return
    asking.value = new Set([...asking.value].filter(each => each !== key))
    if (outcome.ok) answers.value = new Map(answers.value).set(key, outcome.value)
    else failure.value = outcome.failure
  }

  /** Requests all of these together; resolves when each has its answer or was cancelled. */
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

/** `sentence`: the full reason why there is no price. `legs`: number of legs of the parlay. */
export function describeOneOff(
  last: OneOff | null,
  legs: number,
  { isAsking, display }: { isAsking: boolean; display: DisplayContext },
) {
  const cell: Cell = {
    bookId: 'one-off',
    missingLegs: 0,
    activity: { kind: isAsking ? 'pricing' : 'none' },
    quote: last && { id: 0, ...last },
    before: null,
    singles: null,
    maxStakeMinor: null,
  }
  const state = cellState(cell, display.now, display.staleAfterMs)
  const isPlain = state.kind === 'priced' || state.kind === 'stale' || state.kind === 'idle'
  return {
    face: describeCell(cell, legs, display),
    sentence: isPlain || isAsking ? '' : explainCell(state, legs, display),
    decimal: findPrice(last)?.decimal,
  }
}
