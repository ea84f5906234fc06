import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../src/demo/world/world.ts'
import {
  EPOCH,
  readError,
  parseJson,
  KEY,
  oddsAt,
  pick,
  startTestDemo,
} from '../../support/demo/demo-client.ts'
import type { Feed, Odds, Settled, TestDemo } from '../../support/demo/demo-client.ts'

const AFTER_FIRST_GAME = 1520
const ALL_DONE = 2490
const WORDS = ['Won', 'Lost', 'Refunded', 'Pending']

/** Settles any number of bets, a batch at a time. */
async function gradeAll(demo: TestDemo, odds: readonly Odds[]): Promise<Settled[]> {
  const tokens = odds.map(o => o.grade ?? '')
  const items: Settled[] = []
  for (let i = 0; i < tokens.length; i += 100) items.push(...(await demo.grade(tokens.slice(i, i + 100))))
  return items
}

const firstGames = () => createWorld(1, Math.floor(EPOCH / 86_400_000)).openGames(0)

/** Names of those who are listed in the first games and do not play. */
const scratched = () =>
  new Set(firstGames().flatMap(game => game.players.filter(p => p.scratched).map(p => p.name)))

function allMain(feed: Feed): Odds[] {
  return feed.games.flatMap((_, i) => oddsAt(feed, 'alpha_bet', i))
}

describe('the life of a bet', () => {
  it('goes from pending to a result that agrees with the score', async () => {
    const demo = await startTestDemo()
    const odds = oddsAt(await demo.feed('&sportsbook=alpha_bet&main=true'), 'alpha_bet')
    const before = await gradeAll(demo, odds)
    expect(before.every(item => item.result === 'Pending' && item.game.status === 'Scheduled')).toBe(true)
    demo.turnTo(660)
    const during = await gradeAll(demo, odds)
    expect(during.every(item => item.result === 'Pending' && item.game.status === 'In Progress')).toBe(true)
    expect(during.every(item => item.game.live)).toBe(true)
    demo.turnTo(AFTER_FIRST_GAME)
    const after = await gradeAll(demo, odds)
    const absent = scratched()
    for (const item of after) {
      expect(item.game).toMatchObject({ status: 'Final', live: false })
      const isAbsent = absent.has(item.players?.[0]?.name ?? '')
      expect(item.result).toBe(isAbsent ? 'Refunded' : resultByScore(item))
    }
    expect(new Set(after.map(item => item.result)).size).toBeGreaterThan(1)
  })

  /** The result that follows from the item's own score, for the markets that show it. */
  function resultByScore(item: Settled): string {
    const { away, home } = item.game.teams
    const [, line] = /([+-]?[\d.]+)$/.exec(item.name) ?? []
    const ahead = item.name.startsWith(home.name) ? home.score - away.score : away.score - home.score
    if (item.market === 'Moneyline') return word(ahead)
    if (item.market === 'Point Spread') return word(ahead + Number(line))
    const counted = item.market === 'Total Points' ? home.score + away.score : item.players?.[0]?.score
    if (counted === undefined) return item.result
    const over = word(counted - Number(line))
    if (/Over/.test(item.name) || over === 'Refunded') return over
    return over === 'Won' ? 'Lost' : 'Won'
  }

  function word(lead: number): string {
    return lead > 0 ? 'Won' : lead < 0 ? 'Lost' : 'Refunded'
  }

  it('has one winner in every market of two sides, or a refund of both', async () => {
    const demo = await startTestDemo()
    const odds = oddsAt(await demo.feed('&sportsbook=alpha_bet'), 'alpha_bet')
    const overs = odds.filter(o => o.players.length > 0 && /Over/.test(o.name))
    const unders = overs.map(o =>
      pick(odds, u => u.market === o.market && u.name === o.name.replace('Over', 'Under')),
    )
    demo.turnTo(AFTER_FIRST_GAME)
    const results = await gradeAll(demo, overs)
    const others = await gradeAll(demo, unders)
    const pairs = results.map((item, i) => [item.result, others[i]?.result].sort().join())
    for (const pair of pairs) expect(['Lost,Won', 'Refunded,Refunded']).toContain(pair)
  })

  it('ends in a refund for a player who is scratched late and for a push', async () => {
    const demo = await startTestDemo()
    const odds = allMain(await demo.feed('&sportsbook=alpha_bet&main=true'))
    demo.turnTo(ALL_DONE)
    const items = await gradeAll(demo, odds)
    expect(items.every(item => WORDS.includes(item.result) && item.result !== 'Pending')).toBe(true)
    const absent = scratched()
    const ofPlayers = items.filter(item => absent.has(item.players?.[0]?.name ?? ''))
    expect(ofPlayers.length / items.length).toBeGreaterThan(0.03)
    expect(ofPlayers.every(item => item.result === 'Refunded' && item.players?.[0]?.score === 0)).toBe(true)
    const pushes = items.filter(item => item.result === 'Refunded' && !ofPlayers.includes(item))
    expect(pushes.length).toBeGreaterThan(10)
    expect(pushes.every(item => !/\.5$/.test(item.name))).toBe(true)
  })

  it('can be turned around by a correction some time after the end', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed('&sportsbook=alpha_bet&main=true')
    const ends = firstGames().map(game => game.endAt)
    const turned: Settled[] = []
    let settled = 0
    for (const [i, end] of ends.slice(0, 12).entries()) {
      const odds = oddsAt(feed, 'alpha_bet', i)
      demo.turnTo(end)
      const first = await gradeAll(demo, odds)
      demo.turnTo(end + 60)
      expect(await gradeAll(demo, odds)).toEqual(first)
      demo.turnTo(end + 90)
      const later = await gradeAll(demo, odds)
      settled += later.length
      turned.push(...later.filter((item, n) => item.result !== first[n]?.result))
      expect(later.map(item => item.game)).toEqual(first.map(item => item.game))
    }
    // So common that whoever bets on a dozen legs meets one.
    expect(turned.length / settled).toBeGreaterThan(0.08)
    expect(turned.every(item => item.players)).toBe(true)
  })

  it('is over for a bet of an earlier day', async () => {
    const yesterday = await startTestDemo({ epoch: EPOCH - 86_400_000, now: () => EPOCH - 86_400_000 })
    const odds = oddsAt(await yesterday.feed('&sportsbook=alpha_bet&main=true'), 'alpha_bet', 9)
    const today = await startTestDemo()
    const items = await gradeAll(today, odds)
    expect(items).toHaveLength(odds.length)
    expect(items.every(item => item.game.status === 'Final' && item.result !== 'Pending')).toBe(true)
  })
})

