import { plainLayout } from '../../../../../src/shared/model/settings/settings.ts'
import { describe, expect, it } from 'vitest'
import {
  namedBestWidth,
  nameWidth,
  placeColumns,
  snapToColumn,
  toColumns,
  toColumnSizes,
  type GridColumn,
} from '../../../../../src/renderer/features/desk/columns/columns.ts'

const column = (bookId: string, given: Partial<GridColumn> = {}): GridColumn => ({
  bookId,
  name: bookId,
  short: bookId,
  isFrozen: false,
  width: undefined,
  ...given,
})
const sizes = toColumnSizes('american', 1, text => 6 * text.length)
const place = (columns: GridColumn[], room: number) => placeColumns(columns, room, sizes)
const placesOf = (columns: GridColumn[], room: number) =>
  place(columns, room).columns.map(({ left, px }) => [left, px])

describe('placeColumns', () => {
  it('shares the room among the columns that have no width of their own', () => {
    const columns = [column('a'), column('b', { width: 100 }), column('c')]
    expect(placesOf(columns, 500)).toEqual([
      [0, 200],
      [200, 100],
      [300, 200],
    ])
  })

  it('lets no column get narrower than a price, whatever the room', () => {
    expect(placesOf([column('a'), column('b')], 47)).toEqual([
      [0, 48],
      [48, 48],
    ])
    expect(place([column('a'), column('b')], -20).width).toBe(96)
  })

  it('leaves no column half in view where not all fit, neither at the first column nor at the last', () => {
    expect(placesOf([column('a'), column('b'), column('c'), column('d')], 131)).toEqual([
      [0, 66],
      [66, 65],
      [131, 65],
      [196, 66],
    ])
    const { columns, width } = place(
      'abcdefgh'.split('').map((id, at) => column(id, { short: 'x'.repeat(4 + 2 * at) })),
      300,
    )
    expect(columns.some(({ left, px }) => left + px === 300)).toBe(true)
    expect(columns.some(({ left }) => width - left === 300)).toBe(true)
  })

  it('never cuts the name of a book', () => {
    expect(placesOf([column('a'), column('a', { short: 'DraftKings' })], 48)).toEqual([
      [0, 48],
      [48, 69],
    ])
  })

  it('heads a column with the whole name of its book where there is room', () => {
    const titles = (room: number) =>
      place([column('a', { name: 'Alpha Bet', short: 'Alpha' })], room).columns.map(({ title }) => title)
    expect([titles(100), titles(50)]).toEqual([['Alpha Bet'], ['Alpha']])
  })

  it('heads all columns with short names where one has no room for the whole', () => {
    const books = [
      column('a', { name: 'Alpha Bet', short: 'Alpha' }),
      column('b', { name: 'Echo 888', short: 'Echo' }),
    ]
    const titles = (...columns: typeof books) => place(columns, 140).columns.map(({ title }) => title)
    expect(titles(...books)).toEqual(['Alpha Bet', 'Echo 888'])
    const wide = column('c', { name: 'Charlie Sports', short: 'Charlie' })
    expect(titles(...books.slice(1), wide)).toEqual(['Echo', 'Charlie'])
    expect(titles(...books.slice(1), { ...wide, width: 60 })).toEqual(['Echo 888', 'Charlie'])
  })

  it('shares the room by whole names as soon as all of them fit', () => {
    const columns = [
      column('a', { name: 'India Bet', short: 'India' }),
      column('b', { name: 'Hotel Sportsbook', short: 'Hotel' }),
    ]
    const headsOf = (room: number) => place(columns, room).columns.map(({ title, px }) => [title, px])
    const whole = columns.map(({ name }) => [name, sizes.headWidth(name)])
    expect(headsOf(168)).toEqual(whole)
    expect(headsOf(167)).toEqual([
      ['India', 84],
      ['Hotel', 83],
    ])
  })

  it('leaves widths that the user set alone, however much room there is', () => {
    expect(place([column('a', { width: 60 }), column('b', { width: 90 })], 1000).width).toBe(150)
  })

  it('lets frozen columns stay as long as the others keep some of the room', () => {
    const columns = ['a', 'b', 'c'].map(id => column(id, { isFrozen: true }))
    const sticks = (room: number) => place(columns, room).columns.map(each => each.sticks)
    expect(sticks(230)).toEqual([true, false, false])
    expect(sticks(70)).toEqual([false, false, false])
  })

  it('places a column that stays from the edge of the parlays’ pane, any other from the first column', () => {
    const { columns } = place([column('a', { isFrozen: true }), column('b')], 300)
    expect(columns.map(({ style }) => style)).toEqual([
      'left:calc(var(--name-width) + 0px);width:150px',
      'left:150px;width:150px',
    ])
  })
})

