import { describe, expect, it } from 'vitest'
import { BOOKS } from '../../src/demo/books/book.ts'
import { legOf } from '../../src/demo/books/leg.ts'
import { fairChance } from '../../src/demo/books/view.ts'
import { createWorld } from '../../src/demo/world/world.ts'
import { ask, EPOCH, KEY, legs, oddsAt, pick, read, sgpOf, startTestDemo } from './demo-client.ts'
import type { Feed, Odds, TestDemo } from './demo-client.ts'

const SEED = 1
const MARKETS = ['Moneyline', 'Total Points', 'Player Points']
const NOT_FOUND = { message: 'Price not found' }
const NO_COMBINATION = { message: 'Cannot be combined' }

function decimalOf(american: unknown): number {
  const value = Number(american)
  return 1 + (value > 0 ? value / 100 : -100 / value)
}

/** The same three legs at every book that has a token for all of them. */
function legsByBook(feed: Feed): Map<string, string[]> {
  const names = legs(oddsAt(feed, 'alpha_bet'), MARKETS).map(o => o.name)
  const found = BOOKS.map(book => {
    const odds = oddsAt(feed, book.id).filter(o => names.includes(o.name) && MARKETS.includes(o.market))
    return [book.id, sgpOf(odds.filter(o => o.sgp !== undefined))] as const
  })
  return new Map(found.filter(([, tokens]) => tokens.length === 3))
}

async function pricesOf(demo: TestDemo, feed: Feed): Promise<Map<string, unknown>> {
  const entries = [...legsByBook(feed)].map(
    async ([book, tokens]) => [book, (await demo.price(book, tokens))['price']] as const,
  )
  return new Map(await Promise.all(entries))
}

async function alphaOdds(demo: TestDemo): Promise<readonly Odds[]> {
  return oddsAt(await demo.feed('&sportsbook=alpha_bet'), 'alpha_bet')
}

