import { describe, expect, it } from 'vitest'
import { Mark } from '../../../../src/main/board/batch/batch.ts'
import { merge, ReaderTexts } from '../../../../src/main/board/store/merge.ts'
import { search } from '../../../../src/main/board/query/search.ts'
import { toGameClock } from '../../../../src/shared/model/game/game-over.ts'
import type { SearchFilter, SearchGroup } from '../../../../src/shared/model/game/board.ts'
import type { Offer } from '../../../../src/shared/model/parlay/parlay.ts'
import type { GameInfo } from '../../../../src/shared/model/game/selection.ts'
import type { Store } from '../../../../src/main/board/store/store.ts'
import { splitWords, toSearchTerms } from '../../../../src/main/board/facts/search-terms.ts'
import { findBegunPhrases, findPhrases, isMarketTerm } from '../../../../src/main/board/query/trade-terms.ts'
import { fc } from '../../../support/property.ts'
import { mergeInto, read, storeOf } from '../../../support/board/batches.ts'
import { toLeg } from '../../../../src/main/board/query/legs.ts'
import { feedText } from '../../../support/board/feed-maker.ts'

const feed = (book: number): unknown =>
  JSON.parse(feedText({ books: 3, selections: 5_000, objectsPerBook: 1_000 }, book))

const noFilter: SearchFilter = {
  league: null,
  bookId: null,
  isLiveOnly: false,
  isMainOnly: false,
  isPinnedOnly: false,
}
const nothingKept = { pinned: [], recent: [] }
/** Before all games of the feed. */
const clock = toGameClock(Date.UTC(2026, 8, 1), false)
const searchFor = (store: Store, query: string, limit: number, filter = noFilter) =>
  search(store, { query, limit, filter, kept: nothingKept, ...clock })

interface Scanned {
  readonly key: string
  /** Words of its game, market and name. */
  readonly texts: readonly ReadonlySet<string>[]
  readonly isMain: boolean
  readonly startAt: number
  readonly game: GameInfo
  readonly offers: readonly Offer[]
}

function scannedOf(store: Store): Scanned[] {
  return Array.from({ length: store.selections.count }, (_, row) => {
    const { key, market, name, game, offers } = toLeg(store, row)
    const texts = [`${game.title} ${game.short} ${game.league}`, market, name].map(toSearchTerms)
    const isMain = ((store.selections.marks[row] ?? 0) & Mark.main) !== 0
    return { key, texts, isMain, startAt: game.startAt ?? Infinity, game, offers }
  })
}

/** Oracle: compares every selection with every word of the query, and sorts all matches. */
function scan(all: readonly Scanned[], query: string): string[] {
  const strict = scanFor(all, query, word => isMarketTerm(word) && isOffered(all, word))
  return strict.length > 0 ? strict : scanFor(all, query, () => false)
}

const isOffered = (all: readonly Scanned[], term: string) =>
  findPhrases(term).some(phrase =>
    phrase.every(word => all.some(({ texts }) => texts.some(words => words.has(word)))),
  )

/** Oracle of one pass: whole words begin nothing. */
function scanFor(all: readonly Scanned[], query: string, isNoBeginning: (word: string) => boolean): string[] {
  const sides: Readonly<Record<string, string>> = { o: 'over', u: 'under' }
  const typed = splitWords(query).map((word, at, words) =>
    /^[\d.]+$/.test(words[at + 1] ?? '') ? (sides[word] ?? word) : word,
  )
  const has = (texts: Scanned['texts'], phrases: readonly (readonly string[])[]) =>
    phrases.some(phrase => texts.some(words => phrase.every(word => words.has(word))))
  const isWhole = ({ texts }: Scanned, word: string) => has(texts, [[word], ...findPhrases(word)])
  const isBegun = ({ texts }: Scanned, word: string) =>
    (!isNoBeginning(word) && texts.some(words => [...words].some(each => each.startsWith(word)))) ||
    has(texts, findBegunPhrases(word))
  return all
    .filter(each => typed.every(word => isWhole(each, word) || isBegun(each, word)))
    .map((each, row) => {
      const begun = typed.filter(word => !isWhole(each, word)).length
      return { key: each.key, rank: [begun, each.isMain ? 0 : 1, each.startAt, row] }
    })
    .sort((a, b) => a.rank.map((part, at) => part - (b.rank[at] ?? 0)).find(gap => gap !== 0) ?? 0)
    .map(({ key }) => key)
}