describe('the grader', () => {
  it('answers one item a bet, in order, with the tokens as they were sent', async () => {
    const demo = await startTestDemo()
    const odds = oddsAt(await demo.feed('&sportsbook=charlie_sports&main=true'), 'charlie_sports').slice(0, 4)
    const sent = odds.flatMap(o => [o.grade ?? '', decodeURIComponent(o.grade ?? '')])
    const items = await demo.grade(sent)
    expect(items.map(item => item.grade)).toEqual(sent)
    expect(items.map(item => item.name)).toEqual(odds.flatMap(o => [o.name, o.name]))
  })

  it('describes game, teams and players', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed('&sportsbook=alpha_bet')
    const odds = oddsAt(feed, 'alpha_bet')
    const points = pick(odds, o => o.market === 'Player Points')
    const [player, winner] = await demo.grade([points.grade ?? '', odds[0]?.grade ?? ''])
    const game = feed.games[0]
    expect(player).toEqual({
      grade: points.grade,
      market: 'Player Points',
      name: points.name,
      game: {
        id: game?.id,
        teams: { away: { ...game?.teams.away, score: 0 }, home: { ...game?.teams.home, score: 0 } },
        status: 'Scheduled',
        live: false,
      },
      players: [{ name: points.players[0]?.name, position: points.players[0]?.position, score: 0 }],
      result: 'Pending',
    })
    expect(winner).not.toHaveProperty('players')
  })

  it('settles one bet by GET, with the token encoded in the query', async () => {
    const demo = await startTestDemo()
    const odds = oddsAt(await demo.feed('&sportsbook=alpha_bet&main=true'), 'alpha_bet')
    const { grade = '', name } = pick(odds, o => (o.grade ?? '').includes('+'))
    const get = (token: string) => demo.ask({ host: 'grader', path: `/v1/grader?key=${KEY}&grade=${token}` })
    expect(parseJson(await get(encodeURIComponent(grade)))).toMatchObject({ grade, name, result: 'Pending' })
    expect((await get(grade)).status).toBe(404)
  })

  it('leaves out tokens it does not know', async () => {
    const demo = await startTestDemo()
    const [odds] = oddsAt(await demo.feed('&sportsbook=alpha_bet'), 'alpha_bet')
    const items = await demo.grade(['rubbish', odds?.grade ?? '', odds?.sgp ?? ''])
    expect(items.map(item => item.grade)).toEqual([odds?.grade])
    const one = await demo.ask({ host: 'grader', path: `/v1/grader?key=${KEY}&grade=rubbish` })
    expect([one.status, parseJson(one)]).toEqual([404, { error: 'Unknown grade token' }])
  })

  it('refuses what is not a batch of at most a hundred', async () => {
    const demo = await startTestDemo()
    const post = async (body: string) => {
      const reply = await demo.ask({ host: 'grader', path: `/v1/grader?key=${KEY}`, body })
      return [reply.status, readError(reply)]
    }
    const batch = (size: number): string =>
      JSON.stringify({ odds: Array.from({ length: size }, () => ({ grade: 'x' })) })
    expect(await post(batch(101))).toEqual([413, 'At most 100 bets can be settled in one call'])
    expect(await post('["x"]')).toEqual([400, 'The body must be a JSON object with a list "odds"'])
    expect(await post('{"odds":[{"grade":1}]}')).toEqual([
      400,
      'Each element of "odds" must have a string "grade"',
    ])
    expect((await demo.ask({ host: 'grader', path: '/v1/grader', body: batch(1) })).status).toBe(401)
    expect((await demo.ask({ host: 'grader', path: `/v1/grader?key=${KEY}` })).status).toBe(400)
  })
})
