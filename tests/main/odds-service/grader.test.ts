import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { plainToken } from '../../../src/main/odds-service/grading-wire.ts'
import { createGrader } from '../../../src/main/odds-service/grader.ts'
import type { GradedItem } from '../../../src/main/odds-service/grading-wire.ts'
import { fc } from '../../support/property.ts'
import { answers, key, startClient, startService, type Script } from '../../support/odds-service/server.ts'

const item = {
  grade: 'A==',
  market: 'Player Points',
  name: 'Ada North Over 27.5',
  game: {
    id: 'nba:river_town:harbor_city:2026-11-20',
    teams: {
      away: { id: 'nba:river_town', name: 'River Town', abbreviation: 'RVT', score: 101 },
      home: { id: 'nba:harbor_city', name: 'Harbor City', abbreviation: 'HBR', score: 99 },
    },
    status: 'Final',
    live: false,
  },
  players: [{ name: 'Ada North', position: 'G', score: 31 }],
  result: 'Won',
}

const Batch = z.object({ odds: z.array(z.object({ grade: z.string() })) })

async function asked(...scripts: [Script, ...Script[]]) {
  return askedAt('', ...scripts)
}

/** Asks a grader at this path. */
async function askedAt(path: string, ...scripts: [Script, ...Script[]]) {
  const service = await startService(...scripts)
  const grader = createGrader(startClient().caller)
  const profile = { id: 'mine', grader: `http://grader.localhost:${service.port}${path}` }
  const settle = async (tokens: readonly string[]) => {
    const taken: GradedItem[] = []
    const failure = await grader
      .settle({ profile, tokens }, items => void taken.push(...items))
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    return { taken, failure }
  }
  const testKey = () => grader.testKey({ profile }).catch((error: unknown) => error)
  return { service, settle, testKey, check: (token: string) => grader.check({ profile, token }) }
}

const resultOf = async (answer: unknown, status = 200) => {
  const { settle } = await asked(answers(answer, status))
  const { taken, failure } = await settle(['A=='])
  return failure ?? taken
}

const accepts: Script = (response, { body }) => {
  const { odds } = Batch.parse(JSON.parse(body))
  answers({ odds: odds.map(({ grade }) => ({ ...item, grade })) })(response, {
    method: '',
    url: '',
    headers: {},
    body,
  })
}

/** Takes at most this many bets in one call. */
const takesAtMost =
  (most: number, status: number): Script =>
  (response, seen) => {
    const { odds } = Batch.parse(JSON.parse(seen.body))
    if (odds.length > most) answers({ message: 'too many' }, status)(response, seen)
    else accepts(response, seen)
  }

