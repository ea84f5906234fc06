import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { compact, isMostlyGone } from '../../../../src/main/board/store/compact.ts'
import { findFlags } from '../../../../src/main/board/query/flags.ts'
import { search } from '../../../../src/main/board/query/search.ts'
import { toSections } from '../../../../src/main/board/stored-copy/store-sections.ts'
import { Store } from '../../../../src/main/board/store/store.ts'
import { findLegs, toLeg } from '../../../../src/main/board/query/legs.ts'
import { toGameClock } from '../../../../src/shared/model/game/game-over.ts'
import { fc } from '../../../support/property.ts'
import { mergeInto, restored } from '../../../support/board/batches.ts'

const anyName = fc.oneof(
  fc.constantFrom('Tatum Over 27.5', 'Núñez Under 2.5', '湖 -3.5', 'Draw'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map(text => `x${text}`),
)
const anyOdds = fc.record({
  book: fc.constantFrom('Hard Rock Bet', 'hard_rock_bet', ' b ', 'c'),
  game: fc.constantFrom('hoops:river-town:harbor-city:2026-09-10', 'g2'),
  name: anyName,
  sgp: fc.option(fc.string({ unit: 'grapheme', maxLength: 10 }), { nil: undefined }),
  price: fc.constantFrom('+120', '-110', 'soon', undefined),
  points: fc.constantFrom(27.5, 28.5, undefined),
  main: fc.boolean(),
})
const anyLoads = fc.array(
  fc.record({
    source: fc.constantFrom('s1', 's2'),
    odds: fc.array(anyOdds, { maxLength: 12 }),
    replaces: fc.constantFrom(undefined, { source: 's1' }, { book: 'b' }, { league: 'hoops' }),
  }),
  { maxLength: 5 },
)
type Loads = typeof anyLoads extends fc.Arbitrary<infer L> ? L : never

function loadAll(store: Store, loads: Loads, from = 0): void {
  for (const [at, { source, odds, replaces }] of loads.entries()) {
    const value = odds.map(({ book, game, name, ...tokens }) => ({
      id: `${book}#${game}#Total#${name}`,
      ...tokens,
    }))
    mergeInto(store, { value, load: from + at + 1, source, ...(replaces && { replaces }) })
  }
}

const queries = ['', 'tat o 27', 'nunez', 'x', 'total hoops', '-3.5']
const filters = [
  { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false },
  { league: 'hoops', bookId: 'hard_rock_bet', isLiveOnly: false, isMainOnly: true, isPinnedOnly: false },
]

const rowsOf = (store: Store) => Array.from({ length: store.selections.count }, (_, row) => row)
/** Selections with offers, in the board's order. */
const offeredRows = (store: Store) => rowsOf(store).filter(row => store.offersOf(row).next().done !== true)

/** All answers of the board, in one value. */
function answersOf(store: Store) {
  const rows = offeredRows(store)
  return {
    searches: queries.flatMap(query =>
      filters.map(filter =>
        search(store, {
          query,
          limit: 100,
          filter,
          kept: { pinned: [], recent: [] },
          ...toGameClock(0, false),
        }),
      ),
    ),
    legs: rows.map(row => toLeg(store, row)),
    flags: rows.map(row => findFlags(store, [row]).get(row)),
    gone: ['g2#Total#Draw', 'g2#Total#no'].map(key => [store.find(key) < 0, store.isGameKnown(key)]),
    sizes: store.sizes(),
    leagues: store.leagues(),
    bySource: [...store.offersBySource()],
    books: store.books,
    asOf: store.asOf,
    loads: store.offers.lastLoad(),
  }
}

describe('A restored board', () => {
  it('answers the same', () => {
    fc.assert(
      fc.property(anyLoads, loads => {
        const store = new Store()
        loadAll(store, loads)
        expect(answersOf(restored(store))).toEqual(answersOf(store))
      }),
    )
  })

  it('takes later loads as the stored board would', () => {
    fc.assert(
      fc.property(anyLoads, anyLoads, (before, after) => {
        const store = new Store()
        loadAll(store, before)
        const again = restored(store)
        for (const each of [store, again]) loadAll(each, after, before.length)
        expect(answersOf(again)).toEqual(answersOf(store))
      }),
    )
  })

  it('answers the same after compaction, and is smaller', () => {
    fc.assert(
      fc.property(anyLoads, anyLoads, (before, after) => {
        const store = new Store()
        loadAll(store, before)
        const smaller = compact(store)
        expect(answersOf(smaller)).toEqual(answersOf(store))
        expect(smaller.selections.count).toBe(offeredRows(store).length)
        for (const each of [store, smaller]) loadAll(each, after, before.length)
        expect(smaller.sizes()).toEqual(store.sizes())
      }),
    )
  })

  it('is mostly gone when more than half of many selections have no offer', () => {
    const store = new Store()
    const odds = Array.from({ length: 10_001 }, (_, at) => ({ id: `a#g#m#n${at}` }))
    mergeInto(store, { value: odds, load: 1 })
    expect(isMostlyGone(store)).toBe(false)
    mergeInto(store, { value: odds.slice(0, 5_000), load: 2, replaces: {} })
    expect(isMostlyGone(store)).toBe(true)
    expect(isMostlyGone(compact(store))).toBe(false)
  })

  it('has no tokens of loads without offers', () => {
    const store = new Store()
    const odds = [{ id: 'a#g#m#n', sgp: 'x'.repeat(1_000) }]
    for (let load = 1; load < 5; load++) mergeInto(store, { value: odds, load })
    const tokens = [...toSections(restored(store))].filter(({ name }) => name.startsWith('tokens.'))
    expect(Buffer.concat(tokens.map(({ bytes }) => bytes)).length).toBe(1_000)
  })
})

describe('Offers.asOf', () => {
  const key = 'g2#Total#x'
  const of = (...books: string[]) => books.map(book => ({ id: `${book}#${key}`, sgp: book }))
  const timesIn = (store: Store) => {
    const [found] = findLegs(store, [key])
    return found === undefined || found.leg === null ? undefined : found.asOf
  }
  const updatedAt = Date.UTC(2026, 10, 20, 12)

  it('is the update time, else the time of the load, after compaction too', () => {
    const store = new Store()
    const stated = of('a').map(odds => ({ ...odds, updated: new Date(updatedAt).toISOString() }))
    mergeInto(store, { value: [...stated, ...of('b', 'c')], load: 1, at: updatedAt + 1_000 })
    mergeInto(store, { value: of('c'), load: 2, at: updatedAt + 2_000 })
    const times = { a: updatedAt, b: updatedAt + 1_000, c: updatedAt + 2_000 }
    expect(timesIn(store)).toEqual(new Map(Object.entries(times)))
    expect(timesIn(compact(store))).toEqual(timesIn(store))
    expect(timesIn(restored(store))).toEqual(new Map([['a', updatedAt]]))
  })
})
