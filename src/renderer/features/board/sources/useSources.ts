/** What the user does to sources. One refusal is told at a time: that of the last act. */
import { shallowReadonly, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { FeedPlan } from '../../../../shared/model/source.ts'
import { bridge } from '../../../bridge.ts'
import { useBoardStore } from '../board-store.ts'

export function useSources() {
  const board = useBoardStore()
  const failure = shallowRef<Failure>()

  async function tell<T>(asked: Promise<Outcome<T>>): Promise<Outcome<T>> {
    failure.value = undefined
    const outcome = await asked
    failure.value = outcome.ok ? undefined : outcome.failure
    return outcome
  }

  const load = (id: string) => tell(bridge().board.load({ id }))
  const cancel = (id: string) => tell(bridge().board.cancelLoad({ id }))
  const turn = async (id: string, isOn: boolean) =>
    board.adopt(await tell(bridge().board.turnSource({ id, isOn })))
  const remove = async (id: string) => board.adopt(await tell(bridge().board.removeSource({ id })))
  const openFiles = () => tell(bridge().board.openFiles())
  const watch = (isFolder: boolean) => tell(bridge().board.watch({ isFolder }))

  /** The form that asks shows what is wrong with a plan. */
  const planFeed = async (id: string, plan: FeedPlan) =>
    board.adopt(await bridge().board.planFeed({ id, plan }))

  return { failure: shallowReadonly(failure), load, cancel, turn, remove, openFiles, watch, planFeed }
}