describe('snapToColumn', () => {
  const snapAll = (columns: GridColumn[], room: number, places: readonly number[]) =>
    places.map(at => snapToColumn(at, place(columns, room), room))

  it('moves to the nearest column that begins where the room does, and at the end to the last ones', () => {
    const columns = 'abcdef'.split('').map(id => column(id, { width: 50 }))
    expect(snapAll(columns, 170, [0, 24, 26, 60, 98, 116, 130])).toEqual([0, 0, 50, 50, 100, 130, 130])
  })

  it('does not move where all columns fit', () => {
    expect(snapAll([column('a'), column('b')], 300, [0])).toEqual([0])
  })

  it('counts from the columns that stay', () => {
    const columns = [column('a', { width: 40, isFrozen: true }), column('b', { width: 50 })]
    const more = 'cdef'.split('').map(id => column(id, { width: 50 }))
    expect(snapAll([...columns, ...more], 150, [20, 30])).toEqual([0, 50])
  })
})

const books = 'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima'
  .split(' ')
  .map(name => column(name))

it('nameWidth gives the parlays the room that no book in view needs, within bounds', () => {
  const widths = [300, 740, 960, 1036, 3000].map(gridWidth => nameWidth(gridWidth, books, sizes))
  expect(widths).toEqual([170, 192, 307, 331, 640])
  // Twelve columns with room for any price come before names of more than usual width.
  expect(nameWidth(12 * 60 + sizes.best + 500, books, sizes)).toBe(500)
})

it('placeColumns finds room for 10 of 12 books between the panes of a window 1280 wide, and for all at 1600', () => {
  const fits = (gridWidth: number) => {
    const room = gridWidth - nameWidth(gridWidth, books, sizes) - sizes.best
    return place(books, room).columns.filter(({ left, px }) => left + px <= room).length
  }
  expect([740, 960].map(fits)).toEqual([10, 12])
})

it('toColumns names books shortly, frozen ones first', () => {
  const books = ['Alpha Bet', 'Golf River', 'Charlie Sports'].map(name => ({
    id: name,
    name,
    hostId: 'a',
    isOn: name !== 'Alpha Bet',
  }))
  const columns = toColumns(books, { ...plainLayout, frozen: ['Charlie Sports'] })
  expect(columns.map(({ short }) => short)).toEqual(['Charlie', 'Golf'])
})

it('namedBestWidth has whole names of books once heads and parlays have their room, for each column of best values', () => {
  const books = ['Hotel Casino Sportsbook', 'Alpha Bet'].map(name => column(name, { name, short: 'x' }))
  const longest = sizes.headWidth('Hotel Casino Sportsbook')
  const heads = longest + sizes.headWidth('Alpha Bet')
  const enough = sizes.maxName + heads + longest
  expect(namedBestWidth(enough, books, sizes)).toBe(longest)
  expect(namedBestWidth(enough - 1, books, sizes)).toBeUndefined()
  const two = { ...sizes, best: 2 * sizes.best, bests: 2 }
  expect(namedBestWidth(enough, books, two)).toBeUndefined()
  expect(namedBestWidth(enough + longest, books, two)).toBe(2 * longest)
  expect(namedBestWidth(3_000, [column('a')], sizes)).toBe(sizes.best)
})

it('toColumnSizes leaves more room for the prices of a longer format, and in a larger window', () => {
  const widths = (['american', 'fractional'] as const).map(
    format => toColumnSizes(format, 1, () => 0).minBook,
  )
  expect(widths).toEqual([48, 56])
  expect(toColumnSizes('american', 1.5, () => 0).minBook).toBe(72)
})
