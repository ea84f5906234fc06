import { describe, expect, it } from 'vitest'
import {
  fitColumns,
  ticketColumns,
  toMinWidth,
  toTracks,
} from '../../../../../src/renderer/features/ledger/grid/ticket-columns.ts'
import type { TicketLine } from '../../../../../src/shared/model/ticket/ticket-line.ts'
import { lineOf, wonLine } from '../../../../support/renderer/ledger/ticket-lines.ts'

const now = new Date(2026, 10, 26, 23, 30).getTime()
const measure = (text: string) => 7.3 * text.length
const fit = (...lines: TicketLine[]) => fitColumns(ticketColumns, { lines, now, measure })
const widthOf = (key: string, ...lines: TicketLine[]) => fit(...lines).find(each => each.key === key)?.width
const atBook = (name: string) => lineOf(1, { book: { id: 'book', name } })

it('toTracks shares the room of a wide table between the parlay and its status', () => {
  const widest = ticketColumns.toSorted((a, b) => b.share - a.share).map(({ key }) => key)
  expect(widest.slice(0, 2)).toEqual(['title', 'legs'])
  expect(toTracks(ticketColumns)).toContain('minmax(calc(84px * var(--scale)), 10fr)')
})

describe('fitColumns', () => {
  it('gives the column of books the width of the longest name, within limits', () => {
    expect(widthOf('book')).toBe(80)
    expect(widthOf('book', atBook('Bravo'))).toBe(80)
    expect(widthOf('book', atBook('Bravo'), atBook('Corner Bookmaker'))).toBe(117)
    expect(widthOf('book', atBook('x'.repeat(80)))).toBe(240)
  })

  it('gives status, result and profit no more than their texts need', () => {
    const open = lineOf(1, { startsAt: now + 35 * 60_000 })
    const widths = (...lines: TicketLine[]) => ['legs', 'result', 'profit'].map(key => widthOf(key, ...lines))
    expect(widths(open)).toEqual([120, 66, 56])
    expect(widths(open, wonLine(2), lineOf(3, { isProvisionallyLost: true }))).toEqual([120, 124, 63])
    const tomorrow = lineOf(1, { startsAt: now + 40 * 3_600_000 })
    expect(widths(tomorrow)).toEqual([170, 66, 56])
  })

  it('measures profit in figures of one width, as it is drawn', () => {
    const narrowOnes = (text: string) => measure(text.replaceAll('1', ''))
    const widthWith = (profitMinor: number) =>
      fitColumns(ticketColumns, { lines: [wonLine(1, { profitMinor })], now, measure: narrowOnes }).find(
        ({ key }) => key === 'profit',
      )?.width
    expect(widthWith(111_111)).toBe(widthWith(204_080))
  })

  it('leaves all other columns, and the minimum of the table grows by as much', () => {
    const fitted = fit(atBook('Corner Bookmaker'))
    expect(fitted.filter(({ fit: own }) => own === undefined)).toEqual(
      ticketColumns.filter(({ fit: own }) => own === undefined),
    )
    expect(toTracks(fitted)).toContain('minmax(calc(117px * var(--scale)), 3fr)')
    expect([toMinWidth(ticketColumns), toMinWidth(fitted)]).toEqual([
      'calc(932px * var(--scale))',
      'calc(973px * var(--scale))',
    ])
  })
})
