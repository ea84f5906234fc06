/** What a feed's plan would cost, asked as it is typed; only the newest plan's answer counts. */
import { shallowRef, watch, type ShallowRef } from 'vue'
import type { FeedPlan } from '../../../../shared/model/game/source.ts'
import { bridge } from '../../../bridge.ts'
import { costText } from '../board-text.ts'

/** The cost in words; empty while it is not known. `plan` is undefined while what is typed is none. */
export function useFeedCost(plan: () => FeedPlan | undefined): Readonly<ShallowRef<string>> {
  const cost = shallowRef('')
  let run = 0

  async function ask(next: FeedPlan | undefined): Promise<void> {
    const mine = ++run
    const outcome = next && (await bridge().board.costOfFeed({ plan: next }))
    if (mine === run) cost.value = outcome?.ok ? costText(outcome.value) : ''
  }
  watch(plan, ask, { immediate: true })
  return cost
}
