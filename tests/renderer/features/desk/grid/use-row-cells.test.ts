import { describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import type { PlacedColumn } from '../../../../../src/renderer/features/desk/columns/columns.ts'
import { useRowCells, type CellFacts } from '../../../../../src/renderer/features/desk/grid/useRowCells.ts'
import { americanPrice, cell, noon, plainDisplay, priced } from '../../../../support/shared/desk-rows.ts'

const toColumn = (bookId: string, index: number): PlacedColumn => ({
  ...{ bookId, name: `Book ${bookId}`, short: bookId, title: bookId, isFrozen: false, width: undefined },
  ...{ index, left: 0, px: 80, sticks: false, style: `left:${index * 80}px;width:80px` },
})

const toFacts = (column: PlacedColumn, american: number): CellFacts => ({
  ...{ column, cell: cell(column.bookId, { quote: priced(american) }), legs: 2, display: plainDisplay },
  ...{ suspectBy: null, limitMinor: null, leftBehind: undefined, isGameOver: false, isBookDown: false },
  ...{ top: undefined, noEv: undefined, was: undefined, flash: undefined, due: undefined },
  ...{ isUnseen: false },
  ...{ isSelected: false, promoted: undefined, author: undefined, gap: 0 },
})

const [alpha, bravo] = [toFacts(toColumn('alpha', 0), 150), toFacts(toColumn('bravo', 1), 160)]

function start() {
  const facts = shallowRef<readonly CellFacts[]>([alpha, bravo])
  const cells = useRowCells(() => facts.value)
  return { facts, cells: () => cells.value }
}

describe('useRowCells', () => {
  it('keeps a cell while its facts stay the same, and changes the others', () => {
    const { facts, cells } = start()
    const [first, second] = cells()
    facts.value = [{ ...alpha }, { ...bravo, cell: cell('bravo', { quote: priced(170) }) }]
    expect(cells()[0]).toBe(first)
    expect(cells()[1]).not.toBe(second)
    expect(cells().map(({ main }) => main)).toEqual(['+150', '+170'])
  })

  it.each<Partial<CellFacts>>([
    { column: toColumn('alpha', 3) },
    { cell: undefined },
    { legs: 3 },
    { display: { ...plainDisplay, now: noon + 1_000 } },
    { suspectBy: 0.5 },
    { limitMinor: 500 },
    { leftBehind: 'older' },
    { isGameOver: true },
    { isBookDown: true },
    { noEv: 'No EV: not priced yet.' },
    { was: americanPrice(140) },
    { isUnseen: true },
    { flash: 'flash-up' },
    { due: 'Refreshes in 4s' },
    { isSelected: true },
    { author: 'Desk 2' },
    { gap: 160 },
  ])('changes a cell with each of its facts: %o', changed => {
    const { facts, cells } = start()
    const [first] = cells()
    facts.value = [{ ...alpha, ...changed }, bravo]
    expect(cells()[0]).not.toBe(first)
  })

  it('says all of a cell in its name and tooltip', () => {
    const { facts, cells } = start()
    facts.value = [
      {
        ...alpha,
        author: 'Desk 2',
        was: americanPrice(140),
        isUnseen: true,
        due: 'Refreshes in 4s',
        flash: 'flash-up',
        isSelected: true,
      },
    ]
    expect(cells()).toMatchObject([
      {
        label: 'Book alpha, +150, 0s ago, was +140 when you looked, priced by Desk 2',
        hint: 'was +140 when you looked; priced by Desk 2\nRefreshes in 4s',
        isSelected: true,
      },
    ])
    expect(cells()[0]?.className.split(' ')).toEqual(
      expect.arrayContaining(['price', 'flash-up', 'selected', 'unseen']),
    )
  })
})
