/** Submissions as the screen reads and changes them: pages of the list, one with its history, and the user's actions. */
import { shallowReadonly, shallowRef, watch, type ShallowRef } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import type { Submission } from '../../../shared/model/parlay/submission.ts'
import type { Filter, SubmissionHistory } from '../../../shared/model/parlay/trending.ts'
import { bridge } from '../../bridge.ts'
import { useTrendingStore } from './trending-store.ts'

const pageSize = 100

export interface SubmissionPages {
  readonly filter: ShallowRef<Filter>
  readonly total: Readonly<ShallowRef<number | undefined>>
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
  /** The submission at a place of the list; undefined while its page is on its way. */
  readonly at: (place: number) => Submission | undefined
  /** Sets the places in view. */
  readonly setView: (first: number, last: number) => void
}

/** A list of any length: only the pages in view are fetched, and fetched again when the queue changes. */
export function useSubmissionPages(): SubmissionPages {
  const filter = shallowRef<Filter>('all')
  const total = shallowRef<number>()
  const failure = shallowRef<Failure>()
  const pages = shallowRef<ReadonlyMap<number, readonly Submission[]>>(new Map())
  const trending = useTrendingStore()
  let inView: readonly number[] = [0]
  /** Counts what made pages out of date, so that a late answer cannot bring an old one back. */
  let era = 0
  const underWay = new Set<number>()

  async function fetch(page: number): Promise<void> {
    const startedIn = era
    underWay.add(page)
    const from = page * pageSize
    const outcome = await bridge().trending.page({ filter: filter.value, from, limit: pageSize })
    if (startedIn !== era) return
    underWay.delete(page)
    failure.value = outcome.ok ? undefined : outcome.failure
    if (!outcome.ok) return
    total.value = outcome.value.total
    pages.value = new Map(pages.value).set(page, outcome.value.rows)
  }

  function setView(first: number, last: number): void {
    inView = findPages(first, last)
    for (const page of inView) if (!pages.value.has(page) && !underWay.has(page)) void fetch(page)
  }

  /** Pages in view stay on screen until their successors have come. */
  function refetch(): void {
    era += 1
    underWay.clear()
    pages.value = new Map([...pages.value].filter(([page]) => inView.includes(page)))
    for (const page of inView) void fetch(page)
  }

  watch(() => trending.status, refetch, { immediate: true })
  watch(filter, () => {
    pages.value = new Map()
    inView = [0]
    refetch()
  })
  const at = (place: number) => pages.value.get(Math.floor(place / pageSize))?.[place % pageSize]
  return { filter, total: shallowReadonly(total), failure: shallowReadonly(failure), at, setView }
}

/** The pages that hold these places. */
function findPages(firstPlace: number, lastPlace: number): number[] {
  const first = Math.floor(firstPlace / pageSize)
  return Array.from({ length: Math.floor(lastPlace / pageSize) - first + 1 }, (_, step) => first + step)
}

export interface SubmissionActions {
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

/** Actions on submissions. `failure`: of the last one, if it failed. */
export function useSubmissionActions(): SubmissionActions {
  const failure = shallowRef<Failure>()

  /** True when it was done. */
  async function report(outcome: Promise<Outcome<unknown>>): Promise<boolean> {
    const { ok, ...rest } = await outcome
    failure.value = 'failure' in rest ? rest.failure : undefined
    return ok
  }
  const { trending } = bridge()
  return {
    failure: shallowReadonly(failure),
    retry: id => report(trending.retry({ id })),
    cancel: id => report(trending.cancel({ id })),
    remove: id => report(trending.remove({ id })),
    reorder: (id, to) => report(trending.reorder({ id, to })),
    retryFull: () => report(trending.retryFull()),
    cancelWaiting: () => report(trending.cancelWaiting()),
    removeFinished: () => report(trending.removeFinished()),
    copyIds: ids => report(trending.copyIds({ ids: [...ids] })),
  }
}

interface ReadHistory {
  /** Undefined until the first answer. */
  readonly history: Readonly<ShallowRef<SubmissionHistory | undefined>>
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
}

/** One submission with its history, read again whenever the queue changes. */
export function useSubmissionHistory(id: number): ReadHistory {
  const history = shallowRef<SubmissionHistory>()
  const failure = shallowRef<Failure>()
  const trending = useTrendingStore()
  let reads = 0

  async function read(): Promise<void> {
    const mine = ++reads
    const outcome = await bridge().trending.history({ id })
    if (mine !== reads) return
    failure.value = outcome.ok ? undefined : outcome.failure
    if (outcome.ok) history.value = outcome.value
  }
  watch(() => trending.status, read, { immediate: true })
  return { history: shallowReadonly(history), failure: shallowReadonly(failure) }
}
