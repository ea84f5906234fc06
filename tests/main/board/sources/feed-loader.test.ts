import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ServiceError } from '../../../../src/main/odds-service/failures.ts'
import { createFeed, type FetchFeed } from '../../../../src/main/odds-service/feed.ts'
import { startDemoService, type DemoOptions } from '../../../../src/demo/service.ts'
import { priority } from '../../../../src/main/odds-service/permits.ts'
import type { Board } from '../../../../src/main/board/board.ts'
import type { Book } from '../../../../src/shared/model/game/book.ts'
import type { FeedPlan } from '../../../../src/shared/model/game/source.ts'
import { book } from '../../../support/shared/desk-rows.ts'
import { startClient } from '../../../support/odds-service/server.ts'
import {
  containing,
  eventually,
  sentenceOf,
  startSources,
  type Given,
} from '../../../support/board/sources-fixture.ts'

const plan = (given: Partial<FeedPlan> = {}): FeedPlan => ({
  leagues: [],
  isLiveOnly: false,
  isMainOnly: false,
  everySeconds: null,
  ...given,
})
const two = [book('alpha_bet', 'Alpha Bet'), book('bravo', 'Bravo')]

interface FeedGiven extends Given {
  readonly demo?: DemoOptions
  readonly books?: (board: Board) => readonly Book[]
  readonly fetch?: FetchFeed
  readonly hasAddress?: boolean
  /** No book is known until the profile is asked for. */
  readonly profileNamesBooks?: boolean
}

/** A feed of some games from the demo's real server, fetched by the real client. */
async function startFeed({
  demo,
  books = () => two,
  hasAddress = true,
  profileNamesBooks = false,
  fetch,
  ...given
}: FeedGiven = {}) {
  let isNamed = !profileNamesBooks
  const key = 'demo-key-of-the-test'
  const service = await startDemoService({ key, latency: 0, maxFeedGames: 2, ...demo })
  onTestFinished(() => service.close())
  const client = startClient({ keys: { current: () => key, refuse: () => {} } })
  const address = hasAddress ? `http://feed.localhost:${service.port}/` : null
  const profile = { id: 'mine', name: 'Mine', pricing: '', queue: '', grader: '', feed: address }
  const started = await startSources({
    feedUse: () => 'on-demand',
    ...given,
    feed: board => ({
      profile: async () => {
        await pause(0)
        isNamed = true
        return profile
      },
      fetch: fetch ?? createFeed(client.caller),
      books: () => (isNamed ? books(board) : []),
    }),
  })
  return {
    ...started,
    service,
    client,
    feedCalls: () => service.calls.filter(({ route }) => route === 'feed'),
  }
}

