/** The W3C APG pattern of a data grid: https://www.w3.org/WAI/ARIA/apg/patterns/grid/ */
import { describe, expect, it } from 'vitest'
import { cell, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const rowCount = 100
const books = ['alpha', 'bravo', 'charlie']

async function open(book: string, parlayId: number) {
  const rows = Array.from({ length: rowCount }, (_, at) =>
    row(
      at + 1,
      books.map(id => cell(id)),
    ),
  )
  const desk = await openDesk(rows)
  await desk.choose(book, parlayId)
  return desk
}
/** Row and column of the focus, as assistive tools count them. */
const place = () => {
  const { activeElement } = document
  const rowIndex = activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex')
  return [Number(rowIndex), Number(activeElement?.getAttribute('aria-colindex'))]
}

describe('APG: the grid', () => {
  it('APG: says how many rows and columns there are, and which of them each cell is in', async () => {
    const { view, cell: at } = await open('alpha', 1)
    expect(view.get('[role=grid]').attributes()).toMatchObject({
      'aria-rowcount': String(rowCount + 1),
      'aria-colcount': String(books.length + 1),
    })
    expect(view.get('[role=columnheader]').attributes('aria-colindex')).toBe('1')
    expect(at('charlie', 2).attributes('aria-colindex')).toBe('4')
    expect(view.get('[data-parlay="2"]').attributes('aria-rowindex')).toBe('3')
  })

  it('APG: has one tab stop', async () => {
    const { view } = await open('bravo', 3)
    expect(view.findAll('[role=grid] [tabindex="0"]')).toHaveLength(1)
  })

  it.each([
    ['ArrowRight', 'alpha', 2, [3, 3]],
    ['ArrowLeft', 'bravo', 2, [3, 2]],
    ['ArrowDown', 'alpha', 2, [4, 2]],
    ['ArrowUp', 'alpha', 2, [2, 2]],
  ] as const)('APG: %s moves the focus one cell', async (key, book, parlayId, to) => {
    const { press } = await open(book, parlayId)
    await press(key)
    expect(place()).toEqual(to)
  })

  it.each([
    ['ArrowRight', 'charlie', 2, [3, 4]],
    ['ArrowLeft', 'alpha', 2, [3, 2]],
    ['ArrowUp', 'bravo', 1, [2, 3]],
  ] as const)('APG: %s at the edge leaves the focus where it is', async (key, book, parlayId, at) => {
    const { press } = await open(book, parlayId)
    await press(key)
    expect(place()).toEqual(at)
  })

  it('APG: ArrowDown on the last row leaves the focus where it is', async () => {
    const { press } = await open('alpha', 1)
    await press('End', { ctrlKey: true })
    await press('ArrowDown')
    expect(place()).toEqual([rowCount + 1, 4])
  })

  it('APG: Home and End move to the first and last cell of the row', async () => {
    const { press } = await open('bravo', 5)
    await press('End')
    expect(place()).toEqual([6, 4])
    await press('Home')
    expect(place()).toEqual([6, 2])
  })

  it('APG: Ctrl+Home and Ctrl+End move to the first and last cell of the grid', async () => {
    const { press } = await open('bravo', 5)
    await press('End', { ctrlKey: true })
    expect(place()).toEqual([rowCount + 1, 4])
    await press('Home', { ctrlKey: true })
    expect(place()).toEqual([2, 2])
  })

  it('APG: Page Down and Page Up move by the rows in view, in the same column, and stop at the ends', async () => {
    const { press } = await open('bravo', 1)
    await press('PageDown')
    const [down = 0, column] = place()
    expect(down).toBeGreaterThan(10)
    expect(column).toBe(3)
    await press('PageUp')
    expect(place()).toEqual([2, 3])
    await press('PageUp')
    expect(place()).toEqual([2, 3])
  })

  it('APG: Space selects the row, Ctrl+A all rows, and Shift with an arrow extends', async () => {
    const { press, view } = await open('bravo', 2)
    const marked = () =>
      view.findAll('[role=row][aria-selected=true]').map(each => each.attributes('aria-rowindex'))
    await press(' ')
    expect(marked()).toEqual(['3'])
    await press('ArrowDown', { shiftKey: true })
    expect(marked()).toEqual(['3', '4'])
    await press('a', { ctrlKey: true })
    expect(view.text()).toContain(`${rowCount} parlays selected`)
  })
})