describe('Grader.settle', () => {
  it('posts each token once, verbatim, with the key in the query only', async () => {
    const { service, settle } = await asked(accepts)
    await settle(['A==', 'A%3D%3D', 'b/+', 'A=='])
    expect(service.seen).toMatchObject([{ method: 'POST', headers: { 'content-type': 'application/json' } }])
    const { url, body } = service.seen[0] ?? { url: '', body: '' }
    expect(JSON.parse(body)).toEqual({ odds: [{ grade: 'A==' }, { grade: 'b/+' }] })
    expect(new URL(url, 'http://x').pathname).toBe('/v1/grader')
    expect([...new URL(url, 'http://x').searchParams]).toEqual([['key', key]])
  })

  it('reads the whole item', async () => {
    expect(await resultOf({ odds: [item] })).toEqual([
      {
        token: 'A==',
        grading: {
          result: 'won',
          word: 'Won',
          market: 'Player Points',
          name: 'Ada North Over 27.5',
          game: { id: item.game.id, league: 'nba', day: '2026-11-20' },
          away: item.game.teams.away,
          home: item.game.teams.home,
          status: 'Final',
          isLive: false,
          players: item.players,
        },
      },
    ])
  })

  it('asks for 100 bets at a time', async () => {
    const { service, settle } = await asked(accepts)
    const { taken } = await settle(Array.from({ length: 250 }, (_, at) => `t${at}`))
    expect(taken).toHaveLength(250)
    expect(service.seen).toHaveLength(3)
  })

  it.each([
    [0, 0],
    [100, 1],
    [200, 2],
  ])('asks for %i bets in %i calls', async (count, calls) => {
    const { service, settle } = await asked(accepts)
    await settle(Array.from({ length: count }, (_, at) => `t${at}`))
    expect(service.seen).toHaveLength(calls)
  })

  it('is asked below the path of its address', async () => {
    const { service, settle } = await askedAt('/a//b//', accepts)
    await settle(['A=='])
    expect(service.seen[0]?.url).toMatch(/^\/a\/\/b\/v1\/grader\?/)
  })

  it.each([400, 413])('halves a batch that is too large (%d) until it fits', async status => {
    const { settle } = await asked(takesAtMost(13, status))
    const { taken, failure } = await settle(Array.from({ length: 120 }, (_, at) => `t${at}`))
    expect(failure).toBeUndefined()
    expect(new Set(taken.map(({ token }) => token)).size).toBe(120)
  })

  it('settles all others when the service refuses one bet', async () => {
    const { settle } = await asked((response, seen) => {
      if (seen.body.includes('"bad"')) answers({ message: 'malformed' }, 400)(response, seen)
      else accepts(response, seen)
    })
    const { taken, failure } = await settle([...Array.from({ length: 9 }, (_, at) => `t${at}`), 'bad'])
    expect(taken).toHaveLength(9)
    expect(failure).toMatchObject({ failure: { kind: 'unreadable', status: 400, detail: 'malformed' } })
  })

  it('halves a batch when some of the bets it tries alone are refused', async () => {
    const { settle } = await asked((response, seen) => {
      if (/"t(0|3)"/.test(seen.body)) answers({ message: 'malformed' }, 400)(response, seen)
      else accepts(response, seen)
    })
    const { taken, failure } = await settle(Array.from({ length: 40 }, (_, at) => `t${at}`))
    expect(new Set(taken.map(({ token }) => token)).size).toBe(38)
    expect(failure).toMatchObject({ failure: { kind: 'unreadable', detail: 'malformed' } })
  })

  it('gives up after few calls where every bet is refused', async () => {
    const { service, settle } = await asked(answers({ message: 'Bad request' }, 400))
    const { failure } = await settle(Array.from({ length: 1_000 }, (_, at) => `t${at}`))
    expect(failure).toMatchObject({ failure: { kind: 'unreadable', status: 400, detail: 'Bad request' } })
    expect(service.seen.length).toBeLessThanOrEqual(8)
  })

  it.each([400, 413])('stops at the first answer that refuses the key, under %d too', async status => {
    const { service, settle } = await asked(answers({ message: 'Invalid key' }, status))
    const { failure } = await settle(Array.from({ length: 250 }, (_, at) => `t${at}`))
    expect(failure).toMatchObject({ failure: { kind: 'key-refused' } })
    expect(service.seen).toHaveLength(1)
  })

  it('passes on results that came before an outage', async () => {
    const { settle } = await asked(accepts, answers('down', 500))
    const { taken, failure } = await settle(Array.from({ length: 150 }, (_, at) => `t${at}`))
    expect(taken).toHaveLength(100)
    expect(failure).toMatchObject({ failure: { kind: 'server-error', status: 500 } })
  })
})

