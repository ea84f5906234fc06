/** Books that are down for all parlays. The column's head says it once, so that the cells need only a mark. */
import { useIntervalFn } from '@vueuse/core'
import { shallowRef, type ShallowRef } from 'vue'
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

export function findBookFaults(rows: Iterable<Row>): BookFaults {
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
  return new Map(
    [...tallies].flatMap(([bookId, tally]) =>
      tally.newest !== undefined && isDown(tally) ? [[bookId, tally.newest.failure] as const] : [],
    ),
  )
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

/**
 * Counted twice a second, since each count reads all cells and prices change many times a second. The same map while
 * no book goes down, comes back, or fails in another way, so that no row is drawn again.
 */
export function useBookFaults(rows: () => Iterable<Row>): Readonly<ShallowRef<BookFaults>> {
  const faults = shallowRef(findBookFaults(rows()))
  useIntervalFn(() => {
    const found = findBookFaults(rows())
    if (!isSame(faults.value, found)) faults.value = found
  }, countEveryMs)
  return faults
}

const isSame = (a: BookFaults, b: BookFaults): boolean =>
  a.size === b.size && [...a].every(([bookId, { kind }]) => b.get(bookId)?.kind === kind)
