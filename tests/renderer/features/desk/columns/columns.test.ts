import { describe, expect, it } from 'vitest'
import {
  nameWidth,
  placeColumns,
  bookRoom,
  type GridColumn,
} from '../../../../../src/renderer/features/desk/columns/columns.ts'

const column = (bookId: string, given: Partial<GridColumn> = {}): GridColumn => ({
  bookId,
  name: bookId,
  isFrozen: false,
  width: undefined,
  ...given,
})
const placesOf = (columns: GridColumn[], room: number) =>
  placeColumns(columns, room).columns.map(({ left, px }) => [left, px])

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
    expect(placesOf([column('a'), column('b')], 100)).toEqual([
      [0, 76],
      [76, 76],
    ])
    expect(placeColumns([column('a'), column('b')], -20).width).toBe(152)
  })

  it('leaves widths that the user set alone, however much room there is', () => {
    expect(placeColumns([column('a', { width: 60 }), column('b', { width: 90 })], 1000).width).toBe(150)
  })

  it('lets frozen columns stay as long as the others keep some of the room', () => {
    const columns = ['a', 'b', 'c'].map(id => column(id, { isFrozen: true }))
    const sticks = (room: number) => placeColumns(columns, room).columns.map(each => each.sticks)
    expect(sticks(230)).toEqual([true, false, false])
    expect(sticks(100)).toEqual([false, false, false])
  })

  it('places a column that stays from the edge of the parlays’ pane, any other from the first column', () => {
    const { columns } = placeColumns([column('a', { isFrozen: true }), column('b')], 300)
    expect(columns.map(({ style }) => style)).toEqual([
      'left:calc(var(--name-width) + 0px);width:150px',
      'left:150px;width:150px',
    ])
  })
})

it('nameWidth gives the parlays a share of the grid, within bounds', () => {
  expect([300, 700, 2000].map(nameWidth)).toEqual([150, 210, 260])
  expect([0, 1000].map(bookRoom)).toEqual([0, 1000 - 260 - 88])
})