describe('pricing', () => {
  it('gives price and links, and limits where a book has them', async () => {
    const demo = await startTestDemo()
    const tokens = legsByBook(await demo.feed())
    const alpha = await demo.price('alpha_bet', tokens.get('alpha_bet') ?? [])
    expect(alpha['price']).toMatch(/^[+-]\d{3,}$/)
    expect(alpha['links']).toEqual({
      desktop: expect.stringMatching(`^http://alpha_bet\\.localhost:${demo.port}/betslip\\?s=`),
      mobile: expect.stringMatching(/^alphabet:\/\/betslip\?s=/),
    })
    expect(alpha).not.toHaveProperty('limits')
    const hotel = await demo.price('hotel_park', tokens.get('hotel_park') ?? [])
    expect(hotel['limits']).toEqual({ min: 0.5, max: 250 })
  })

  it('gives no links at books that never do', async () => {
    const demo = await startTestDemo()
    const tokens = legsByBook(await demo.feed()).get('foxtrot') ?? []
    expect(Object.keys(await demo.price('foxtrot', tokens))).toEqual(['price'])
  })

  it('takes tokens percent-encoded or not', async () => {
    const demo = await startTestDemo()
    const odds = oddsAt(await demo.feed('&sportsbook=charlie_sports'), 'charlie_sports')
    const tokens = sgpOf(legs(odds, MARKETS.slice(0, 2)))
    expect(tokens.every(token => token.endsWith('%3D'))).toBe(true)
    const plain = tokens.map(token => decodeURIComponent(token))
    expect(await demo.price('charlie_sports', plain)).toEqual(await demo.price('charlie_sports', tokens))
  })

  it('says the same price in all seven formats', async () => {
    const demo = await startTestDemo()
    const tokens = sgpOf(legs(await alphaOdds(demo), MARKETS))
    const inFormat = async (format: string): Promise<string> =>
      String((await demo.price('alpha_bet', tokens, `&price=${format}`))['price'])
    const decimal = decimalOf(await inFormat('american'))
    expect(Number(await inFormat('decimal'))).toBeCloseTo(decimal, 2)
    expect(1 + Number(await inFormat('hong_kong'))).toBeCloseTo(decimal, 2)
    expect(100 / Number.parseFloat(await inFormat('probability'))).toBeCloseTo(decimal, 1)
    expect(await inFormat('fractional')).toMatch(/^\d+\/\d+$/)
    expect(Number(await inFormat('malaysian'))).toBeCloseTo(-1 / (decimal - 1), 3)
    expect(Number(await inFormat('indonesian'))).toBeCloseTo(decimal - 1, 2)
  })

  it('prices a single leg as the feed does', async () => {
    const demo = await startTestDemo()
    const odds = (await alphaOdds(demo)).filter((_, i) => i % 97 === 0)
    for (const o of odds) expect((await demo.price('alpha_bet', [o.sgp ?? '']))['price']).toBe(o.price)
  })

  it('says "Price not found" for damaged tokens, other books’ tokens and grade tokens', async () => {
    const demo = await startTestDemo()
    const [leg] = legs(await alphaOdds(demo), ['Moneyline'])
    expect(await demo.price('alpha_bet', ['rubbish'])).toEqual(NOT_FOUND)
    expect(await demo.price('bravo', [leg?.sgp ?? ''])).toEqual(NOT_FOUND)
    expect(await demo.price('alpha_bet', [leg?.grade ?? ''])).toEqual(NOT_FOUND)
  })

  it('says "Price not found" once the game is over', async () => {
    const demo = await startTestDemo()
    const tokens = sgpOf(legs(await alphaOdds(demo), MARKETS))
    demo.turnTo(600)
    expect(await demo.price('alpha_bet', tokens)).toEqual(NOT_FOUND)
  })

  it('says "Price not found" for a share of the parlays at Kilo Sports', async () => {
    const demo = await startTestDemo()
    const odds = oddsAt(await demo.feed('&sportsbook=kilo_sports'), 'kilo_sports')
    const answers = await Promise.all(odds.slice(0, 100).map(o => demo.price('kilo_sports', [o.sgp ?? ''])))
    const refused = answers.filter(answer => answer['message'] === 'Price not found')
    expect(refused.length).toBeGreaterThan(2)
    expect(refused.length).toBeLessThan(30)
  })

  it('says "Cannot be combined" for legs of two games and for legs that count the same thing', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed('&sportsbook=alpha_bet')
    const odds = oddsAt(feed, 'alpha_bet')
    const [points] = legs(odds, ['Player Points'])
    const player = points?.players[0]?.name ?? ''
    const by = (market: string, side: string): Odds =>
      pick(odds, o => o.main && o.market === market && o.name.startsWith(`${player} ${side}`))
    const winners = odds.filter(o => o.market === 'Moneyline')
    const elsewhere = legs(oddsAt(feed, 'alpha_bet', 4), ['Moneyline'])
    const pairs = [
      winners,
      [by('Player Points', 'Over'), by('Player Points', 'Under')],
      [by('Player Points', 'Over'), by('Player Points + Rebounds', 'Over')],
      [by('Player Points', 'Over'), by('Player Points', 'Over')],
      [...winners.slice(0, 1), ...elsewhere],
    ]
    for (const pair of pairs) expect(await demo.price('alpha_bet', sgpOf(pair))).toEqual(NO_COMBINATION)
    const fine = [...winners.slice(0, 1), by('Player Points', 'Over'), by('Player Rebounds', 'Over')]
    expect(await demo.price('alpha_bet', sgpOf(fine))).toHaveProperty('price')
  })

  it('takes twelve legs and no more', async () => {
    const demo = await startTestDemo()
    const odds = (await alphaOdds(demo)).filter(
      o => o.market === 'Player Points' && /Over/.test(o.name) && o.main,
    )
    expect(await demo.price('alpha_bet', sgpOf(odds.slice(0, 12)))).toHaveProperty('price')
    expect(await demo.price('alpha_bet', sgpOf(odds.slice(0, 13)))).toEqual({
      message: 'Too many legs: at most 12',
    })
  })
})

describe('prices', () => {
  it('lie around the hidden fair price, a little short of it', async () => {
    const demo = await startTestDemo({ seed: SEED })
    const feed = await demo.feed()
    const prices = await pricesOf(demo, feed)
    expect(prices.size).toBeGreaterThanOrEqual(8)
    const world = createWorld(SEED, Math.floor(EPOCH / 86_400_000))
    const chosen = (legsByBook(feed).get('alpha_bet') ?? []).map(token => legOf(world, 'sgp', token))
    const chance = chosen[0]
      ? fairChance(
          chosen[0].game,
          chosen.flatMap(leg => (leg ? [leg.selection] : [])),
          0,
        )
      : NaN
    const decimals = [...prices.values()].filter(price => price !== undefined).map(decimalOf)
    const mean = decimals.reduce((sum, d) => sum + d, 0) / decimals.length
    expect(mean * chance).toBeGreaterThan(0.7)
    expect(mean * chance).toBeLessThan(0.97)
    expect(new Set(decimals).size).toBeGreaterThan(decimals.length / 2)
  })

  it('have a margin at every book: both sides of a line cost more than they return', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed('&main=true')
    for (const book of BOOKS) {
      const total = oddsAt(feed, book.id).filter(o => o.market === 'Total Points')
      expect(total).toHaveLength(2)
      expect(total.reduce((sum, o) => sum + 1 / decimalOf(o.price), 0)).toBeGreaterThan(1.005)
    }
  })

  it('lengthen with every leg', async () => {
    const demo = await startTestDemo()
    const tokens = sgpOf(legs(await alphaOdds(demo), MARKETS))
    const lengths = [1, 2, 3].map(async n =>
      decimalOf((await demo.price('alpha_bet', tokens.slice(0, n)))['price']),
    )
    const [one, two, three] = await Promise.all(lengths)
    expect(two).toBeGreaterThan(one ?? Infinity)
    expect(three).toBeGreaterThan(two ?? Infinity)
  })

  it('stand still between moves and move within seconds', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed()
    const at = async (seconds: number): Promise<unknown[]> => {
      demo.turnTo(seconds)
      return [...(await pricesOf(demo, feed)).values()]
    }
    const before = await at(0)
    expect(await at(3.9)).toEqual(before)
    expect(await at(12)).not.toEqual(before)
    expect(await at(0)).toEqual(before)
  })

  it('are the same in another service of the same seed', async () => {
    const demos = await Promise.all([startTestDemo({ seed: 9 }), startTestDemo({ seed: 9 })])
    const answers = await Promise.all(demos.map(async demo => pricesOf(demo, await demo.feed())))
    expect(answers[0]).toEqual(answers[1])
  })
})

