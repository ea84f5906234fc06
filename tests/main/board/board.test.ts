import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Board } from '../../../src/main/board/board.ts'
import type { BoardStatus } from '../../../src/shared/model/game/board.ts'
import { bytesOf } from '../../support/board/batches.ts'
import { feedText } from '../../support/board/feed-maker.ts'

const workerFile = new URL('../../../src/main/board/worker/worker.ts', import.meta.url)
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
let states: BoardStatus['loading'][]

beforeEach(() => {
  board = new Board({ workerFile })
  states = []
  board.on('changed', status => states.push(status.loading))
})
afterEach(() => board.close())

describe('Board', () => {
  it('loads a paste and answers from it', async () => {
    const report = await board.load({
      source: named('Pasted odds'),
      bytes: text(odds('Hard Rock Bet', 'River Town'), { sgp: 1 }),
    })
    expect(report).toMatchObject({
      source: 'Pasted odds',
      taken: 1,
      replaced: 0,
      leftOut: [{ reason: 'The ID is missing.', count: 1, example: '[1]' }],
    })
    expect(board.status()).toEqual({
      selections: 1,
      offers: 1,
      books: 1,
      games: 1,
      leagues: ['hoops'],
      finalGames: 0,
      asOf: report.at,
      loading: { kind: 'idle' },
      lastLoad: report,
    })
    expect(board.state.books).toEqual([{ id: 'hard_rock_bet', name: 'Hard Rock Bet', offers: 1 }])

    const { groups } = await find('riv ml', 10)
    const key = groups[0]?.selections[0]?.key ?? ''
    const offer = { bookId: 'hard_rock_bet', sgp: 'Hard Rock Bet-River Town', grade: null, price: null }
    expect(await board.legs([key, 'no#such#leg'])).toMatchObject([
      { leg: { name: 'River Town', offers: [offer] }, flags: [] },
      { leg: null, isGameKnown: false },
    ])
    expect(await board.checkSlip([key])).toMatchObject({ completeBooks: ['hard_rock_bet'] })
  })

  it('loads large feeds through its parse workers and reports progress', async () => {
    const feeds = [bigFeed(0), bigFeed(1)]
    const of = feeds.reduce((sum, { length }) => sum + length, 0)
    const loads = feeds.map((bytes, at) => board.load({ source: named(`feed ${at}`), bytes }))
    expect(board.status().loading).toMatchObject({ kind: 'loading', done: 0, of })
    expect(board.sourceProgress('feed-0')).toMatchObject({ done: 0, objects: 0, secondsLeft: null })
    await Promise.all(loads)
    expect(board.sourceProgress('feed-0')).toBeUndefined()
    expect(states.at(0)).toMatchObject({ kind: 'loading', source: 'feed 0', done: 0 })
    expect(states.at(-1)).toEqual({ kind: 'idle' })
    expect(board.status()).toMatchObject({ books: 2, games: 2 })
  })

  it('answers from earlier loads while a load is under way', async () => {
    await board.load({ source: named('paste'), bytes: text(odds('Bet', 'River Town')) })
    const load = board.load({ source: named('feed'), bytes: bigFeed(0) })
    let answers = 0
    while (board.status().loading.kind === 'loading') {
      const { groups } = await find('river town moneyline', 500)
      expect(groups.flatMap(({ selections }) => selections.map(line => line.key))).toContain(
        `${event}#Moneyline#River Town`,
      )
      answers++
    }
    await load
    expect(answers).toBeGreaterThan(1)
  })

  it('leaves a game that the grader called final out of the list, and marks it where it is searched for', async () => {
    await board.load({ source: named('paste'), bytes: text(odds('Bet', 'River Town')) })
    expect((await find('', 10)).total).toBe(1)
    board.endGames([event])
    expect(board.status().finalGames).toBe(1)
    expect((await find('', 10)).total).toBe(0)
    const { groups } = await find('river', 10)
    expect(groups).toMatchObject([{ isFinal: true, game: { id: event } }])
    const { obstacle } = await board.checkSlip([groups[0]?.selections[0]?.key ?? ''])
    expect(obstacle).toBe('A game of this parlay is final.')
  })

  it('leaves the caller’s other bytes in a shared buffer alone', async () => {
    const whole = bytesOf(`untouched${JSON.stringify([odds('Bet', 'River Town')])}`)
    await board.load({ source: named('paste'), bytes: whole.subarray('untouched'.length) })
    expect(new TextDecoder().decode(whole.subarray(0, 9))).toBe('untouched')
  })

  it('merges texts of one source in the order they were given', async () => {
    const old = Promise.all([
      board.load({ source: named('feed'), bytes: bigFeed(0) }),
      board.load({ source: named('feed'), bytes: text(odds('Bet', 'River Town')), replaces: {} }),
    ])
    await old
    expect(board.status()).toMatchObject({ selections: 1, books: 1 })
  })
})

