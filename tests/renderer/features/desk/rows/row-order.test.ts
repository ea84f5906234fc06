import { describe, expect, it } from 'vitest'
import { getRowValue } from '../../../../../src/renderer/features/desk/value/best-price.ts'
import {
  noFilter,
  orderRows,
  listTags,
  type RowChoice,
} from '../../../../../src/renderer/features/desk/rows/row-order.ts'
import { rowSorts } from '../../../../../src/shared/model/settings/settings.ts'
import type { Row } from '../../../../../src/shared/model/parlay/desk.ts'
import { cell, leg, noon, plainDisplay, priced, row } from '../../../../support/shared/desk-rows.ts'
import { fc } from '../../../../support/property.ts'

const columns = ['a', 'b', 'c', 'd'].map(bookId => ({ bookId, name: bookId }))
const display = { ...plainDisplay, value: { ...plainDisplay.value, fewestBooks: 1 } }
const noPromotions: Partial<Record<number, number>> = {}
const ordered = (rows: readonly Row[], choice: Partial<RowChoice>, promotedEvs = noPromotions) =>
  orderRows(
    rows,
    { ...noFilter, sort: 'added', myOrder: [], ...choice },
    {
      getValue: each => getRowValue(each, columns, display),
      getPromotedEv: ({ id }) => promotedEvs[id],
      now: display.now,
    },
  )

/** A row with these prices, the first of them `age` old. */
const rowAt = (
  id: number,
  prices: readonly number[],
  given: { age?: number; row?: Partial<Row> } = {},
): Row => ({
  ...row(
    id,
    prices.map((american, at) =>
      cell(columns[at]?.bookId ?? '', { quote: priced(american, noon - (given.age ?? 0)) }),
    ),
  ),
  ...given.row,
})
const note = (tags: string[], name = '') => ({ name, tags, note: '' })
const game = (title: string, startAt: number | null) => [leg('A', 'm', { title, startAt })]

describe('rows are ordered', () => {
  it('as added unless the user says otherwise', () => {
    expect(ordered([rowAt(3, [100]), rowAt(1, [900]), rowAt(2, [])], {})).toEqual([3, 1, 2])
  })

  it('by the expected value of their best price, those without one last', () => {
    const rows = [
      rowAt(1, [100, 105]),
      rowAt(2, []),
      rowAt(3, [100, 150]),
      rowAt(4, [100]),
      rowAt(5, [90, 120]),
    ]
    expect(ordered(rows, { sort: 'ev' })).toEqual([3, 5, 1, 2, 4])
  })

  it('by the expected value of their best promotion, those without one last', () => {
    const rows = [rowAt(1, [900]), rowAt(2, [900]), rowAt(3, [100]), rowAt(4, [100])]
    const evs = { 1: 0.02, 3: 0.31, 4: -0.05 }
    expect(ordered(rows, { sort: 'promotion' }, evs)).toEqual([3, 1, 4, 2])
  })

  it('by the gap of the best price to the next', () => {
    const rows = [rowAt(1, [100, 105, 90]), rowAt(2, [100]), rowAt(3, [100, 120]), rowAt(4, [110, 110])]
    expect(ordered(rows, { sort: 'gap' })).toEqual([3, 1, 4, 2])
  })

  it('by the age of their prices, oldest first', () => {
    const rows = [rowAt(1, [100], { age: 5 }), rowAt(2, []), rowAt(3, [100], { age: 90_000 })]
    expect(ordered(rows, { sort: 'age' })).toEqual([3, 1, 2])
  })

  it('by game, by start and by tag', () => {
    const rows = [
      rowAt(1, [], { row: { legs: game('Mill City at Delta', null), note: note(['props']) } }),
      rowAt(2, [], { row: { legs: game('Albion v Crane', noon + 5), note: note([]) } }),
      rowAt(3, [], { row: { legs: game('Granite at Ice Port', noon), note: note(['Late', 'props']) } }),
    ]
    expect(ordered(rows, { sort: 'game' })).toEqual([2, 3, 1])
    expect(ordered(rows, { sort: 'start' })).toEqual([3, 2, 1])
    expect(ordered(rows, { sort: 'tag' })).toEqual([3, 1, 2])
  })

  it('never by a suspect price', () => {
    const rows = [rowAt(1, [100, 102, 101, 900]), rowAt(2, [100, 102, 101, 110])]
    expect(ordered(rows, { sort: 'ev' })).toEqual([2, 1])
    expect(ordered(rows, { sort: 'gap' })).toEqual([2, 1])
  })

  it('stably, and none is lost, whatever the order', () => {
    const anyRow = fc.tuple(fc.constantFrom(0, 0, 5), fc.constantFrom([], [100], [100, 120], [100, 120, 90]))
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), fc.constantFrom(...rowSorts), (given, sort) => {
        const rows = given.map(([age, prices], at) => rowAt(at + 1, prices, { age }))
        const ids = ordered(rows, { sort })
        expect(ids.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
        const alike = (one: number, other: number) =>
          JSON.stringify(given[one - 1]) === JSON.stringify(given[other - 1])
        for (const [at, id] of ids.entries())
          for (const later of ids.slice(at + 1)) if (alike(id, later)) expect(later).toBeGreaterThan(id)
      }),
    )
  })
})