describe('a call', () => {
  const body = '["a"]'

  it.each(['', '?key=', '?key=wrong', `?key=${KEY}x`])(
    'without the right key is refused: "%s"',
    async query => {
      const demo = await startTestDemo()
      const reply = await demo.ask({ host: 'bravo', path: `/${query}`, body })
      expect([reply.status, read(reply)]).toEqual([401, { error: 'Invalid key' }])
    },
  )

  it.each(['', '{', '{}', '[]', '[1]', '"token"', 'null'])(
    'with a malformed body gets 400: %s',
    async text => {
      const demo = await startTestDemo()
      const reply = await demo.ask({ host: 'bravo', path: `/?key=${KEY}`, body: text })
      expect(reply.status).toBe(400)
      expect(read<{ error: string }>(reply).error).toMatch(/^The body /)
    },
  )

  it('must say that its body is JSON, and name a format there is', async () => {
    const demo = await startTestDemo()
    const path = `/?key=${KEY}`
    const plain = await demo.ask({ host: 'bravo', path, body, headers: { 'content-type': 'text/plain' } })
    expect([plain.status, read(plain)]).toEqual([400, { error: 'The Content-Type must be application/json' }])
    const format = await demo.ask({ host: 'bravo', path: `${path}&price=roman`, body })
    expect(format.status).toBe(400)
    expect(read<{ error: string }>(format).error).toMatch(/^Unknown price format; use one of american, /)
  })

  it('with a body of over a MiB gets 413', async () => {
    const demo = await startTestDemo()
    const reply = await demo.ask({
      host: 'bravo',
      path: `/?key=${KEY}`,
      body: JSON.stringify(['x'.repeat(2 ** 20)]),
    })
    expect(reply.status).toBe(413)
  })

  it('above the rate gets 429 and is told when to come again', async () => {
    const demo = await startTestDemo({ ratePerMinute: 2 })
    const call = () => demo.ask({ host: 'bravo', path: `/?key=${KEY}`, body })
    expect((await call()).status).toBe(200)
    demo.turnTo(10)
    expect((await call()).status).toBe(200)
    const refused = await call()
    expect([refused.status, refused.headers['retry-after'], read(refused)]).toEqual([
      429,
      '50',
      { error: 'Too many requests' },
    ])
    demo.turnTo(60)
    expect((await call()).status).toBe(200)
    expect((await call()).status).toBe(429)
  })

  it('to a host, path or method there is not gets a sentence', async () => {
    const demo = await startTestDemo()
    const unknown = await demo.ask({ host: 'nobody', path: `/?key=${KEY}`, body })
    expect([unknown.status, read<{ error: string }>(unknown).error]).toEqual([
      404,
      expect.stringMatching(/^Unknown host/),
    ])
    expect((await demo.ask({ host: 'bravo', path: '/nowhere', body })).status).toBe(404)
    const method = await demo.ask({ host: 'bravo', path: `/?key=${KEY}` })
    expect([method.status, method.headers.allow]).toEqual([405, 'POST'])
    expect((await ask(demo.port, { host: 'bravo.localhost.example', path: '/', body })).status).toBe(404)
  })

  it('is logged without its key', async () => {
    const keys: (string | null)[] = []
    const demo = await startTestDemo({ onCall: (_, key) => keys.push(key) })
    await demo.price('bravo', ['a'], '&price=decimal')
    expect(demo.calls).toEqual([
      {
        at: EPOCH,
        route: 'pricing',
        book: 'bravo',
        method: 'POST',
        query: { price: 'decimal' },
        body: '["a"]',
        status: 200,
        fault: null,
      },
    ])
    expect(keys).toEqual([KEY])
  })
})
