import { describe, expect, it } from 'vitest'
import { Store } from '../../../../src/main/board/store/store.ts'
import { fc } from '../../../support/property.ts'
import { dropFrom, mergeInto, mergeText, offersIn, storeOf } from '../../../support/board/batches.ts'
import { toSelectionLine } from '../../../../src/main/board/query/legs.ts'

const event = 'hoops:river-town:harbor-city:2026-09-10'
const key = (name: string, of = event) => `${of}#Moneyline#${name}`
const odds = (book: string, name: string, more: object = {}) => ({ id: `${book}#${key(name)}`, ...more })

/** Few names, so that loads meet; the place in the list makes each `updated` different. */
const anyLoads = fc
  .array(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', 'z')), { maxLength: 8 }))
  .map(loads =>
    loads.map((list, load) => list.map(([book, name], at) => ({ book, name, at: load * 100 + at }))),
  )

describe('merge of one selection at several books', () => {
  it('gives one selection with an offer for each book', () => {
    const store = storeOf(['a', 'b', 'c'].map(book => odds(book, 'River', { sgp: book })))
    expect(store.sizes()).toEqual({ selections: 1, offers: 3, games: 1 })
    expect(offersIn(store)).toEqual([
      `a#${key('River')} = a`,
      `b#${key('River')} = b`,
      `c#${key('River')} = c`,
    ])
  })

  it('joins Unicode forms and spaces, and keeps the id of each offer as it came', () => {
    const store = storeOf([
      { id: `a# ${event}#Moneyline#Núñez` },
      { id: `b#${event}#Moneyline #Nu\u0301n\u0303ez` },
    ])
    expect(store.sizes()).toMatchObject({ selections: 1, offers: 2 })
    expect(offersIn(store)).toEqual([
      `a# ${event}#Moneyline#Núñez = null`,
      `b#${event}#Moneyline #Nu\u0301n\u0303ez = null`,
    ])
  })

  it('shows the best price and the books with a parlay token', () => {
    const store = storeOf([
      odds('a', 'River', { price: '-105', sgp: 'a' }),
      odds('b', 'River', { price: '+120' }),
      odds('c', 'River', { price: 'soon', sgp: 'c' }),
    ])
    expect(toSelectionLine(store, 0)).toEqual({
      key: key('River'),
      name: 'River',
      market: 'Moneyline',
      books: 2,
      price: '+120',
      priceBookId: 'b',
      isPinned: false,
    })
  })
})

describe('merge of two offers of one book and selection', () => {
  it('keeps the later update, in any order of the loads', () => {
    fc.assert(
      fc.property(anyLoads, fc.array(fc.nat(), { minLength: 10, maxLength: 10 }), (loads, places) => {
        const numbered = loads.map((list, at) => ({ list, load: at + 1 }))
        const shuffled = numbered
          .map(load => ({ ...load, place: places[load.load] ?? 0 }))
          .sort((a, b) => a.place - b.place)
        const boards = [numbered, shuffled].map(order => {
          const store = new Store()
          for (const { list, load } of order) {
            const value = list.map(({ book, name, at }) =>
              odds(book, name, { sgp: `${at}`, updated: at + 1 }),
            )
            mergeInto(store, { value, load })
          }
          return offersIn(store)
        })
        expect(boards[1]).toEqual(boards[0])
      }),
    )
  })

  it('keeps the later load when an offer has no update time', () => {
    const first = odds('a', 'River', { sgp: 'first', updated: '2026-09-10T12:00:00Z' })
    const second = odds('a', 'River', { sgp: 'second' })
    expect(offersIn(storeOf([first], [second]))).toEqual([`a#${key('River')} = second`])
    expect(offersIn(storeOf([second], [first]))).toEqual([`a#${key('River')} = first`])
  })

  it('limits an update time to the time of its load', () => {
    const store = new Store()
    mergeInto(store, { value: [odds('a', 'River', { sgp: 'ahead', updated: 9e15 })], load: 1 })
    mergeInto(store, { value: [odds('a', 'River', { sgp: 'later', updated: 9e15 })], load: 2 })
    expect(offersIn(store)).toEqual([`a#${key('River')} = later`])
  })

  it('counts taken, replacing and older offers', () => {
    const store = storeOf([odds('a', 'River', { updated: 2_000 }), odds('a', 'Harbor', { updated: 2_000 })])
    const value = [
      odds('a', 'River', { updated: 3_000 }),
      odds('a', 'Harbor', { updated: 1_000 }),
      odds('b', 'River'),
      odds('b', 'River'),
    ]
    expect(mergeInto(store, { value, load: 2 })).toEqual({
      taken: 3,
      replaced: 2,
      leftOut: [{ reason: 'Newer odds from this book are loaded.', count: 1, example: `a#${key('Harbor')}` }],
    })
  })
})

describe('merge of a load that replaces a book or a league', () => {
  const other = 'gridiron:x:y:2026-09-10'

  it('drops offers that the load no longer has there, and no others', () => {
    const store = storeOf([
      odds('a', 'gone'),
      odds('a', 'kept'),
      odds('b', 'gone'),
      { id: `a#${key('gone', other)}` },
    ])
    mergeInto(store, { value: [odds('a', 'kept')], load: 2, replaces: { book: 'a', league: 'hoops' } })
    expect(offersIn(store)).toEqual([
      `a#${key('gone', other)} = null`,
      `a#${key('kept')} = null`,
      `b#${key('gone')} = null`,
    ])
  })

  it('leaves exactly its own offers in its scope, and all others elsewhere', () => {
    fc.assert(
      fc.property(anyLoads, anyLoads, (before, [list = []]) => {
        const store = storeOf(...before.map(each => each.map(({ book, name }) => odds(book, name))))
        const others = offersIn(store).filter(offer => !offer.startsWith('a#'))
        const own = list.map(({ name }) => odds('a', name))
        mergeInto(store, { value: own, load: before.length + 1, replaces: { book: 'a' } })
        const expected = new Set([...others, ...own.map(({ id }) => `${id} = null`)])
        expect(offersIn(store)).toEqual([...expected].sort())
        expect(store.sizes().offers).toBe(expected.size)
      }),
    )
  })

  it('keeps an offer that the load has in an older form', () => {
    const store = storeOf([odds('a', 'River', { sgp: 'new', updated: 2_000 })])
    mergeInto(store, { value: [odds('a', 'River', { updated: 1_000 })], load: 2, replaces: { book: 'a' } })
    expect(offersIn(store)).toEqual([`a#${key('River')} = new`])
  })

  it('drops no offer of a later load', () => {
    const store = new Store()
    mergeInto(store, { value: [odds('a', 'later')], load: 2 })
    mergeInto(store, { value: [], load: 1, replaces: { book: 'a' } })
    expect(offersIn(store)).toEqual([`a#${key('later')} = null`])
  })

  it('empties its scope when the feed is empty', () => {
    const store = storeOf([odds('a', 'River', { main: true })])
    mergeInto(store, { value: { games: [] }, load: 2, replaces: { book: 'a' } })
    expect(store.sizes()).toEqual({ selections: 0, offers: 0, games: 0 })
    expect(store.find(key('River'))).toBe(-1)
    mergeInto(store, { value: [odds('b', 'River')], load: 3 })
    expect(store.sizes()).toEqual({ selections: 1, offers: 1, games: 1 })
  })
})

describe('merge and the source of an offer', () => {
  const anySources = fc.array(
    fc.record({ source: fc.constantFrom('s', 't', 'u'), list: fc.array(fc.constantFrom('x', 'y', 'z')) }),
    { maxLength: 6 },
  )

  /** The oracle: by odds id, who brought it last. */
  function broughtBy(loads: readonly { source: string; list: readonly string[] }[]): Map<string, string> {
    return new Map(loads.flatMap(({ source, list }) => list.map(name => [odds('a', name).id, source])))
  }
  function storeOfSources(loads: readonly { source: string; list: readonly string[] }[]): Store {
    const store = new Store()
    for (const [at, { source, list }] of loads.entries())
      mergeInto(store, { value: list.map(name => odds('a', name)), load: at + 1, source })
    return store
  }
  const counted = (owners: Iterable<string>) => {
    const counts = new Map<string, number>()
    for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    return [...counts].sort()
  }

  it('counts an offer for the source that brought it last', () => {
    fc.assert(
      fc.property(anySources, loads => {
        const store = storeOfSources(loads)
        expect([...store.offersBySource()].sort()).toEqual(counted(broughtBy(loads).values()))
      }),
    )
  })

  it('drops all offers of a dropped source, and no others', () => {
    fc.assert(
      fc.property(anySources, loads => {
        const store = storeOfSources(loads)
        dropFrom(store, 's')
        const left = [...broughtBy(loads)].filter(([, owner]) => owner !== 's').map(([id]) => `${id} = null`)
        expect(offersIn(store)).toEqual(left.sort())
        expect(store.sizes().offers).toBe(left.length)
        expect(store.offersBySource().has('s')).toBe(false)
      }),
    )
  })

  it('replaces the offers of one source', () => {
    fc.assert(
      fc.property(anySources, fc.array(fc.constantFrom('x', 'y')), (loads, list) => {
        const store = storeOfSources(loads)
        const value = list.map(name => odds('a', name))
        mergeInto(store, { value, load: 99, source: 's', replaces: { source: 's' } })
        const kept = [...broughtBy([...loads, { source: 's', list }])].filter(
          ([id, owner]) => owner !== 's' || value.some(each => each.id === id),
        )
        expect(offersIn(store)).toEqual(kept.map(([id]) => `${id} = null`).sort())
      }),
    )
  })

  it('drops an offer only when source, book and league match', () => {
    const store = storeOfSources([
      { source: 's', list: ['x'] },
      { source: 't', list: ['y'] },
    ])
    for (const replaces of [
      { source: 's', book: 'b' },
      { source: 't', league: 'gridiron' },
      { source: 'u', book: 'a', league: 'hoops' },
    ])
      mergeInto(store, { value: [], load: 9, replaces })
    expect(store.sizes().offers).toBe(2)
    mergeInto(store, { value: [], load: 10, replaces: { source: 't', book: 'a', league: 'hoops' } })
    expect(offersIn(store)).toEqual([`a#${key('x')} = null`])
  })
})

describe('merge of a load with an unreadable part', () => {
  const named = (name: string, more: object = {}) => ({ id: `a#g#Moneyline#${name}`, ...more })
  const line = (name: string, more = {}) => JSON.stringify(named(name, more))
  const rows = (...names: string[]) => ['id,sgp', ...names.map(name => `${named(name).id},t`)].join('\n')

  const stays = 'Kept from the last complete load: part of this one is unreadable.'

  it.each([
    ['none that can be taken', '[{"sgp":"no id"}]'],
    ['a last line cut short', [line('A'), line('B'), line('C').slice(0, 20)].join('\n')],
    ['a CSV cut short', rows('A', 'B').slice(0, -12)],
  ])('drops nothing and reports that, with %s', (_, text) => {
    const store = storeOf(['A', 'B', 'C', 'D'].map(name => named(name)))
    const { taken, leftOut } = mergeText(store, text, 2, { book: 'a' })
    expect(store.sizes().offers).toBe(4)
    expect(leftOut.at(-1)).toMatchObject({ reason: stays, count: 4 - taken })
  })

  it.each([
    ['a line', [line('A'), line('B', { sgp: 5 }), line('D')].join('\n')],
    ['an object in a list', `[${line('A')},{"id":" a # g#Moneyline#B","sgp":5},${line('D')}]`],
    ['an object deep inside', `{"odds":[${line('A')},${line('B', { grade: [] })},${line('D')}]}`],
  ])('keeps the unreadable offer and drops missing ones: %s', (_, text) => {
    const store = storeOf(['A', 'B', 'C', 'D'].map(name => named(name)))
    const { leftOut } = mergeText(store, text, 2, { book: 'a' })
    expect(store.sizes().offers).toBe(3)
    expect(leftOut.at(-1)).toEqual({ reason: stays, count: 1, example: 'a#g#Moneyline#B' })
  })

  it('drops missing offers when the unreadable object has no id', () => {
    const store = storeOf(['A', 'B', 'D'].map(name => named(name)))
    mergeText(store, `[${line('A')},{"sgp":"no id"},${line('D')}]`, 2, { book: 'a' })
    expect(store.sizes().offers).toBe(2)
  })

  it('reports nothing when no earlier offer is missing', () => {
    const store = storeOf([named('A')])
    const text = `[${line('A')},{"sgp":"no id"}]`
    expect(mergeText(store, text, 2, { book: 'a' }).leftOut).toHaveLength(1)
  })
})
