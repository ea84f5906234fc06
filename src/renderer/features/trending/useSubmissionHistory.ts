/** All about one submission, read anew whenever the queue changes. */
import { shallowReadonly, shallowRef, watch, type ShallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { SubmissionHistory } from '../../../shared/model/parlay/trending.ts'
import { bridge } from '../../bridge.ts'
import { useTrendingStore } from './trending-store.ts'

interface ReadHistory {
  /** Undefined until it has come. */
  readonly history: Readonly<ShallowRef<SubmissionHistory | undefined>>
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
}

export function useSubmissionHistory(id: number): ReadHistory {
  const history = shallowRef<SubmissionHistory>()
  const failure = shallowRef<Failure>()
  const trending = useTrendingStore()
  let reads = 0

  async function read(): Promise<void> {
    const number = ++reads
    const outcome = await bridge().trending.history({ id })
    if (number !== reads) return
    failure.value = outcome.ok ? undefined : outcome.failure
    if (outcome.ok) history.value = outcome.value
  }
  watch(() => trending.status, read, { immediate: true })
  return { history: shallowReadonly(history), failure: shallowReadonly(failure) }
}
