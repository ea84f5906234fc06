/** State of an empty trending queue, and a plain submission for tests to vary. */
import type { Submission, TrendingStatus } from '../../../src/shared/model/parlay/submission.ts'
import { leg, noon } from './desk-rows.ts'

export const quietTrending: TrendingStatus = {
  counts: { waiting: 0, queued: 0, refused: 0, cancelled: 0 },
  recent: [],
  retriesFull: true,
  fullAgainAt: null,
  limitedUntilAt: null,
  nextId: null,
}

export const submission = (id: number, given: Partial<Submission> = {}): Submission => ({
  id,
  bookId: 'bravo',
  title: 'North O27.5 pts · Harbor City ML',
  legs: [leg('Ada North Over 27.5', 'Player Points'), leg('Harbor City', 'Moneyline')].map(
    ({ key, name, market, game }) => ({ key, name, market, game }),
  ),
  addedAt: noon,
  state: { kind: 'waiting', tries: 0, isUnsure: false },
  stateAt: noon,
  outcome: null,
  ...given,
})
