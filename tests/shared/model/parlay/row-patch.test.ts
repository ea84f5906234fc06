import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/shared/model/parlay/desk.ts'
import { diffRow, isEmptyPatch, patchRow } from '../../../../src/shared/model/parlay/row-patch.ts'
import type { Cell, CellActivity } from '../../../../src/shared/model/price/cell.ts'
import { fc } from '../../../support/property.ts'
import { cell, priced, row } from '../../../support/shared/desk-rows.ts'

const all = { hasPlaces: true }
const noPlaces = { hasPlaces: false }
const waiting = (place: number, startsAt: number | null = null): CellActivity => ({
  kind: 'waiting',
  place,
  startsAt,
})
const pricing: CellActivity = { kind: 'pricing' }
const quotes = [null, priced(150), priced(170)]
const oneRow = row(1, [cell('a', { quote: priced(150) }), cell('b', { activity: waiting(3) })])

/** The row with these fields of one cell changed. */
const withCell = (before: Row, bookId: string, changed: Partial<Cell>): Row => ({
  ...before,
  cells: before.cells.map(each => (each.bookId === bookId ? { ...each, ...changed } : each)),
})

describe('diffRow', () => {
  it('has only the cells that changed', () => {
    const quote = priced(170)
    const patch = diffRow(oneRow, withCell(oneRow, 'a', { quote }), all)
    expect(patch).toEqual({ id: 1, cells: [cell('a', { quote })], activities: [] })
  })

  it('has only the activity of a cell of which nothing else changed', () => {
    const patch = diffRow(oneRow, withCell(oneRow, 'b', { activity: pricing }), all)
    expect(patch).toEqual({ id: 1, cells: [], activities: [{ bookId: 'b', activity: pricing }] })
  })

  it('leaves out places where these are not asked for, but not the end of a pause', () => {
    const moved = withCell(oneRow, 'b', { activity: waiting(2) })
    expect(diffRow(oneRow, moved, noPlaces)).toEqual({ id: 1, cells: [], activities: [] })
    expect(diffRow(oneRow, moved, all)?.activities).toEqual([{ bookId: 'b', activity: waiting(2) }])
    const paused = withCell(oneRow, 'b', { activity: waiting(2, 5_000) })
    expect(diffRow(oneRow, paused, noPlaces)?.activities).toHaveLength(1)
  })

  it('is empty where nothing changed', () => {
    const patch = diffRow(oneRow, { ...oneRow, cells: [...oneRow.cells] }, all)
    expect(patch && isEmptyPatch(patch)).toBe(true)
  })

  it('makes no patch of a row whose parlay changed, or whose books did', () => {
    expect(diffRow(oneRow, { ...oneRow, group: 'blue' }, all)).toBeUndefined()
    expect(diffRow(oneRow, { ...oneRow, legs: [...oneRow.legs] }, all)).toBeUndefined()
    expect(diffRow(oneRow, { ...oneRow, cells: oneRow.cells.slice(1) }, all)).toBeUndefined()
    expect(diffRow(oneRow, { ...oneRow, cells: oneRow.cells.toReversed() }, all)).toBeUndefined()
  })
})

describe('patchRow', () => {
  const activity = fc.constantFrom<CellActivity>({ kind: 'none' }, pricing, waiting(1), waiting(2, 5_000))
  const cellsOf = (bookIds: string[]) =>
    fc.tuple(
      ...bookIds.map(bookId =>
        fc
          .record({ activity, quote: fc.constantFrom(...quotes), missingLegs: fc.nat(1) })
          .map(given => cell(bookId, given)),
      ),
    )

  it('makes the row of which the patch was made, whatever changed in its cells', () => {
    fc.assert(
      fc.property(cellsOf(['a', 'b', 'c']), cellsOf(['a', 'b', 'c']), (before, after) => {
        const [old, now] = [
          { ...oneRow, cells: before },
          { ...oneRow, cells: after },
        ]
        const patch = diffRow(old, now, all)
        expect(patch && patchRow(old, patch)).toEqual(now)
      }),
    )
  })

  it('keeps cells that did not change', () => {
    const patch = diffRow(oneRow, withCell(oneRow, 'b', { activity: pricing }), all)
    expect(patch && patchRow(oneRow, patch).cells[0]).toBe(oneRow.cells[0])
  })
})
