/** Actions on sources. Shows one failure at a time: that of the last action. */
import { shallowReadonly, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { LoadReport, FeedPlan } from '../../../../shared/model/game/source.ts'
import { bridge } from '../../../bridge.ts'
import { useBudgetStore } from '../../desk/budget/budget-store.ts'
import { useBoardStore } from '../board-store.ts'

/** Actions on one source. */
export type SourceActions = Omit<ReturnType<typeof useSources>, 'failure' | 'openFiles' | 'watch'>

export function useSources() {
  const board = useBoardStore()
  const failure = shallowRef<Failure>()

  async function show<T>(call: Promise<Outcome<T>>): Promise<Outcome<T>> {
    failure.value = undefined
    const outcome = await call
    failure.value = outcome.ok ? undefined : outcome.failure
    return outcome
  }

  /**
   * Loads a source again; undefined when the user declined its calls. A feed whose books are not known finds them with
   * one call, then is loaded.
   */
  async function load(id: string): Promise<Outcome<LoadReport> | undefined> {
    const { calls = 0, kind } = board.sources.find(source => source.id === id) ?? {}
    const outcome = await confirmAndLoad(id, calls ?? 1)
    if (calls !== null || kind?.kind !== 'feed' || outcome?.ok !== true) return outcome
    const cost = await bridge().board.estimateFeed({ plan: kind.plan })
    return (cost.ok && cost.value.calls !== null && (await confirmAndLoad(id, cost.value.calls))) || outcome
  }

  async function confirmAndLoad(id: string, calls: number): Promise<Outcome<LoadReport> | undefined> {
    if (calls > 0 && !(await useBudgetStore().confirmCalls('Refresh odds', calls))) return undefined
    return show(bridge().board.load({ id }))
  }

  const cancel = (id: string) => show(bridge().board.cancelLoad({ id }))
  const setEnabled = async (id: string, isOn: boolean) =>
    board.adopt(await show(bridge().board.setSourceEnabled({ id, isOn })))
  const remove = async (id: string) => board.adopt(await show(bridge().board.removeSource({ id })))
  const openFiles = () => show(bridge().board.openFiles())
  const watch = (isFolder: boolean) => show(bridge().board.watch({ isFolder }))

  /** The form shows the failure itself. */
  const planFeed = async (id: string, plan: FeedPlan) =>
    board.adopt(await bridge().board.planFeed({ id, plan }))

  return { failure: shallowReadonly(failure), load, cancel, setEnabled, remove, openFiles, watch, planFeed }
}
