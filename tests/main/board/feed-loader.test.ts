import { describe, expect, it } from 'vitest'
import type { Board, OddsText } from '../../../src/main/board/board.ts'
import { FeedLoader } from '../../../src/main/board/feed-loader.ts'
import type { FeedRequest } from '../../../src/main/odds-service/feed.ts'
import type { LoadReport } from '../../../src/shared/model/board.ts'
import { book } from '../../fakes/desk-rows.ts'
import { draft, refusalOf } from '../account/account-fixture.ts'

const reportOf = (source: string, taken: number): LoadReport => ({
  source,
  at: taken,
  taken,
  replaced: 1,
  leftOut: [],
})

/** A loader whose fetches are answered by the test, onto a board that notes what it is given. */
function startLoader({ feed = 'https://feed.example/', books = ['a', 'b', 'c', 'd'] } = {}) {
  const world = { profileId: 'mine', books: books.map(id => book(id, id.toUpperCase())) }
  const fetched: {
    request: FeedRequest
    answer: (bytes?: Uint8Array) => void
    fail: (error: Error) => void
  }[] = []
  const loaded: OddsText[] = []
  const failures: string[] = []
  const board: Pick<Board, 'load' | 'failed'> = {
    load(text) {
      loaded.push(text)
      if (text.replaces === undefined) world.books = [book('a', 'A'), book('b', 'B')]
      return Promise.resolve(reportOf(text.source, loaded.length))
    },
    failed: (_source, sentence) => failures.push(sentence),
  }
  const loader = new FeedLoader({
    board,
    profileId: () => world.profileId,
    profile: () => Promise.resolve({ ...draft({ feed: feed === '' ? null : feed }), id: world.profileId }),
    books: () => world.books,
    fetch(request) {
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
      fetched.push({ request, answer: (bytes = new Uint8Array([1])) => resolve(bytes), fail: reject })
      return promise
    },
  })
  return {
    loader,
    world,
    fetched,
    loaded,
    failures,
    hosts: () => fetched.map(({ request }) => request.hostId),
  }
}

/** Lets what is answered go on. */
const turn = () => new Promise(resolve => setImmediate(resolve))

describe('a refresh', () => {
  it('loads every book for itself, in place of what that book had, three at a time', async () => {
    const { loader, fetched, loaded, hosts } = startLoader()
    const refreshing = loader.refresh()
    await turn()
    expect(hosts()).toEqual(['a', 'b', 'c'])
    for (let next = 0; next < 4; next += 1) {
      fetched[next]?.answer()
      await turn()
    }
    expect(await refreshing).toEqual({ source: 'Feed', at: 4, taken: 10, replaced: 4, leftOut: [] })
    expect(loaded.map(({ source, replaces }) => [source, replaces])).toEqual([
      ['Feed of A', { book: 'a' }],
      ['Feed of B', { book: 'b' }],
      ['Feed of C', { book: 'c' }],
      ['Feed of D', { book: 'd' }],
    ])
  })

  it('finds out which books there are while none is known', async () => {
    const { loader, fetched, hosts } = startLoader({ books: [] })
    void loader.refresh()
    await turn()
    expect(fetched.map(({ request }) => request.isMainOnly)).toEqual([true])
    fetched[0]?.answer()
    await turn()
    expect(hosts()).toEqual([undefined, 'a', 'b'])
  })

  it('asked for twice loads once; after its end it loads again', async () => {
    const { loader, fetched } = startLoader({ books: ['a'] })
    const both = [loader.refresh(), loader.refresh()]
    await turn()
    fetched[0]?.answer()
    await Promise.all(both)
    expect(fetched).toHaveLength(1)
    void loader.refresh()
    await turn()
    expect(fetched).toHaveLength(2)
  })

  it('leaves the other books loaded when one fails, and says so', async () => {
    const { loader, fetched, loaded, failures } = startLoader({ books: ['a', 'b'] })
    const refreshing = loader.refresh()
    await turn()
    fetched[0]?.fail(new Error('unreachable'))
    fetched[1]?.answer()
    expect((await refreshing).taken).toBe(1)
    expect(loaded.map(({ source }) => source)).toEqual(['Feed of B'])
    expect(failures).toEqual([expect.stringContaining('one book')])
  })

  it('fails with the first failure when nothing came', async () => {
    const { loader, fetched } = startLoader({ books: ['a', 'b'] })
    const refreshing = loader.refresh()
    await turn()
    fetched[1]?.fail(new Error('first'))
    await turn()
    fetched[0]?.fail(new Error('second'))
    await expect(refreshing).rejects.toThrow('first')
  })

  it('without a feed address says what to do', async () => {
    const { loader, fetched } = startLoader({ feed: '' })
    expect(await refusalOf(() => loader.refresh())).toMatchObject({ kind: 'invalid', field: 'feed' })
    expect(fetched).toEqual([])
  })
})

describe('a switch of the profile', () => {
  it('keeps the feed of the old one off the new one’s board, and asks its other books no more', async () => {
    const { loader, world, fetched, loaded, failures } = startLoader()
    const refreshing = refusalOf(() => loader.refresh())
    await turn()
    world.profileId = 'other'
    for (const { answer } of fetched) answer()
    expect(await refreshing).toHaveProperty('sentence', expect.stringContaining('Another profile'))
    expect([fetched.length, loaded, failures]).toEqual([3, [], []])
  })

  it('lets the new one be loaded while the old one is still fetched', async () => {
    const { loader, world, fetched, loaded } = startLoader({ books: ['a'] })
    const old = refusalOf(() => loader.refresh())
    await turn()
    world.profileId = 'other'
    const refreshing = loader.refresh()
    await turn()
    expect(fetched.map(({ request }) => request.profile.id)).toEqual(['mine', 'other'])
    for (const { answer } of fetched) answer()
    await Promise.all([old, refreshing])
    expect(loaded).toHaveLength(1)
  })
})