describe('the feed of a profile', () => {
  it('is a source by itself, not loaded before it is asked for', async () => {
    const { only, client } = await startFeed()
    expect(only()).toMatchObject({ id: 'feed', name: 'Odds feed', state: { kind: 'never' }, calls: 2 })
    expect(client.sent()).toBe(0)
  })

  it('is loaded at the start where the profile says so', async () => {
    const { only } = await startFeed({ feedUse: () => 'at-start' })
    await eventually(() => expect(only().state.kind).toBe('ready'))
    expect(only().offers).toBeGreaterThan(100)
    expect(only().kind).toMatchObject({ plan: { everySeconds: 120 } })
  })

  it('asks each book shown, one call each, and says what came', async () => {
    const { sources, only, feedCalls, board } = await startFeed()
    const report = await sources.load('feed')
    expect(
      feedCalls()
        .map(({ query }) => query['sportsbook'])
        .toSorted(),
    ).toEqual(['alpha_bet', 'bravo'])
    expect(only()).toMatchObject({ offers: report.taken, state: { kind: 'ready' }, lastLoad: report })
    expect(board.status().books).toBe(2)
  })

  const known = (board: Board) => board.state.books.map(({ id, name }) => book(id, name))

  it('finds the books with one call when none is known, and costs one for each after that', async () => {
    const { sources, feedCalls, board, only } = await startFeed({ books: known })
    expect([only().calls, sources.estimateFeed(plan({ everySeconds: 10 }))]).toEqual([
      null,
      { calls: null, perMinute: 0 },
    ])
    await sources.load('feed')
    expect(feedCalls().map(({ query }) => query)).toEqual([expect.objectContaining({ main: 'true' })])
    expect(only()).toMatchObject({ state: { kind: 'ready' }, calls: board.status().books })
    await sources.load('feed')
    expect(feedCalls()).toHaveLength(1 + board.status().books)
  })

  it('goes on from finding its books where it is loaded by itself', async () => {
    const { feedCalls, board } = await startFeed({ books: known, feedUse: () => 'at-start' })
    await eventually(() => expect(board.status().books).toBeGreaterThan(1))
    await eventually(() => expect(feedCalls()).toHaveLength(1 + board.status().books))
  })

  it('is loaded once where its books become known as the profile starts', async () => {
    const { feedCalls, only } = await startFeed({
      feedUse: () => 'at-start',
      profileNamesBooks: true,
    })
    await eventually(() => expect(only().state.kind).toBe('ready'))
    await pause(50)
    expect(feedCalls()).toHaveLength(2)
  })

  it('shows one progress over all its calls, which never falls', async () => {
    const { sources, board } = await startFeed()
    const shares: number[] = []
    board.on('changed', ({ loading }) => {
      if (loading.kind === 'loading' && loading.of > 0) shares.push(loading.done / loading.of)
    })
    await sources.load('feed')
    expect(shares.length).toBeGreaterThan(1)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(board.status().loading.kind).toBe('idle')
  })

  it('that names no books says what to check', async () => {
    const { sources, feedCalls } = await startFeed({ books: () => [] })
    expect(await sentenceOf(sources.load('feed'))).toContain('Check its address and your books')
    expect(feedCalls()).toHaveLength(1)
  })

  it('asks each league of each book by a plan, and costs what it said', async () => {
    const { sources, feedCalls, only } = await startFeed()
    const wanted = plan({ leagues: ['ubl', 'gfl'], isMainOnly: true, isLiveOnly: true })
    const cost = sources.estimateFeed(wanted)
    await sources.planFeed('feed', wanted)
    await sources.load('feed').catch(() => {})
    expect(cost).toEqual({ calls: 4, perMinute: 0 })
    expect(only().calls).toBe(4)
    const asked = feedCalls().map(({ query }) => query)
    expect(asked).toHaveLength(4)
    expect(asked).toContainEqual(
      expect.objectContaining({ sportsbook: 'bravo', league: 'gfl', live: 'true', main: 'true' }),
    )
    expect(sources.estimateFeed(plan({ leagues: ['ubl'], everySeconds: 30 }))).toEqual({
      calls: 2,
      perMinute: 4,
    })
  })

  it('drops what a newer one no longer has', async () => {
    const { sources, only } = await startFeed()
    await sources.load('feed')
    const all = only().offers
    await sources.planFeed('feed', plan({ isMainOnly: true }))
    const report = await sources.load('feed')
    expect(only().offers).toBe(report.taken)
    expect(report.taken).toBeLessThan(all)
  })

  it('loads once when asked twice at the same time', async () => {
    const { sources, feedCalls } = await startFeed()
    await Promise.all([sources.load('feed'), sources.load('feed')])
    expect(feedCalls()).toHaveLength(2)
  })

  it('keeps what came when one book fails, and says what did not', async () => {
    const { sources, only } = await startFeed({ books: () => [...two, book('no_such', 'No Such')] })
    const report = await sources.load('feed')
    expect(report.taken).toBeGreaterThan(0)
    expect(only()).toMatchObject({
      offers: report.taken,
      state: { kind: 'failed', sentence: containing('1 of 3 calls failed.') },
    })
  })

  it('says in a sentence why nothing came, and asks no more of a service that refuses', async () => {
    const { sources, only, service, feedCalls } = await startFeed({ books: () => [...two, ...two, ...two] })
    service.setFaults([{ route: 'feed', kind: 'rate-limit', retryAfter: '60' }])
    await expect(sources.load('feed')).rejects.toMatchObject({ failure: { kind: 'limited' } })
    expect(only().state).toMatchObject({ kind: 'failed', sentence: containing('Rate limit reached') })
    expect(feedCalls().length).toBeLessThanOrEqual(3)
  })

  it.each([
    [15_000, 'sent nothing for 15s. Refresh in a moment'],
    [300_000, 'timed out after 300s. Pick fewer leagues'],
  ])('that was given up after %d ms says why and what to do', async (afterMs, sentence) => {
    const { sources, only } = await startFeed({
      fetch: () => Promise.reject(new ServiceError({ kind: 'timed-out', afterMs })),
    })
    await expect(sources.load('feed')).rejects.toMatchObject({ failure: { kind: 'timed-out', afterMs } })
    expect(only().state).toMatchObject({ kind: 'failed', sentence: containing(sentence) })
  })

  it('goes when the profile has no feed any more, and comes when it has', async () => {
    let feedUse: 'none' | 'on-demand' = 'on-demand'
    const { sources, only, board } = await startFeed({ feedUse: () => feedUse })
    await sources.load('feed')
    feedUse = 'none'
    sources.checkFeed()
    expect(sources.list()).toEqual([])
    await eventually(() => expect(board.status().offers).toBe(0))
    feedUse = 'on-demand'
    sources.checkFeed()
    expect(only().state).toEqual({ kind: 'never' })
  })

  it('is not removed by hand', async () => {
    const { sources } = await startFeed()
    expect(await sentenceOf(sources.remove('feed'))).toContain('is part of the profile')
  })

  it('repeats by its plan until that changes', async () => {
    const { sources, feedCalls, only } = await startFeed()
    await sources.planFeed('feed', plan({ everySeconds: 10 }))
    await eventually(() => expect(only().state.kind).toBe('ready'))
    expect(feedCalls()).toHaveLength(2)
    await sources.planFeed('feed', plan())
    await sources.load('feed')
    expect(feedCalls()).toHaveLength(4)
  })

  it('goes as a user’s act when its button is pressed, and behind all else when it repeats', async () => {
    const { sources, only, client } = await startFeed()
    const levels = () => client.requests.map(seeker => seeker.priority)
    await sources.planFeed('feed', plan({ everySeconds: 10 }))
    await eventually(() => expect(only().state.kind).toBe('ready'))
    expect(levels()).toEqual([priority.background, priority.background])
    await sources.load('feed')
    expect(levels().slice(2)).toEqual([priority.user, priority.user])
  })

  it('says what to do when the profile has no address for it', async () => {
    const { sources, feedCalls } = await startFeed({ hasAddress: false })
    expect(await sentenceOf(sources.load('feed'))).toContain('no feed address')
    expect(feedCalls()).toEqual([])
  })

  it('is kept off the board of a profile taken up meanwhile, which loads its own', async () => {
    const { sources, only, service, board } = await startFeed()
    service.setFaults([{ route: 'feed', kind: 'no-answer' }])
    const refused = sentenceOf(sources.load('feed'))
    await eventually(() => expect(only().state.kind).toBe('loading'))
    sources.open('other')
    service.setFaults([])
    expect(await refused).toContain('was canceled')
    expect(only()).toMatchObject({ lastLoad: null, state: { kind: 'never' } })
    expect(board.status().offers).toBe(0)
    const report = await sources.load('feed')
    expect(only()).toMatchObject({ lastLoad: report, offers: report.taken })
  })

  it('is cancelled while it is fetched, and nothing is lost', async () => {
    const { sources, only, service, names } = await startFeed()
    await sources.load('feed')
    const before = await names()
    service.setFaults([{ route: 'feed', kind: 'no-answer' }])
    const load = sources.load('feed')
    const refused = sentenceOf(load)
    await eventually(() => expect(only().state.kind).toBe('loading'))
    sources.cancel('feed')
    expect(await refused).toContain('was canceled')
    expect(only().state).toMatchObject({ kind: 'failed', sentence: containing('was canceled') })
    expect(await names()).toEqual(before)
  })
})
