import type { Handlers } from '../../../shared/contract.ts'
import type { Board } from '../../board/board.ts'
import type { FeedLoader } from '../../board/feed-loader.ts'
import type { Uploads } from '../../board/uploads.ts'

/** Odds objects in, selections out. */
export function boardHandlers(board: Board, uploads: Uploads, feed: FeedLoader): Handlers['board'] {
  return {
    snapshot: () => board.status(),
    add({ upload, text, isLast }) {
      const whole = uploads.add(upload, text, isLast)
      return whole === undefined ? null : board.load({ source: 'Pasted odds', bytes: whole })
    },
    refresh: () => feed.refresh(),
    search: ({ query, limit }) => board.search(query, limit),
    checkSlip: ({ selections }) => board.checkSlip(selections),
  }
}
