/** A list of submissions of any length: only the pages in view are fetched, and fetched anew when the queue changes. */
import { shallowReadonly, shallowRef, watch, type ShallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { Submission } from '../../../shared/model/parlay/submission.ts'
import type { Filter } from '../../../shared/model/parlay/trending.ts'
import { bridge } from '../../bridge.ts'
import { useTrendingStore } from './trending-store.ts'

const pageSize = 100

export interface SubmissionPages {
  readonly filter: ShallowRef<Filter>
  readonly total: Readonly<ShallowRef<number | undefined>>
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
  /** The submission at a place of the list; undefined while its page is on its way. */
  readonly at: (place: number) => Submission | undefined
  /** Says which places are in view. */
  readonly look: (first: number, last: number) => void
}

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
    const asked = era
    underWay.add(page)
    const from = page * pageSize
    const outcome = await bridge().trending.page({ filter: filter.value, from, limit: pageSize })
    if (asked !== era) return
    underWay.delete(page)
    failure.value = outcome.ok ? undefined : outcome.failure
    if (!outcome.ok) return
    total.value = outcome.value.total
    pages.value = new Map(pages.value).set(page, outcome.value.rows)
  }

  function look(first: number, last: number): void {
    inView = pagesOf(first, last)
    for (const page of inView) if (!pages.value.has(page) && !underWay.has(page)) void fetch(page)
  }

  /** What is in view stays on screen until its successor has come. */
  function renew(): void {
    era += 1
    underWay.clear()
    pages.value = new Map([...pages.value].filter(([page]) => inView.includes(page)))
    for (const page of inView) void fetch(page)
  }

  watch(() => trending.status, renew, { immediate: true })
  watch(filter, () => {
    pages.value = new Map()
    inView = [0]
    renew()
  })
  const at = (place: number) => pages.value.get(Math.floor(place / pageSize))?.[place % pageSize]
  return { filter, total: shallowReadonly(total), failure: shallowReadonly(failure), at, look }
}

/** The pages that hold these places. */
function pagesOf(firstPlace: number, lastPlace: number): number[] {
  const first = Math.floor(firstPlace / pageSize)
  return Array.from({ length: Math.floor(lastPlace / pageSize) - first + 1 }, (_, step) => first + step)
}
