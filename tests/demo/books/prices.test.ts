import { describe, expect, it } from 'vitest'
import { allBooks } from '../../../src/demo/books/book.ts'
import { findLeg } from '../../../src/demo/books/leg.ts'
import { createWorld } from '../../../src/demo/world/world.ts'
import {
  toDecimal,
  EPOCH,
  legs,
  oddsAt,
  listSgpTokens,
  startTestDemo,
} from '../../support/demo/demo-client.ts'
import type { Feed, TestDemo } from '../../support/demo/demo-client.ts'
import { fairChance } from '../../support/demo/fair-chance.ts'

const SEED = 1
const MARKETS = ['Moneyline', 'Total Points', 'Player Points']
const MAIN_LINES = '&league=ubl&main=true'

/** The same three legs at every book that has a token for all of them. */
function legsByBook(feed: Feed): Map<string, string[]> {
  const names = legs(oddsAt(feed, 'alpha_bet'), MARKETS).map(o => o.name)
  const found = allBooks.map(book => {
    const odds = oddsAt(feed, book.id).filter(o => names.includes(o.name) && MARKETS.includes(o.market))
    return [book.id, listSgpTokens(odds.filter(o => o.sgp !== undefined))] as const
  })
  return new Map(found.filter(([, tokens]) => tokens.length === 3))
}

async function fetchPrices(demo: TestDemo, feed: Feed): Promise<Map<string, unknown>> {
  const entries = [...legsByBook(feed)].map(
    async ([book, tokens]) => [book, (await demo.price(book, tokens))['price']] as const,
  )
  return new Map(await Promise.all(entries))
}

describe('prices of a book', () => {
  it('lie around the hidden fair price, a little short of it', async () => {
    const demo = await startTestDemo({ seed: SEED })
    const feed = await demo.feed(MAIN_LINES)
    const prices = await fetchPrices(demo, feed)
    expect(prices.size).toBeGreaterThanOrEqual(8)
    const world = createWorld(SEED, Math.floor(EPOCH / 86_400_000))
    const chosen = (legsByBook(feed).get('alpha_bet') ?? []).map(token => findLeg(world, 'sgp', token))
    const chance = chosen[0]
      ? fairChance(
          chosen[0].game,
          chosen.flatMap(leg => (leg ? [leg.selection] : [])),
          0,
        )
      : NaN
    const decimals = [...prices.values()].filter(price => price !== undefined).map(toDecimal)
    const mean = decimals.reduce((sum, d) => sum + d, 0) / decimals.length
    expect(mean * chance).toBeGreaterThan(0.7)
    expect(mean * chance).toBeLessThan(0.97)
    expect(new Set(decimals).size).toBeGreaterThan(decimals.length / 2)
  })

  it('have a margin at every book: both sides of a line cost more than they return', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed(MAIN_LINES)
    for (const book of allBooks) {
      const total = oddsAt(feed, book.id).filter(o => o.market === 'Total Points')
      expect(total).toHaveLength(2)
      expect(total.reduce((sum, o) => sum + 1 / toDecimal(o.price), 0)).toBeGreaterThan(1.005)
    }
  })

  it('lengthen with every leg', async () => {
    const demo = await startTestDemo()
    const tokens = listSgpTokens(legs(oddsAt(await demo.feed(MAIN_LINES), 'alpha_bet'), MARKETS))
    const lengths = [1, 2, 3].map(async n =>
      toDecimal((await demo.price('alpha_bet', tokens.slice(0, n)))['price']),
    )
    const [one, two, three] = await Promise.all(lengths)
    expect(two).toBeGreaterThan(one ?? Infinity)
    expect(three).toBeGreaterThan(two ?? Infinity)
  })

  it('stay the same between moves and move within seconds', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed(MAIN_LINES)
    const at = async (seconds: number): Promise<unknown[]> => {
      demo.turnTo(seconds)
      return [...(await fetchPrices(demo, feed)).values()]
    }
    const before = await at(0)
    expect(await at(3.9)).toEqual(before)
    expect(await at(12)).not.toEqual(before)
    expect(await at(0)).toEqual(before)
  })

  it('are the same in another service of the same seed', async () => {
    const demos = await Promise.all([startTestDemo({ seed: 9 }), startTestDemo({ seed: 9 })])
    const answers = await Promise.all(demos.map(async demo => fetchPrices(demo, await demo.feed(MAIN_LINES))))
    expect(answers[0]).toEqual(answers[1])
  })
})
