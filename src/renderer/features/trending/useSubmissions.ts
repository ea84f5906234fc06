/** Submissions for the screen: pages of the list, one with its history, and the user's actions. */
import { shallowReadonly, shallowRef, watch } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import type {
  Submission,
  SubmissionFilter,
  SubmissionHistory,
} from '../../../shared/model/parlay/submission.ts'
import { bridge } from '../../bridge.ts'
import { useTrendingStore } from './trending-store.ts'

const pageSize = 100

/** A list of any length: only the pages in view are fetched, and fetched again when the queue changes. */
export function useSubmissionPages() {
  const filter = shallowRef<SubmissionFilter>('all')
  const total = shallowRef<number>()
  const failure = shallowRef<Failure>()
  const pages = shallowRef<ReadonlyMap<number, readonly Submission[]>>(new Map())
  const trending = useTrendingStore()
  let inView: readonly number[] = [0]
  /** Counts the refetches, so that late answers of an earlier one are dropped. */
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

  /** Sets the places in view. */
  function setView(first: number, last: number): void {
    inView = findPages(first, last)
    for (const page of inView) if (!pages.value.has(page) && !underWay.has(page)) void fetch(page)
  }

  /** Fetches pages again; those in view stay on screen until then. */
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
  /** The submission at a place of the list; undefined while its page is being fetched. */
  const at = (place: number) => pages.value.get(Math.floor(place / pageSize))?.[place % pageSize]
  return { filter, total: shallowReadonly(total), failure: shallowReadonly(failure), at, setView }
}

/** The pages that hold these places. */
function findPages(firstPlace: number, lastPlace: number): number[] {
  const first = Math.floor(firstPlace / pageSize)
  return Array.from({ length: Math.floor(lastPlace / pageSize) - first + 1 }, (_, step) => first + step)
}

/** Actions on submissions. Each resolves to true when it was done. */
export function useSubmissionActions() {
  const { trending } = bridge()
  /** Failure of the last action. */
  const failure = shallowRef<Failure>()
  /** Text for a screen reader and the dialog's foot. */
  const copied = shallowRef('')

  async function report(call: Promise<Outcome<unknown>>): Promise<boolean> {
    const outcome = await call
    failure.value = outcome.ok ? undefined : outcome.failure
    return outcome.ok
  }
  async function copyIds(ids: readonly string[]): Promise<void> {
    copied.value = (await report(trending.copyIds({ ids: [...ids] }))) ? 'IDs copied.' : ''
  }
  return {
    failure: shallowReadonly(failure),
    copied: shallowReadonly(copied),
    retry: (id: number) => report(trending.retry({ id })),
    cancel: (id: number) => report(trending.cancel({ id })),
    remove: (id: number) => report(trending.remove({ id })),
    reorder: (id: number, to: 'ahead' | 'behind') => report(trending.reorder({ id, to })),
    retryFull: () => report(trending.retryFull()),
    cancelWaiting: () => report(trending.cancelWaiting()),
    removeFinished: () => report(trending.removeFinished()),
    copyIds,
  }
}

/** One submission with its history, read again whenever the queue changes. */
export function useSubmissionHistory(id: number) {
  /** Undefined until the first answer. */
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
