import { describe, expect, it } from 'vitest'
import { PairModel } from '../../../../src/shared/value/pair-model.ts'
import {
  books,
  marketOf,
  namesOf,
  overUnder,
  scanAll,
  startAt,
  type TwoSides,
} from '../../../support/board/scan-market.ts'

const total: TwoSides = { market: 'Total', sides: overUnder('', 210.5) }
const moneyline: TwoSides = { market: 'Moneyline', sides: ['River Town', 'Harbor City'] }
const points: TwoSides = {
  market: 'Player Points',
  sides: overUnder('Ada North ', 27.5),
  player: 'Ada North',
}
const rebounds: TwoSides = {
  market: 'Player Rebounds',
  sides: overUnder('Ada North ', 7.5),
  player: 'Ada North',
}
const otherPoints: TwoSides = {
  market: 'Player Points',
  sides: overUnder('Pearl Thorn ', 18.5),
  player: 'Pearl Thorn',
}

describe('scan', () => {
  it('puts the parlay first whose legs a book pays above the others', () => {
    const bets = [{ ...total, wrong: { bravo: 0.45 } }, { ...moneyline, wrong: { bravo: 0.46 } }, points]
    const found = scanAll(marketOf(bets))
    expect(namesOf(found)[0]).toBe('bravo: Over 210.5 + River Town')
    const [{ legs, pairs, bookId } = { legs: [], pairs: [], bookId: '' }] = found.candidates
    expect(bookId).toBe('bravo')
    expect(legs[0]?.fair.mid).toBeCloseTo(0.5, 2)
    expect(legs[0]?.own).toBeCloseTo(0.45, 2)
    expect(legs[0]?.decimal).toBeCloseTo(1 / (0.45 * 1.04), 1)
    expect(pairs).toEqual([
      { league: 'hoops', markets: ['Total', 'Moneyline'], relation: 'different', sign: 1 },
    ])
  })

  it('says which other books have both sides of all legs, with a token, and at which odds', () => {
    const bets = [
      { ...total, withoutToken: ['charlie'] },
      { ...moneyline, wrong: { delta: 0.46 } },
    ]
    const found = scanAll(marketOf(bets)).candidates
    const ours = found.find(({ bookId }) => bookId === 'bravo')
    const others = books.filter(id => id !== 'bravo' && id !== 'charlie')
    expect(ours?.elsewhere.map(({ bookId }) => bookId).toSorted()).toEqual(others.toSorted())
    const atDelta = ours?.elsewhere.find(({ bookId }) => bookId === 'delta')
    const place = ours?.legs.findIndex(({ key }) => key.includes('Town')) ?? -1
    expect(atDelta?.legs).toHaveLength(2)
    expect(atDelta?.legs[place]?.own).toBeCloseTo(0.46, 2)
    expect(atDelta?.legs[place]?.decimal).toBeCloseTo(1 / (0.46 * 1.04), 1)
  })

  it('counts games and the parlays compared', () => {
    const found = scanAll(marketOf([total, moneyline]))
    expect(found.games).toBe(1)
    expect(found.compared).toBeGreaterThanOrEqual(books.length)
  })

  it.each<[string, readonly TwoSides[]]>([
    ['two lines of one bet', [points, { ...points, sides: overUnder('Ada North ', 28.5) }]],
    ['both teams to win', [moneyline]],
    [
      'one statistic of a player twice',
      [points, { ...points, market: 'Player Points + Assists', sides: overUnder('Ada North ', 33.5) }],
    ],
    ['bets without a token', [{ ...total, withoutToken: books }, moneyline]],
  ])('does not combine %s', (_, bets) => {
    expect(namesOf(scanAll(marketOf(bets)))).toEqual([])
  })

  it('combines one player’s two statistics, and two players’ same one', () => {
    const relations = (...bets: TwoSides[]) =>
      scanAll(marketOf(bets)).candidates.map(({ pairs }) => pairs[0]?.relation)
    expect(new Set(relations(points, rebounds))).toEqual(new Set(['same']))
    expect(new Set(relations(points, otherPoints))).toEqual(new Set(['different']))
  })

  it('leaves out a single price that is far from all others: likely an error', () => {
    const found = namesOf(scanAll(marketOf([{ ...total, wrong: { bravo: 0.3 } }, moneyline])))
    expect(found.filter(name => name.startsWith('bravo: Over 210.5'))).toEqual([])
  })

  it('leaves out books that are not asked, and games out of scope', () => {
    const store = marketOf([total, moneyline])
    const byBook = scanAll(store, { books: ['delta'] }).candidates
    expect(new Set(byBook.map(({ bookId }) => bookId))).toEqual(new Set(['delta']))
    expect(scanAll(store, { league: 'other' })).toMatchObject({ games: 0, candidates: [] })
    expect(scanAll(store, { games: 'live' }).games).toBe(0)
    const clock = { now: startAt + 60_000, maxGameMs: 6 * 3_600_000 }
    expect(scanAll(store, { clock }).games).toBe(0)
    expect(scanAll(store, { clock, games: 'live' }).games).toBe(1)
    expect(scanAll(store, { clock, games: 'all' }).games).toBe(1)
  })

  it('adds a third leg only where all three go together', () => {
    const store = marketOf([total, moneyline, points, { ...points, market: 'Player Points + Assists' }])
    const found = scanAll(store, { maxLegs: 3 }).candidates
    const triples = found.filter(({ legs }) => legs.length === 3)
    expect(triples.length).toBeGreaterThan(0)
    expect(triples.every(({ pairs }) => pairs.length === 3)).toBe(true)
    const markets = triples.map(({ legs }) => legs.map(({ key }) => key.split('#')[1]))
    expect(
      markets.filter(of => of.includes('Player Points') && of.includes('Player Points + Assists')),
    ).toEqual([])
    expect(scanAll(store).candidates.every(({ legs }) => legs.length === 2)).toBe(true)
  })

  it('leaves out classes that a book does not combine', () => {
    const store = marketOf([total, moneyline, points])
    const model = new PairModel()
    model.add({
      ...{ league: 'hoops', markets: ['Total', 'Moneyline'], relation: 'different', sign: 1 },
      ...{ bookId: 'bravo', fair: [0.5, 0.5], product: 4, decimal: null },
    })
    const found = namesOf(scanAll(store, {}, model))
    expect(found.filter(name => name.includes('210.5') && /Town|City/.test(name))).toEqual([])
    expect(found.length).toBeGreaterThan(0)
  })

  it('prefers the book that was seen to take less, and fills no list with one leg', () => {
    const store = marketOf([total, moneyline, points, rebounds, otherPoints])
    const model = new PairModel()
    for (let at = 0; at < 50; at++)
      model.add({
        ...{ league: 'hoops', markets: ['Total', 'Moneyline'], relation: 'different', sign: 1 },
        ...{ bookId: 'charlie', fair: [0.5, 0.5], product: 4, decimal: 4.2 },
      })
    const found = scanAll(store, {}, model)
    expect(found.candidates[0]?.bookId).toBe('charlie')
    const uses = found.candidates.flatMap(({ bookId, legs }) => legs.map(({ key }) => `${bookId} ${key}`))
    const counts = Map.groupBy(uses, each => each)
      .values()
      .map(({ length }) => length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(3)
    expect(scanAll(store, { limit: 2 }).candidates).toHaveLength(2)
  })
})
