import { describe, expect, it } from 'vitest'
import {
  fitBooks,
  ticketColumns,
  toMinWidth,
  toTracks,
} from '../../../../../src/renderer/features/ledger/grid/ticket-columns.ts'

const measure = (text: string) => 7.3 * text.length
const widthFor = (...names: string[]) =>
  fitBooks(ticketColumns, new Set(names), measure).find(({ key }) => key === 'book')?.width

it('toTracks shares the room of a wide table between the parlay and its status', () => {
  const widest = ticketColumns.toSorted((a, b) => b.share - a.share).map(({ key }) => key)
  expect(widest.slice(0, 2)).toEqual(['title', 'legs'])
  expect(toTracks(ticketColumns)).toContain('minmax(calc(84px * var(--scale)), 10fr)')
})

describe('fitBooks', () => {
  it('gives the column of books the width of the longest name, within limits', () => {
    expect(widthFor()).toBe(80)
    expect(widthFor('Bravo')).toBe(80)
    expect(widthFor('Bravo', 'Corner Bookmaker')).toBe(117)
    expect(widthFor('x'.repeat(80))).toBe(240)
  })

  it('leaves all other columns, and the minimum of the table grows by as much', () => {
    const fitted = fitBooks(ticketColumns, new Set(['Corner Bookmaker']), measure)
    expect(fitted.filter(({ key }) => key !== 'book')).toEqual(
      ticketColumns.filter(({ key }) => key !== 'book'),
    )
    expect(toTracks(fitted)).toContain('minmax(calc(117px * var(--scale)), 3fr)')
    expect([toMinWidth(ticketColumns), toMinWidth(fitted)]).toEqual([
      'calc(986px * var(--scale))',
      'calc(1023px * var(--scale))',
    ])
  })
})