describe('rows are chosen', () => {
  const rows = [
    rowAt(1, [], { row: { note: note(['late', 'props'], 'Opener') } }),
    rowAt(2, [], { row: { legs: game('Mill City at Delta', null), note: note(['late']) } }),
    rowAt(3, [], { row: { legs: game('Mill City at Delta', null) } }),
  ]

  it('by tag', () => {
    expect(ordered(rows, { tag: 'late' })).toEqual([1, 2])
    expect(ordered(rows, { tag: 'none' })).toEqual([])
  })

  it.each([
    ['opener', [1]],
    ['MILL city', [2, 3]],
    ['delta late', [2]],
    ['  ', [1, 2, 3]],
    ['north pts', [1]],
    ['nowhere', []],
    ['-late', [3]],
    ['mill −late', [3]],
    ['!opener', [2, 3]],
    ['-27.5', []],
  ])('by the words “%s” in names, legs, games and tags', (text, ids) => {
    expect(ordered(rows, { text })).toEqual(ids)
  })

  it.each([
    ['ev>2', [1]],
    ['ev<2%', [2]],
    ['gap>10', [1]],
    ['age<20', [2]],
    ['age>0.4min', [1, 3]],
    ['age>1h', []],
    ['start<30', [2]],
    ['start<2h', [2, 3]],
    ['start>1h harbor', [3]],
    ['EV>', [1, 2, 3, 4]],
    ['ev >', [1, 2, 3, 4]],
    ['ev > 2', [1]],
    ['start > 1h harbor', [3]],
    ['start> harbor', [1, 2, 3, 4]],
    ['age<=25', [1, 2]],
    ['age < 25', [2]],
    ['age >= 25s', [1, 3]],
    ['ev >= -50 age < 20', [2]],
    ['ev>-50 age<20', [2]],
    ['ev > −50 age≤10', [2]],
    ['age=25', []],
    ['foo > 3', []],
    ['ev>5h', []],
    ['agent', []],
  ])('by the limits “%s”', (text, ids) => {
    const starts = (inMs: number) => ({ legs: game('River at Harbor', noon + inMs) })
    const measured = [
      rowAt(1, [100, 150], { age: 25_000, row: starts(-1) }),
      rowAt(2, [100, 102], { age: 10_000, row: starts(20 * 60_000) }),
      rowAt(3, [100], { age: 40_000, row: starts(90 * 60_000) }),
      rowAt(4, []),
    ]
    expect(ordered(measured, { text })).toEqual(ids)
  })

  it('from a list of all tags, each once', () => {
    expect(listTags(rows)).toEqual(['late', 'props'])
  })
})