describe('Grader with an answer of another shape', () => {
  it.each([
    [{ odds: [] }, []],
    [item, [{ token: 'A==', grading: { result: 'won' } }]],
    [
      { odds: [{ ...item, players: undefined, game: undefined }] },
      [{ grading: { game: null, players: [] } }],
    ],
    [
      { odds: [{ ...item, game: { ...item.game, id: 'G-77' } }] },
      [{ grading: { game: { id: 'G-77', league: null, day: null } } }],
    ],
    [
      { odds: [{ ...item, game: 5, players: 'none', market: {} }] },
      [{ grading: { game: null, market: null, players: [] } }],
    ],
    [
      { odds: [{ ...item, players: [null, { name: 'A', score: '12' }, { name: 'B', score: {} }, {}] }] },
      [
        {
          grading: {
            players: [
              { name: 'A', position: null, score: 12 },
              { name: 'B', position: null, score: null },
            ],
          },
        },
      ],
    ],
    [{ odds: [{ ...item, result: 'Won ' }] }, [{ grading: { result: 'won' } }]],
    [{ odds: [{ ...item, result: 'Half Won' }] }, [{ grading: { result: 'unknown', word: 'Half Won' } }]],
    [{ odds: [{ ...item, result: null }] }, [{ grading: { result: 'unknown', word: '' } }]],
    [{ odds: ['x', null, item] }, [{ token: '' }, { token: '' }, { token: 'A==' }]],
    [{ odds: [item], message: 'fine' }, [{ token: 'A==' }]],
    [{ ...item, grade: undefined }, [{ token: null, grading: { result: 'won' } }]],
    [{ grade: 'A==' }, [{ token: 'A==', grading: { result: 'unknown', players: [] } }]],
    [
      { odds: [{ ...item, game: { id: 'nba:a:b:2026-11-20T20', live: true } }] },
      [{ grading: { game: { league: null, day: null }, away: null, home: null, isLive: true } }],
    ],
    [
      {
        odds: [
          { ...item, game: { id: 'x:nba:a:b:2026-11-20', teams: { away: { id: 5, score: ' ' }, home: 5 } } },
        ],
      },
      [
        {
          grading: {
            game: { league: null },
            away: { id: '', name: '', abbreviation: '', score: null },
            home: null,
          },
        },
      ],
    ],
    [
      { odds: [{ ...item, game: { id: 5, teams: 5 } }] },
      [{ grading: { game: null, away: null, home: null } }],
    ],
    [
      { odds: [{ ...item, players: [{ name: '\0', score: ' ' }] }] },
      [{ grading: { players: [{ name: '', score: null }] } }],
    ],
    [
      { odds: [{ ...item, players: Array(51).fill({ name: 'A', score: 1 }) }] },
      [{ grading: { players: Array(50).fill({ name: 'A', position: null, score: 1 }) } }],
    ],
    [
      { odds: [{ ...item, players: [{ name: 'A', score: -3 }] }] },
      [{ grading: { players: [{ score: -3 }] } }],
    ],
  ])('reads what is there: %j', async (answer, expected) => {
    const taken = await resultOf(answer)
    expect(taken).toHaveLength(expected.length)
    expect(taken).toMatchObject(expected)
  })

  it.each([
    ['', 200, 'unreadable'],
    ['null', 200, 'unreadable'],
    ['<html>', 200, 'unreadable'],
    ['<html>', 502, 'server-error'],
    [{ message: 'Invalid key' }, 200, 'key-refused'],
    [{ message: 'no' }, 401, 'key-refused'],
    [{ message: 'no such bet' }, 404, 'unreadable'],
    [{ odds: {} }, 200, 'unreadable'],
    [{ odds: [], message: 'Invalid key' }, 200, 'key-refused'],
    [{ odds: [], message: 'no such bets' }, 200, 'unreadable'],
  ])('fails without results, with the reason: %j under %d', async (answer, status, kind) => {
    expect(await resultOf(answer, status)).toMatchObject({ failure: { kind } })
  })

  it.each([
    ['null', 200, 'it isn’t a list of results'],
    [{ odds: [] }, 400, 'it isn’t a list of results'],
    [{ odds: [], message: 5, error: 'no bets' }, 200, 'no bets'],
  ])('says what is wrong: %j under %d', async (answer, status, detail) => {
    expect(await resultOf(answer, status)).toMatchObject({ failure: { kind: 'unreadable', status, detail } })
  })

  it('never shows the key it echoes', async () => {
    const failure = await resultOf({ message: `no ${key} for you` }, 404)
    expect(JSON.stringify(failure)).not.toContain('k3y')
  })
})

describe('Grader.check', () => {
  it.each(['a+b/c==', 'a%2Bb%2Fc%3D%3D'])(
    'encodes the token exactly once, however it came: %s',
    async token => {
      const { service, check } = await asked(answers(item))
      await check(token)
      const { method, url } = service.seen[0] ?? { method: '', url: '' }
      expect(method).toBe('GET')
      expect(new URL(url, 'http://x').searchParams.get('grade')).toBe('a+b/c==')
    },
  )

  it.each([item, { odds: [item] }, { ...item, grade: undefined }])('takes %j', async answer => {
    const { check } = await asked(answers(answer))
    expect(await check('A==')).toMatchObject([{ token: 'A==', grading: { result: 'won' } }])
  })

  it('ignores results of other bets', async () => {
    const { check } = await asked(answers({ odds: ['x'] }))
    expect(await check('A==')).toMatchObject([{ token: '' }])
  })
})

describe('Grader.testKey', () => {
  it('asks for no bet, in one call, and is content with any answer that does not refuse the key', async () => {
    for (const script of [answers({ odds: [] }), answers({ message: 'No odds' }, 400), answers('{', 400)]) {
      const { service, testKey } = await asked(script)
      expect(await testKey()).toBeUndefined()
      expect(service.seen.map(({ method, body }) => [method, body])).toEqual([['POST', '{"odds":[]}']])
    }
  })

  it.each([
    ['a refused key', answers({ message: 'Invalid key' }, 403), 'key-refused'],
    ['a refusal without a reason', answers({}, 403), 'key-refused'],
    ['a key refused in plain words', answers('Invalid key', 400), 'key-refused'],
    ['a web page of a service out of order', answers('<html>', 502), 'server-error'],
    ['a service that is out of order', answers({ message: 'Down' }, 503), 'server-error'],
  ])('fails with %s, in one call', async (_what, script, kind) => {
    const { service, testKey } = await asked(script)
    expect(await testKey()).toMatchObject({ failure: { kind } })
    expect(service.seen).toHaveLength(1)
  })
})

describe('plainToken', () => {
  it('gives one form for a token, percent-encoded or not', () => {
    fc.assert(
      fc.property(fc.base64String(), token => {
        expect(plainToken(encodeURIComponent(token))).toBe(token)
        expect(plainToken(token)).toBe(token)
      }),
    )
  })

  it('leaves a token that only looks encoded', () => {
    expect(plainToken('100%zz')).toBe('100%zz')
  })
})
