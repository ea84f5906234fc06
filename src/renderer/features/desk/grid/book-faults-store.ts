/**
 * Books that are down for all parlays. The column's head says it once, so that the cells need only a mark; when all books
 * are down, one line below the grid says it for all.
 */
import { useIntervalFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { CallFailure } from '../../../../shared/failure.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'

/** The newest failure of each book that is down, by the book's id. */
export type BookFaults = ReadonlyMap<string, CallFailure>

interface Tally {
  failed: number
  answered: number
  firstFailureAt: number
  lastAnswerAt: number
  newest: { at: number; failure: CallFailure } | undefined
}

/** A book is down when none of its answers is newer than its first failure. One failure among answers is no outage. */
const isDown = ({ failed, answered, firstFailureAt, lastAnswerAt }: Tally): boolean =>
  lastAnswerAt < firstFailureAt && (failed > 1 || answered === 0)

/** Books that are down, and whether these are all that ever answered or failed, at least two. */
export interface FaultCount {
  readonly books: BookFaults
  readonly isOutage: boolean
}

export function findBookFaults(rows: Iterable<Row>): FaultCount {
  const tallies = new Map<string, Tally>()
  for (const { cells } of rows) {
    for (const { bookId, quote } of cells) {
      if (quote === null) continue
      const tally = tallies.get(bookId) ?? createTally()
      tallies.set(bookId, tally)
      const { at, outcome } = quote
      if (outcome.kind === 'failed') addFailure(tally, at, outcome.failure)
      else {
        tally.answered += 1
        tally.lastAnswerAt = Math.max(tally.lastAnswerAt, at)
      }
    }
  }
  const books = new Map(
    [...tallies].flatMap(([bookId, tally]) =>
      tally.newest !== undefined && isDown(tally) ? [[bookId, tally.newest.failure] as const] : [],
    ),
  )
  return { books, isOutage: books.size > 1 && books.size === tallies.size }
}

const createTally = (): Tally => ({
  failed: 0,
  answered: 0,
  firstFailureAt: Infinity,
  lastAnswerAt: -Infinity,
  newest: undefined,
})

function addFailure(tally: Tally, at: number, failure: CallFailure): void {
  tally.failed += 1
  tally.firstFailureAt = Math.min(tally.firstFailureAt, at)
  if (tally.newest === undefined || at >= tally.newest.at) tally.newest = { at, failure }
}

const countEveryMs = 500
const none: FaultCount = { books: new Map(), isOutage: false }

/** Failures that the banner or Settings say. */
const saidElsewhere: ReadonlySet<CallFailure['kind']> = new Set(['key-missing', 'key-refused'])

export const useBookFaultsStore = defineStore('book-faults', () => {
  const count = shallowRef(none)
  const faults = computed(() => count.value.books)
  /** The failure of a book while all are down. */
  const outage = computed(() =>
    count.value.isOutage
      ? [...faults.value.values()].find(({ kind }) => !saidElsewhere.has(kind))
      : undefined,
  )
  /** True while one line says for all books that they are down. */
  const isSaidOnce = computed(() => count.value.isOutage)

  /** The same map while no book goes down, comes back, or fails in another way, so that no row is drawn again. */
  function countRows(rows: Iterable<Row>): void {
    const found = findBookFaults(rows)
    if (!isSame(count.value, found)) count.value = found
  }
  return { faults, outage, isSaidOnce, countRows }
})

const isSame = (a: FaultCount, b: FaultCount): boolean =>
  a.isOutage === b.isOutage &&
  a.books.size === b.books.size &&
  [...a.books].every(([bookId, { kind }]) => b.books.get(bookId)?.kind === kind)

/** Counted twice a second, since each count reads all cells and prices change many times a second. */
export function useFaultCount(rows: () => Iterable<Row>) {
  const store = useBookFaultsStore()
  store.countRows(rows())
  useIntervalFn(() => store.countRows(rows()), countEveryMs)
  return store
}
