/**
 * The partition of a parlay at one book while its dialog is open: prices are shown as they come, and waiting calls are
 * canceled when the dialog closes.
 */
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import type { FairOutcome, FairPlan } from '../../../../shared/model/price/fair.ts'
import type { OneOff } from '../../../../shared/model/price/whatif.ts'
import { bridge } from '../../../bridge.ts'

export function useFairPrice(cell: CellAddress) {
  const plan = shallowRef<FairPlan>()
  const failure = shallowRef<Failure>()
  /** Places of the outcomes under way. */
  const asking = shallowRef<ReadonlySet<number>>(new Set())
  /** Prices that came since the last request, by place. */
  const answers = shallowRef<ReadonlyMap<number, OneOff>>(new Map())

  function adopt(outcome: Outcome<FairPlan>): void {
    if (outcome.ok) plan.value = outcome.value
    else failure.value = outcome.failure
  }

  /** Prices all outcomes; resolves when they have come or were canceled. */
  async function price(): Promise<void> {
    if (plan.value === undefined || asking.value.size > 0) return
    failure.value = undefined
    answers.value = new Map()
    asking.value = new Set(plan.value.outcomes.keys())
    const outcome = await bridge().fair.price(cell)
    asking.value = new Set()
    answers.value = new Map()
    adopt(outcome)
  }

  const stop = () => bridge().fair.cancel()

  const unsubscribe = bridge().fair.answered(({ parlayId, bookId, place, answer }) => {
    if (parlayId !== cell.parlayId || bookId !== cell.bookId || !asking.value.has(place)) return
    answers.value = new Map(answers.value).set(place, answer)
    asking.value = new Set([...asking.value].filter(each => each !== place))
  })
  onScopeDispose(() => {
    unsubscribe()
    if (asking.value.size > 0) void stop()
  })

  const outcomes = computed(() => addAnswers(plan.value?.outcomes ?? [], answers.value))

  void bridge().fair.plan(cell).then(adopt)
  return { plan, failure, asking, answers, outcomes, price, stop }
}

const addAnswers = (
  outcomes: readonly FairOutcome[],
  answers: ReadonlyMap<number, OneOff>,
): readonly FairOutcome[] =>
  outcomes.map((outcome, place) => ({ ...outcome, last: answers.get(place) ?? outcome.last }))
