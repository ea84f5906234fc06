/** The trending queue's part of the fake DeskApi: an empty queue that takes whatever it is given. */
import { vi } from 'vitest'
import type { DeskApi } from '../../src/shared/contract.ts'
import type { Outcome } from '../../src/shared/failure.ts'
import type { Submission } from '../../src/shared/model/parlay/submission.ts'
import type { TrendingStatus } from '../../src/shared/model/parlay/trending.ts'
import { leg, noon } from './desk-rows.ts'

const ok = <T>(value: T): Outcome<T> => ({ ok: true, value })

export const quietTrending: TrendingStatus = {
  counts: { sent: 0, waiting: 0, queued: 0, refused: 0, cancelled: 0 },
  recent: [],
  retriesFull: true,
  fullAgainAt: null,
  limitedUntilAt: null,
  turnId: null,
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

export function trendingCalls(status: TrendingStatus) {
  const done = () => Promise.resolve(ok(null))
  const none = () => Promise.resolve(ok({ count: 0 }))
  const same = () => Promise.resolve(ok(status))
  return {
    snapshot: vi.fn<DeskApi['trending']['snapshot']>(same),
    idsOf: vi.fn<DeskApi['trending']['idsOf']>(() => Promise.resolve(ok({ books: [] }))),
    send: vi.fn<DeskApi['trending']['send']>(({ parlays }) =>
      Promise.resolve(
        ok({
          sent: parlays.map(({ bookId, title }, place) => ({
            submission: submission(place + 1, { bookId, title }),
            wasThere: false,
          })),
        }),
      ),
    ),
    page: vi.fn<DeskApi['trending']['page']>(() => Promise.resolve(ok({ rows: [], total: 0 }))),
    history: vi.fn<DeskApi['trending']['history']>(({ id }) =>
      Promise.resolve(ok({ submission: submission(id), ids: [], steps: [], older: 0 })),
    ),
    retry: vi.fn<DeskApi['trending']['retry']>(done),
    retryFull: vi.fn<DeskApi['trending']['retryFull']>(none),
    cancel: vi.fn<DeskApi['trending']['cancel']>(done),
    cancelWaiting: vi.fn<DeskApi['trending']['cancelWaiting']>(none),
    remove: vi.fn<DeskApi['trending']['remove']>(done),
    removeFinished: vi.fn<DeskApi['trending']['removeFinished']>(none),
    reorder: vi.fn<DeskApi['trending']['reorder']>(done),
    setRetriesFull: vi.fn<DeskApi['trending']['setRetriesFull']>(same),
    copyIds: vi.fn<DeskApi['trending']['copyIds']>(done),
  }
}
