/** The trending queue's part of the quiet handlers, and a request of each of its calls that is right. */
import type { Handlers } from '../../../src/shared/contract.ts'
import { quietTrending, submission } from '../../fakes/trending-calls.ts'

type Answers = <A>(call: string, answer: A) => (request: unknown) => A

export function quietTrendingHandlers(answers: Answers): Handlers['trending'] {
  return {
    snapshot: answers('trending.snapshot', quietTrending),
    idsOf: answers('trending.idsOf', { books: [] }),
    send: answers('trending.send', { sent: [] }),
    page: answers('trending.page', { rows: [], total: 0 }),
    history: answers('trending.history', { submission: submission(1), ids: [], steps: [], older: 0 }),
    retry: answers('trending.retry', null),
    retryFull: answers('trending.retryFull', { count: 0 }),
    cancel: answers('trending.cancel', null),
    cancelWaiting: answers('trending.cancelWaiting', { count: 0 }),
    remove: answers('trending.remove', null),
    removeFinished: answers('trending.removeFinished', { count: 0 }),
    reorder: answers('trending.reorder', null),
    setRetriesFull: answers('trending.setRetriesFull', quietTrending),
    copyIds: answers('trending.copyIds', null),
  }
}

export const trendingRequests = {
  'trending.snapshot': null,
  'trending.idsOf': { parlayId: 1 },
  'trending.send': { parlays: [{ parlayId: 1, bookId: 'bravo', ids: ['Bravo#e#m#n'], title: 'North' }] },
  'trending.page': { filter: 'waiting', from: 0, limit: 100 },
  'trending.history': { id: 1 },
  'trending.retry': { id: 1 },
  'trending.retryFull': null,
  'trending.cancel': { id: 1 },
  'trending.cancelWaiting': null,
  'trending.remove': { id: 1 },
  'trending.removeFinished': null,
  'trending.reorder': { id: 1, to: 'ahead' },
  'trending.setRetriesFull': { isOn: false },
  'trending.copyIds': { ids: ['Bravo#e#m#n'] },
}
