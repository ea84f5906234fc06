import { expect, it } from 'vitest'
import { ShownRows } from '../../../../src/main/desk/parlays/shown-rows.ts'

const listInView = (shown: ShownRows) => [1, 2, 3, 4].filter(id => shown.isInView(id))

it('ShownRows has every row in view until a window says which it shows, then those of all windows', () => {
  const shown = new ShownRows()
  expect(listInView(shown)).toEqual([1, 2, 3, 4])
  shown.set([1, 2], 2, 'main')
  shown.set([2, 3], null, 'blue')
  expect(listInView(shown)).toEqual([1, 2, 3])
  expect([...shown.all()]).toEqual([1, 2, 3])
})

it('ShownRows forgets the rows of a window that scrolled or closed', () => {
  const shown = new ShownRows()
  shown.set([1, 2], 2, 'main')
  shown.set([3], 3, 'blue')
  shown.set([2, 4], 2, 'main')
  expect(listInView(shown)).toEqual([2, 3, 4])
  shown.set([], null, 'blue')
  expect(listInView(shown)).toEqual([2, 4])
  shown.set([], null, 'main')
  expect(listInView(shown)).toEqual([1, 2, 3, 4])
})

it('ShownRows says whether other rows are shown, in all windows together', () => {
  const shown = new ShownRows()
  expect(shown.set([1, 2], 2, 'main')).toBe(true)
  expect(shown.set([2, 1], 1, 'main')).toBe(false)
  expect(shown.set([2], 2, 'blue')).toBe(false)
  expect(shown.set([], null, 'main')).toBe(true)
})