/** Oracle: true for a bet on one team when the query names only the other. */
function isAgainst({ game, key }: Scanned, query: string): boolean {
  const words = splitWords(query)
  const named = game.title.split(' at ').map((team, side) => {
    const terms = [...toSearchTerms(`${team} ${game.short.split(' at ')[side] ?? ''}`)]
    return words.some(word => terms.some(term => term.startsWith(word)))
  })
  const name =
    key
      .split('#')
      .at(-1)
      ?.replace(/ [+-][\d.]+$/, '') ?? ''
  const side = game.title.split(' at ').indexOf(name)
  return side >= 0 && named[side] === false && named[1 - side] === true
}

const keysOf = (store: Store, query: string, limit: number) =>
  searchFor(store, query, limit).groups.flatMap(group => group.selections.map(line => line.key))

describe('search', () => {
  const store = storeOf(feed(0), feed(1), feed(2))
  const all = scannedOf(store)
  const anyWord = fc.constantFrom(
    ...new Set(
      [0, 1, 700, 2000].flatMap(row => {
        const { market, name, game } = toLeg(store, row)
        return [...toSearchTerms(`${market} ${name} ${game.title} ${game.short} ${game.league}`)]
      }),
    ),
  )
  const anyBeginning = fc.tuple(anyWord, fc.nat(8)).map(([word, length]) => word.slice(0, length + 1))
  const anyQuery = fc
    .array(fc.oneof(anyBeginning, fc.string({ maxLength: 3 })), { maxLength: 4 })
    .map(w => w.join(' '))

  it('finds what a plain scan finds, best first', () => {
    fc.assert(
      fc.property(anyQuery, fc.integer({ min: 1, max: 40 }), (query, limit) => {
        const expected = scan(all, query)
        const answer = searchFor(store, query, limit)
        expect(answer.total).toBe(expected.length)
        expect(keysOf(store, query, limit).sort()).toEqual(expected.slice(0, limit).sort())
        const best = all.filter(({ key }) => expected.slice(0, limit).includes(key))
        const first = expected.find(key => best.some(each => each.key === key && !isAgainst(each, query)))
        expect(answer.groups[0]?.selections[0]?.key).toBe(first ?? expected[0])
      }),
      { numRuns: 60 },
    )
  })

  it('sends the first of the list, in the order of the whole list', () => {
    const whole = keysOf(store, 'over', 200)
    expect(whole).toHaveLength(200)
    for (const sent of [1, 30, 199, 200, 500]) {
      const answer = search(store, {
        query: 'over',
        limit: 200,
        sent,
        filter: noFilter,
        kept: nothingKept,
        ...clock,
      })
      const keys = answer.groups.flatMap(group => group.selections.map(line => line.key))
      expect(keys).toEqual(whole.slice(0, sent))
      expect(answer.total).toBe(searchFor(store, 'over', 200).total)
    }
  })

  it('finds with filters what a plain scan finds', () => {
    const value = JSON.stringify(feed(0)).replace('"live":false', '"live":true')
    const board = storeOf(JSON.parse(value), feed(1), feed(2))
    mergeInto(board, { value: [], load: 4, replaces: { book: board.books[1]?.id ?? '', league: 'hardball' } })
    const scanned = scannedOf(board).filter(({ offers }) => offers.length > 0)
    const anyFilter = fc.record({
      league: fc.constantFrom(null, 'hardball', 'gridiron', 'none'),
      bookId: fc.constantFrom(null, ...board.books.map(({ id }) => id), 'none'),
      isLiveOnly: fc.boolean(),
      isMainOnly: fc.boolean(),
      isPinnedOnly: fc.constant(false),
    })
    fc.assert(
      fc.property(anyQuery, anyFilter, (query, filter) => {
        const passing = scanned.filter(
          ({ game, isMain, offers }) =>
            (filter.league === null || game.league === filter.league) &&
            (filter.bookId === null ||
              offers.some(({ bookId, sgp }) => bookId === filter.bookId && sgp !== null)) &&
            (!filter.isLiveOnly || game.isLive) &&
            (!filter.isMainOnly || isMain),
        )
        const expected = scan(passing, query)
        const { total, groups } = searchFor(board, query, 30, filter)
        expect(total).toBe(expected.length)
        const found = groups.flatMap(({ selections }) => selections.map(({ key }) => key))
        expect(found.sort()).toEqual(expected.slice(0, 30).sort())
      }),
      { numRuns: 100 },
    )
  })

  it('finds the same after loads, drops and searches of other boards', () => {
    const board = storeOf(feed(0))
    const agrees = (query: string) => {
      keysOf(store, query, 500)
      const scanned = scannedOf(board).filter(({ offers }) => offers.length > 0)
      const expected = scan(scanned, query)
      expect(searchFor(board, query, 20).total).toBe(expected.length)
      expect(keysOf(board, query, 20).sort()).toEqual(expected.slice(0, 20).sort())
    }
    for (const query of ['', 'p', 'o 1']) agrees(query)
    mergeInto(board, { value: feed(1), load: 2 })
    for (const query of ['', 'p', 'o 1']) agrees(query)
    mergeInto(board, { value: [], load: 3, replaces: { book: board.books[0]?.id ?? '' } })
    for (const query of ['', 'p', 'o 1']) agrees(query)
  })

  it('shows pinned and recent selections that are offered, for an empty query without a filter', () => {
    const [first = '', second = '', third = ''] = keysOf(store, 'moneyline', 3)
    const kept = { pinned: [second, 'no#longer#offered'], recent: [third, first] }
    const ask = (query: string, filter = noFilter) =>
      search(store, { query, limit: 500, filter, kept, ...clock })
    const keys = (groups: SearchGroup[]) =>
      groups.flatMap(({ selections }) => selections.map(({ key }) => key))

    const answer = ask(' ')
    expect(keys(answer.pinned)).toEqual([second])
    expect(keys(answer.recent).sort()).toEqual([first, third].sort())
    const pinned = [answer.pinned, ask('moneyline').groups].map(groups =>
      groups.flatMap(({ selections }) => selections.filter(line => line.isPinned).map(({ key }) => key)),
    )
    expect(pinned).toEqual([[second], [second]])
    for (const other of [ask('moneyline'), ask('', { ...noFilter, isMainOnly: true })])
      expect([other.pinned, other.recent]).toEqual([[], []])
  })

  it('lists a final game only where its words are typed or a leg is pinned, after all others', () => {
    const odds = (game: string, facts: object) => ({
      ...facts,
      odds: ['Moneyline', 'Total Points'].map(market => ({ id: `a#${game}#${market}#River`, sgp: market })),
    })
    const board = storeOf(odds('over', { live: true }), odds('now', { live: true }))
    const finalGames = new Set(['over'])
    const kept = { pinned: ['over#Moneyline#River'], recent: ['over#Moneyline#River', 'now#Moneyline#River'] }
    const ask = (query: string, filter = noFilter) =>
      search(board, { query, limit: 10, filter, kept, ...clock, finalGames })
    const games = (groups: SearchGroup[]) =>
      groups.map(({ game, isFinal, selections }) => [game.id, isFinal, selections.length])

    const listed = ask('')
    expect(games(listed.groups)).toEqual([['now', false, 2]])
    expect(listed.total).toBe(2)
    expect(games(listed.pinned)).toEqual([['over', true, 1]])
    expect(games(listed.recent)).toEqual([['now', false, 1]])
    expect(games(ask('river').groups)).toEqual([
      ['now', false, 2],
      ['over', true, 2],
    ])
    expect(games(ask('', { ...noFilter, isPinnedOnly: true }).groups)).toEqual([['over', true, 1]])
  })

  it('groups by game and shows coverage and the best price', () => {
    const { groups } = searchFor(store, 'moneyline', 100)
    expect(groups.length).toBe(2)
    for (const { game, selections } of groups) {
      expect(selections.map(line => line.market)).toEqual(['Moneyline', 'Moneyline'])
      expect(selections.every(line => line.key.startsWith(game.id))).toBe(true)
      expect(selections.map(line => line.books)).toEqual([3, 3])
    }
  })

  it('does not find selections without an offer', () => {
    const board = storeOf([{ id: 'a#g#Moneyline#River' }, { id: 'b#g#Moneyline#Harbor' }])
    mergeInto(board, { value: [], load: 2, replaces: { book: 'a' } })
    expect(searchFor(board, 'moneyline', 10).total).toBe(1)
    expect(keysOf(board, '', 10)).toEqual(['g#Moneyline#Harbor'])
  })

  it('does not find selections that a merge under way has dropped', () => {
    const board = storeOf([{ id: 'a#g#Moneyline#River' }, { id: 'b#g#Moneyline#Harbor' }])
    expect(keysOf(board, 'moneyline', 10)).toEqual(['g#Moneyline#River', 'g#Moneyline#Harbor'])
    const batch = read([])
    const order = { load: 3, at: 1e15, source: { id: 'a', name: 'a' }, replaces: { book: 'a' } }
    const steps = merge(board, { batch, texts: new ReaderTexts().addFrom(batch) }, order)
    expect(steps.next().done).toBe(false)
    expect(keysOf(board, 'moneyline', 10)).toEqual(['g#Moneyline#Harbor'])
  })

  it('finds a game by the facts of a later load', () => {
    const teams = {
      away: { name: 'River Town Otters', abbreviation: 'RVT' },
      home: { name: 'Harbor', abbreviation: 'HBR' },
    }
    const board = storeOf([{ id: 'a#g1#Moneyline#River' }], { teams, odds: [{ id: 'b#g1#Moneyline#River' }] })
    expect(searchFor(board, 'ott ml', 10).total).toBe(1)
    expect(searchFor(board, 'rvt', 10).total).toBe(1)
  })
})

