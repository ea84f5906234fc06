import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Board } from '../../../../src/main/board/board.ts'
import type { SourceProgress } from '../../../../src/main/board/active-loads.ts'
import { bytesOf } from '../../../support/board/batches.ts'
import { feedText } from '../../../support/board/feed-maker.ts'

const workerFile = new URL('../../../../src/main/board/worker/worker.ts', import.meta.url)
const event = 'hoops:river-town:harbor-city:2026-09-10'
const odds = (book: string, name: string) => ({
  id: `${book}#${event}#Moneyline#${name}`,
  sgp: `${book}-${name}`,
})
const text = (...list: unknown[]) => bytesOf(JSON.stringify(list))
/** Over a megabyte, so a parse worker reads it. */
const bigFeed = (book: number) =>
  bytesOf(feedText({ books: 2, selections: 5_000, objectsPerBook: 4_000 }, book))

const named = (name: string) => ({ id: name.toLowerCase().replaceAll(' ', '-'), name })
const noFilter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }
const find = (query: string, limit: number) =>
  board.search({ query, limit, filter: noFilter, kept: { pinned: [], recent: [] } })

let board: Board

beforeEach(() => {
  board = new Board({ workerFile })
})
afterEach(() => board.close())

describe('Board.cancel', () => {
  const cancelled = { failure: { kind: 'invalid', sentence: 'Loading “feed” was canceled.' } }

  it.each([
    ['small', text(odds('Bet', 'Harbor City'))],
    ['large', bigFeed(0)],
  ])('refuses the load and keeps the board: %s', async (_, bytes) => {
    await board.load({ source: named('feed'), bytes: text(odds('Bet', 'River Town')) })
    const before = { ...board.status() }
    const load = board.load({ source: named('feed'), bytes, replaces: { source: 'feed' } })
    board.cancel('feed')
    await expect(load).rejects.toMatchObject(cancelled)
    expect(board.status()).toEqual(before)
    expect((await find('river', 10)).total).toBe(1)
  })

  it('ends loads in a worker, waiting for a worker, and waiting for their source', async () => {
    const others = [0, 1, 0, 1].map((book, at) =>
      board.load({ source: named(`other ${at}`), bytes: bigFeed(book) }),
    )
    const loads = [bigFeed(1), bigFeed(0)].map(bytes => board.load({ source: named('feed'), bytes }))
    const ended = Promise.allSettled([...others, ...loads])
    board.cancel('feed')
    board.cancel('other-1')
    const [done, cut] = ['fulfilled', 'rejected']
    expect((await ended).map(({ status }) => status)).toEqual([done, cut, done, done, cut, cut])
    expect(board.state.offersBySource.has('feed')).toBe(false)
    expect(board.status().loading).toEqual({ kind: 'idle' })
  })

  it('leaves all of a load or nothing, at any time', async () => {
    const whole = (await board.load({ source: named('first'), bytes: bigFeed(0) })).taken
    for (const steps of [1, 3, 10, 30]) {
      const load = board.load({ source: named('feed'), bytes: bigFeed(1) })
      for (let step = 0; step < steps; step++) await find('', 1)
      board.cancel('feed')
      const [{ status }] = await Promise.allSettled([load])
      await find('', 1)
      const { offers } = board.status()
      if (status === 'rejected') expect(offers).toBe(whole)
      else await board.drop('feed')
    }
  })

  it('leaves other sources and later loads of its own alone', async () => {
    const other = board.load({ source: named('other'), bytes: bigFeed(0) })
    const load = board.load({ source: named('feed'), bytes: bigFeed(1) })
    board.cancel('feed')
    const again = board.load({ source: named('feed'), bytes: text(odds('Bet', 'River Town')) })
    await expect(load).rejects.toMatchObject(cancelled)
    expect(await again).toMatchObject({ taken: 1 })
    expect((await other).taken).toBeGreaterThan(1_000)
  })
})

describe('Board.drop', () => {
  it('removes the offers of a source, ends its loads, and leaves other sources', async () => {
    await board.load({ source: named('feed'), bytes: bigFeed(0) })
    await board.load({ source: named('paste'), bytes: text(odds('Bet', 'River Town')) })
    const load = board.load({ source: named('feed'), bytes: bigFeed(1) })
    const ended = Promise.allSettled([load])
    await board.drop('feed')
    expect(board.status()).toMatchObject({ selections: 1, offers: 1, leagues: ['hoops'] })
    expect([...board.state.offersBySource]).toEqual([['paste', 1]])
    expect((await ended)[0].status).toBe('rejected')
    await board.drop('nothing of that name')
    expect(board.status().offers).toBe(1)
  })
})

describe('Board.sourceProgress', () => {
  it('counts bytes and odds objects of a source until its loads end', async () => {
    const bytes = bytesOf(feedText({ books: 1, selections: 20_000, objectsPerBook: 20_000 }, 0))
    const of = bytes.length
    const seen: SourceProgress[] = []
    board.on('changed', () => {
      const progress = board.sourceProgress('feed')
      if (progress !== undefined) seen.push(progress)
    })
    await board.load({ source: named('feed'), bytes })
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.every(progress => progress.of === of && progress.done <= of)).toBe(true)
    const done = seen.map(progress => progress.done)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(board.sourceProgress('feed')).toBeUndefined()
  })
})
