import { describe, expect, it } from 'vitest'
import {
  toDecimal,
  readDesktopLink,
  legs,
  oddsAt,
  pick,
  listSgpTokens,
  startTestDemo,
} from '../../support/demo/demo-client.ts'
import type { Odds, TestDemo } from '../../support/demo/demo-client.ts'

const MARKETS = ['Moneyline', 'Total Points', 'Player Points']
const NOT_FOUND = { message: 'Price not found' }
const NO_COMBINATION = { message: 'Cannot be combined' }

/** A book's odds objects of the first basketball game. */
async function fetchOdds(demo: TestDemo, book: string): Promise<readonly Odds[]> {
  return oddsAt(await demo.feed(`&sportsbook=${book}&league=ubl`), book)
}

describe('pricing', () => {
  it('gives price and links, and limits where a book has them', async () => {
    const demo = await startTestDemo()
    const tokens = listSgpTokens(legs(await fetchOdds(demo, 'alpha_bet'), MARKETS))
    const alpha = await demo.price('alpha_bet', tokens)
    expect(alpha['price']).toMatch(/^[+-]\d{3,}$/)
    const desktop = readDesktopLink(alpha)
    const [, slip] = desktop.split('?s=')
    expect(desktop).toBe(`http://alpha_bet.localhost:${demo.port}/betslip?s=${String(slip)}`)
    expect(alpha['links']).toEqual({ desktop, mobile: `alphabet://betslip?s=${String(slip)}` })
    expect(alpha).not.toHaveProperty('limits')
    const hotel = await demo.price(
      'hotel_park',
      listSgpTokens(legs(await fetchOdds(demo, 'hotel_park'), MARKETS)),
    )
    expect(hotel['limits']).toEqual({ min: 0.5, max: 250 })
  })

  it('gives no links at books that never do', async () => {
    const demo = await startTestDemo()
    const tokens = listSgpTokens(legs(await fetchOdds(demo, 'foxtrot'), MARKETS))
    expect(Object.keys(await demo.price('foxtrot', tokens))).toEqual(['price'])
  })

  it('takes tokens percent-encoded or not', async () => {
    const demo = await startTestDemo()
    const odds = await fetchOdds(demo, 'charlie_sports')
    const tokens = listSgpTokens(legs(odds, MARKETS.slice(0, 2)))
    expect(tokens.every(token => token.endsWith('%3D'))).toBe(true)
    const plain = tokens.map(token => decodeURIComponent(token))
    expect(await demo.price('charlie_sports', plain)).toEqual(await demo.price('charlie_sports', tokens))
  })

  it('gives the same price in all seven formats', async () => {
    const demo = await startTestDemo()
    const tokens = listSgpTokens(legs(await fetchOdds(demo, 'alpha_bet'), MARKETS))
    const inFormat = async (format: string): Promise<string> =>
      String((await demo.price('alpha_bet', tokens, `&price=${format}`))['price'])
    const decimal = toDecimal(await inFormat('american'))
    expect(Number(await inFormat('decimal'))).toBeCloseTo(decimal, 2)
    expect(1 + Number(await inFormat('hong_kong'))).toBeCloseTo(decimal, 2)
    expect(100 / Number.parseFloat(await inFormat('probability'))).toBeCloseTo(decimal, 1)
    expect(await inFormat('fractional')).toMatch(/^\d+\/\d+$/)
    expect(Number(await inFormat('malaysian'))).toBeCloseTo(-1 / (decimal - 1), 3)
    expect(Number(await inFormat('indonesian'))).toBeCloseTo(decimal - 1, 2)
  })

  it('prices a single leg as the feed does', async () => {
    const demo = await startTestDemo()
    const odds = (await fetchOdds(demo, 'alpha_bet')).filter((_, i) => i % 97 === 0)
    for (const o of odds) expect((await demo.price('alpha_bet', [o.sgp ?? '']))['price']).toBe(o.price)
  })

  it('says "Price not found" for damaged tokens, other books’ tokens and grade tokens', async () => {
    const demo = await startTestDemo()
    const [leg] = legs(await fetchOdds(demo, 'alpha_bet'), ['Moneyline'])
    expect(await demo.price('alpha_bet', ['rubbish'])).toEqual(NOT_FOUND)
    expect(await demo.price('bravo', [leg?.sgp ?? ''])).toEqual(NOT_FOUND)
    expect(await demo.price('alpha_bet', [leg?.grade ?? ''])).toEqual(NOT_FOUND)
  })

  it('says "Price not found" once the game is over', async () => {
    const demo = await startTestDemo()
    const tokens = listSgpTokens(legs(await fetchOdds(demo, 'alpha_bet'), MARKETS))
    demo.turnTo(1600)
    expect(await demo.price('alpha_bet', tokens)).toEqual(NOT_FOUND)
  })

  it('says "Price not found" for a share of the parlays at Kilo Sports', async () => {
    const demo = await startTestDemo()
    const odds = await fetchOdds(demo, 'kilo_sports')
    const answers = await Promise.all(odds.slice(0, 100).map(o => demo.price('kilo_sports', [o.sgp ?? ''])))
    const refused = answers.filter(answer => answer['message'] === 'Price not found')
    expect(refused.length).toBeGreaterThan(2)
    expect(refused.length).toBeLessThan(30)
  })

  it('says "Cannot be combined" for legs of two games and for legs that count the same thing', async () => {
    const demo = await startTestDemo()
    const feed = await demo.feed('&sportsbook=alpha_bet&league=ubl')
    const odds = oddsAt(feed, 'alpha_bet')
    const [points] = legs(odds, ['Player Points'])
    const player = points?.players[0]?.name ?? ''
    const by = (market: string, side: string): Odds =>
      pick(odds, o => o.main && o.market === market && o.name.startsWith(`${player} ${side}`))
    const winners = odds.filter(o => o.market === 'Moneyline')
    const elsewhere = legs(oddsAt(feed, 'alpha_bet', 1), ['Moneyline'])
    const pairs = [
      winners,
      [by('Player Points', 'Over'), by('Player Points', 'Under')],
      [by('Player Points', 'Over'), by('Player Points + Rebounds', 'Over')],
      [by('Player Points', 'Over'), by('Player Points', 'Over')],
      [...winners.slice(0, 1), ...elsewhere],
    ]
    for (const pair of pairs)
      expect(await demo.price('alpha_bet', listSgpTokens(pair))).toEqual(NO_COMBINATION)
    const fine = [...winners.slice(0, 1), by('Player Points', 'Over'), by('Player Rebounds', 'Over')]
    expect(await demo.price('alpha_bet', listSgpTokens(fine))).toHaveProperty('price')
  })

  it('takes twelve legs and no more', async () => {
    const demo = await startTestDemo()
    const odds = (await fetchOdds(demo, 'alpha_bet')).filter(
      o => o.market === 'Player Points' && /Over/.test(o.name) && o.main,
    )
    expect(await demo.price('alpha_bet', listSgpTokens(odds.slice(0, 12)))).toHaveProperty('price')
    expect(await demo.price('alpha_bet', listSgpTokens(odds.slice(0, 13)))).toEqual({
      message: 'Too many legs: at most 12',
    })
  })
})
