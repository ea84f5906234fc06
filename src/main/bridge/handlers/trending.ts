import type { Handlers } from '../../../shared/contract.ts'
import { answerAfter } from '../answer-after.ts'
import { sendable } from '../../../shared/model/parlay/submission-states.ts'
import type { Trending } from '../../trending/trending.ts'

/** The trending queue. `copyText` puts a text on the clipboard. */
export function createTrendingHandlers(
  trending: Trending,
  copyText: (text: string) => Promise<void>,
): Handlers['trending'] {
  const apply =
    (action: 'retried' | 'cancelled' | 'removed') =>
    ({ id }: { id: number }) =>
      trending.apply(id, action)
  return {
    snapshot: () => trending.status(),
    findIds: ({ parlayId }) => ({ books: trending.findIds(parlayId) }),
    send: ({ parlays }) => ({ sent: trending.send(parlays) }),
    page: ({ filter, from, limit }) => trending.page(filter, from, limit),
    history: ({ id }) => trending.history(id),
    retry: apply('retried'),
    retryFull: async () => ({ count: await trending.applyToAll(['full'], 'retried') }),
    cancel: apply('cancelled'),
    cancelWaiting: async () => ({
      count: await trending.applyToAll([...sendable, 'needs-key'], 'cancelled'),
    }),
    remove: apply('removed'),
    removeFinished: async () => ({
      count: await trending.applyToAll(['queued', 'already-queued', 'cancelled'], 'removed'),
    }),
    reorder: ({ id, to }) => trending.reorder(id, to),
    setRetriesFull: answerAfter(() => trending.status())(({ isOn }) => trending.setRetriesFull(isOn)),
    copyIds: ({ ids }) => copyText(JSON.stringify(ids)),
  }
}
