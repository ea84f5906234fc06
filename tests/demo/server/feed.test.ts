import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { allBooks } from '../../../src/demo/books/book.ts'
import { EPOCH, KEY, oddsAt, startTestDemo } from '../../support/demo/demo-client.ts'

describe('the feed', () => {
  it('has some 200,000 odds objects of 12 books, 24 games, 4 leagues', async () => {
    const demo = await startTestDemo()
    const { games } = await demo.feed()
    const odds = games.flatMap(game => game.sportsbooks.flatMap(book => book.odds))
    expect(games).toHaveLength(24)
    expect(new Set(games.map(game => game.league)).size).toBe(4)
    expect(games.every(game => game.sportsbooks.length === 12)).toBe(true)
    expect(odds.length).toBeGreaterThan(180_000)
    expect(new Set(odds.map(o => o.id.slice(o.id.indexOf('#')))).size).toBeGreaterThan(20_000)
  })

  it('gives odds objects whose id is book, event, market and selection', async () => {
    const demo = await startTestDemo()
    const { games } = await demo.feed('&league=csl&sportsbook=bravo')
    const wrong = games.flatMap(game =>
      game.sportsbooks.flatMap(book =>
        book.odds.filter(o => o.id !== `${book.name}#${game.id}#${o.market}#${o.name}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('gives tokens percent-encoded at some books, and none for some objects', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed('&league=ubl&main=true')
    expect(oddsAt(feed, 'alpha_bet').every(o => o.sgp?.endsWith('=') && o.grade?.endsWith('='))).toBe(true)
    expect(oddsAt(feed, 'golf_river').every(o => o.sgp?.endsWith('%3D'))).toBe(true)
    expect(oddsAt(feed, 'juliet').some(o => o.sgp === undefined)).toBe(true)
    expect(oddsAt(feed, 'foxtrot').some(o => o.grade === undefined)).toBe(true)
  })

  it('gives links at most books, app links among them', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed('&league=ubl&main=true')
    expect(oddsAt(feed, 'foxtrot').every(o => o.link === undefined)).toBe(true)
    expect(oddsAt(feed, 'alpha_bet')[0]?.link?.mobile).toMatch(/^alphabet:\/\//)
    expect(oddsAt(feed, 'delta')[0]?.link?.mobile).toMatch(/^https:\/\/m\.delta\.example\//)
    const some = oddsAt(feed, 'echo_888').filter(o => o.link).length
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(oddsAt(feed, 'echo_888').length)
  })

  it('carries the main lines of a game at every book, and player lines not everywhere', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed('&league=ubl&main=true')
    const counts = allBooks.map(book => oddsAt(feed, book.id).length)
    for (const book of allBooks) {
      expect(oddsAt(feed, book.id).filter(o => o.market === 'Moneyline')).toHaveLength(2)
    }
    expect(Math.min(...counts)).toBeLessThan(0.8 * Math.max(...counts))
  })

  it('is filtered by book (id or name), league, live and main', async () => {
    const demo = await startTestDemo()
    demo.turnTo(400)
    const byName = await demo.feed('&sportsbook=Alpha%20Bet&league=gfl&main=true')
    expect(byName).toEqual(await demo.feed('&sportsbook=alpha_bet&league=gfl&main=true'))
    expect(byName.games.map(game => game.league)).toEqual(Array(6).fill('gfl'))
    expect(byName.games.flatMap(game => game.sportsbooks.map(book => book.id))).toEqual(
      Array(6).fill('alpha_bet'),
    )
    expect(oddsAt(byName, 'alpha_bet').every(o => o.main)).toBe(true)
    const live = (await demo.feed('&live=true&main=true&sportsbook=bravo')).games
    const other = (await demo.feed('&live=false&main=true&sportsbook=bravo')).games
    expect(live.every(game => game.live && game.status === 'In Progress')).toBe(true)
    expect(other.every(game => !game.live && game.status === 'Scheduled')).toBe(true)
    expect(live.length).toBeGreaterThan(2)
    expect(live.length + other.length).toBe(24)
  })

  it('refuses filters it does not know, and a wrong key', async () => {
    const demo = await startTestDemo()
    const get = async (query: string): Promise<number> =>
      (await demo.ask({ host: 'feed', path: `/?key=${KEY}${query}` })).status
    expect(await get('&sportsbook=nobody')).toBe(404)
    expect(await get('&league=nothing')).toBe(404)
    expect(await get('&live=perhaps')).toBe(400)
    expect((await demo.ask({ host: 'feed', path: '/?key=wrong' })).status).toBe(401)
  })

  it('is gzipped for a client that takes it', async () => {
    const demo = await startTestDemo()
    const path = `/?key=${KEY}&sportsbook=bravo&league=gfl`
    const plain = await demo.ask({ host: 'feed', path })
    const packed = await demo.ask({ host: 'feed', path, headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
  })

  it('follows the game: live selections close, and an ended game makes place for the next', async () => {
    const demo = await startTestDemo()
    const first = (await demo.feed('&sportsbook=alpha_bet&league=ubl')).games[0]
    demo.turnTo(1000)
    const live = (await demo.feed('&sportsbook=alpha_bet&league=ubl')).games[0]
    expect(live?.id).toBe(first?.id)
    expect(live?.live).toBe(true)
    expect(live?.sportsbooks[0]?.odds.length).toBeLessThan((first?.sportsbooks[0]?.odds.length ?? 0) * 0.8)
    demo.turnTo(1600)
    const next = (await demo.feed('&sportsbook=alpha_bet&league=ubl')).games[0]
    expect(next?.id).not.toBe(first?.id)
    expect(next?.status).toBe('Scheduled')
  })

  it('gives the start in wall time, whatever the speed', async () => {
    const at = async (speed: number): Promise<number> => {
      const demo = await startTestDemo({ speed })
      return Date.parse((await demo.feed('&sportsbook=bravo&main=true')).games[0]?.start ?? '') - EPOCH
    }
    expect(await at(10)).toBeCloseTo((await at(1)) / 10, -1)
  })

  it('differs for another seed', async () => {
    const of = async (seed: number): Promise<string[]> => {
      const demo = await startTestDemo({ seed })
      return (await demo.feed('&sportsbook=bravo&league=dbl&main=true')).games.map(game => game.id)
    }
    expect(await of(1)).not.toEqual(await of(2))
  })
})