describe('search of typed queries', () => {
  const names: [market: string, name: string][] = [
    ['Moneyline', 'Summit Chiefs'],
    ['Moneyline', 'Cedar Ravens'],
    ['Point Spread', 'Summit Chiefs -3.5'],
    ['Point Spread', 'Cedar Ravens +3.5'],
    ['Player Points', 'Jay Tatum Over 27.5'],
    ['Player Points', 'Jay Tatum Under 27.5'],
    ['Player Rebounds', 'Jay Tatum Over 7.5'],
    ['Player Points', 'T.J. O’Neal-Vance Over 12.5'],
    ['Player Points', 'Luka Dončev Over 31.5'],
    ['1st Half Total Points', 'Over 110.5'],
  ]
  const store = storeOf(names.map(([market, name]) => ({ id: `Bet#g#${market}#${name}` })))

  it.each([
    ['tat o 27', ['Jay Tatum Over 27.5']],
    ['27 o tat', ['Jay Tatum Over 27.5']],
    ['chiefs ml', ['Summit Chiefs']],
    ['chiefs -3.5', ['Summit Chiefs -3.5']],
    ['3.5', ['Summit Chiefs -3.5', 'Cedar Ravens +3.5']],
    ['tatum reb', ['Jay Tatum Over 7.5']],
    ['tatum pts u', ['Jay Tatum Under 27.5']],
    ['tj oneal', ['T.J. O’Neal-Vance Over 12.5']],
    ["o'neal-van", ['T.J. O’Neal-Vance Over 12.5']],
    ['DONCEV', ['Luka Dončev Over 31.5']],
    ['dončev', ['Luka Dončev Over 31.5']],
    ['1h total', ['Over 110.5']],
    ['tatum ml', []],
    ['!!', names.map(([, name]) => name)],
  ])('%j finds %j', (query, expected) => {
    const found = searchFor(store, query, 50).groups.flatMap(group => group.selections.map(line => line.name))
    expect(found.sort()).toEqual([...expected].sort())
  })

  it('puts whole words before beginnings, and main lines first', () => {
    const board = storeOf([
      { id: 'Bet#g#Player Points#Overton Yes' },
      { id: 'Bet#g#Player Points#Kellar Over 20.5' },
      { id: 'Bet#g#Player Points#Kellar Over 22.5', main: true },
    ])
    const found = searchFor(board, 'over', 50).groups.flatMap(group =>
      group.selections.map(line => line.name),
    )
    expect(found).toEqual(['Kellar Over 22.5', 'Kellar Over 20.5', 'Overton Yes'])
  })
})