describe('Board.load of a text that cannot be read', () => {
  it.each([
    ['small', bytesOf('[{"id": "a#b')],
    ['large', bytesOf(`[${' '.repeat(2 ** 20)}{"id": "a#b`)],
  ])('throws and shows a sentence, and changes nothing: %s', async (_, bytes) => {
    await board.load({ source: named('paste'), bytes: text(odds('Bet', 'River Town')) })
    const sentence = 'The text was cut off (line 1).'
    const failure = { kind: 'invalid', field: 'odds', sentence }
    await expect(board.load({ source: named('file'), bytes })).rejects.toMatchObject({ failure })
    expect(board.status()).toMatchObject({
      selections: 1,
      loading: { kind: 'failed', source: 'file', sentence },
    })
    await board.load({ source: named('paste'), bytes: text(odds('Bet', 'Harbor City')) })
    expect(board.status()).toMatchObject({ selections: 2, loading: { kind: 'idle' } })
  })

  it('does not stop the next load of its source', async () => {
    const bad = board.load({ source: named('file'), bytes: bytesOf('{') })
    const good = board.load({ source: named('file'), bytes: text(odds('Bet', 'River Town')) })
    await expect(bad).rejects.toThrow()
    expect(await good).toMatchObject({ taken: 1 })
  })
})

describe('Board.failed', () => {
  it('shows a load that could not be fetched until the next one begins', async () => {
    board.failed('Feed', 'The feed did not answer.')
    expect(states).toEqual([{ kind: 'failed', source: 'Feed', sentence: 'The feed did not answer.' }])
    await board.load({ source: named('paste'), bytes: text(odds('Bet', 'River Town')) })
    expect(states.at(-1)).toEqual({ kind: 'idle' })
  })
})

describe('Board.open and close', () => {
  it.each([
    ['small', text(odds('Bet', 'River Town'))],
    ['large', bigFeed(0)],
  ])('refuse loads under way and keep nothing of them: %s', async (_, bytes) => {
    const load = board.load({ source: named('feed'), bytes })
    void board.open(null)
    await expect(load).rejects.toMatchObject({ failure: { kind: 'invalid' } })
    expect(board.status()).toMatchObject({ selections: 0, lastLoad: null })
    expect(await find('', 10)).toMatchObject({ total: 0, groups: [] })
  })

  it('take loads after open was the first call', async () => {
    await board.open(null)
    const report = await board.load({
      source: named('Pasted odds'),
      bytes: text(odds('Bravo', 'River Town')),
    })
    expect(report.taken).toBe(1)
  })

  it('take new loads after the board was emptied', async () => {
    await board.load({ source: named('feed'), bytes: bigFeed(0) })
    void board.open(null)
    await board.load({ source: named('feed'), bytes: bigFeed(1) })
    expect(board.status()).toMatchObject({ books: 1, games: 2 })
    expect((await find('moneyline', 10)).total).toBe(4)
  })

  it('refuse calls under way when the board is closed', async () => {
    await find('', 10)
    const load = board.load({ source: named('feed'), bytes: bigFeed(0) })
    const ended = Promise.allSettled([load, find('', 10)])
    await board.close()
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(board.status().loading).toEqual({ kind: 'idle' })
  })

  it('start an empty board at the first call after a close', async () => {
    await board.load({ source: named('paste'), bytes: text(odds('Bet', 'River Town')) })
    await board.close()
    expect(board.status()).toMatchObject({ selections: 0 })
    expect(await find('', 10)).toMatchObject({ total: 0, groups: [] })
  })
})
