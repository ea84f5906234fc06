/** What the user does to submissions. What went wrong with the last act is kept to be said. */
import { shallowReadonly, shallowRef, type ShallowRef } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import { bridge } from '../../bridge.ts'

export interface SubmissionActs {
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
  readonly retry: (id: number) => Promise<boolean>
  readonly cancel: (id: number) => Promise<boolean>
  readonly remove: (id: number) => Promise<boolean>
  readonly reorder: (id: number, to: 'ahead' | 'behind') => Promise<boolean>
  readonly retryFull: () => Promise<boolean>
  readonly cancelWaiting: () => Promise<boolean>
  readonly removeFinished: () => Promise<boolean>
  readonly copyIds: (ids: readonly string[]) => Promise<boolean>
}

export function useSubmissionActs(): SubmissionActs {
  const failure = shallowRef<Failure>()

  /** Whether it was done. */
  async function done(outcome: Promise<Outcome<unknown>>): Promise<boolean> {
    const { ok, ...rest } = await outcome
    failure.value = 'failure' in rest ? rest.failure : undefined
    return ok
  }
  const { trending } = bridge()
  return {
    failure: shallowReadonly(failure),
    retry: id => done(trending.retry({ id })),
    cancel: id => done(trending.cancel({ id })),
    remove: id => done(trending.remove({ id })),
    reorder: (id, to) => done(trending.reorder({ id, to })),
    retryFull: () => done(trending.retryFull()),
    cancelWaiting: () => done(trending.cancelWaiting()),
    removeFinished: () => done(trending.removeFinished()),
    copyIds: ids => done(trending.copyIds({ ids: [...ids] })),
  }
}
