/** What the user does to sources. One refusal is told at a time: that of the last act. */
import { shallowReadonly, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { LoadReport, FeedPlan } from '../../../../shared/model/game/source.ts'
import { bridge } from '../../../bridge.ts'
import { useBudgetStore } from '../../desk/budget/budget-store.ts'
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

  /**
   * Loads a source again; undefined where the user found its calls too many. A feed whose books are not known finds
   * them with one call and goes on from there.
   */
  async function load(id: string): Promise<Outcome<LoadReport> | undefined> {
    const { calls = 0, kind } = board.sources.find(source => source.id === id) ?? {}
    const outcome = await loadFor(id, calls ?? 1)
    if (calls !== null || kind?.kind !== 'feed' || outcome?.ok !== true) return outcome
    const cost = await bridge().board.costOfFeed({ plan: kind.plan })
    return (cost.ok && cost.value.calls !== null && (await loadFor(id, cost.value.calls))) || outcome
  }

  async function loadFor(id: string, calls: number): Promise<Outcome<LoadReport> | undefined> {
    if (calls > 0 && !(await useBudgetStore().isWanted('Fetch the feed', calls))) return undefined
    return tell(bridge().board.load({ id }))
  }

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
