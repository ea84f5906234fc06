import { describe, expect, it } from 'vitest'
import {
  fitColumns,
  isSortKey,
  ticketColumns,
  toMinWidth,
  toTracks,
} from '../../../../../src/renderer/features/ledger/grid/ticket-columns.ts'
import type { TicketLine } from '../../../../../src/shared/model/ticket/ticket-line.ts'
import { lineOf, wonLine } from '../../../../support/renderer/ledger/ticket-lines.ts'

const now = new Date(2026, 10, 26, 23, 30).getTime()
const measure = (text: string) => 7.3 * text.length
const fit = (...lines: TicketLine[]) => fitColumns(ticketColumns, { lines, legStandings: [], now, measure })
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

  it('gives time, status, result and profit no more than their texts need', () => {
    const open = lineOf(1, { startsAt: now + 35 * 60_000 })
    const widths = (...lines: TicketLine[]) => ['legs', 'result', 'profit'].map(key => widthOf(key, ...lines))
    expect(widths(open)).toEqual([122, 66, 56])
    expect(widths(open, wonLine(2), lineOf(3, { isProvisionallyLost: true }))).toEqual([122, 124, 63])
    const tomorrow = lineOf(1, { startsAt: now + 40 * 3_600_000 })
    expect(widths(tomorrow)).toEqual([170, 66, 56])
    expect(widthOf('placed', lineOf(1, { placedAt: now - 60_000 }))).toBe(104)
    expect(widthOf('placed', lineOf(1, { placedAt: now - 40 * 3_600_000 }))).toBeGreaterThan(100)
  })

  it('never cuts the task of a ticket, and shares the rest by what parlay and status lack', () => {
    const review = lineOf(1, {
      title: 'West O18 pts · River Town ML',
      result: 'review',
      review: 'choice-wanted',
      legs: { won: 0, lost: 1, refunded: 1, pending: 0, unknown: 0 },
    })
    expect(widthOf('legs', review)).toBeGreaterThanOrEqual(measure('Choose the result'))
    const shares = new Map(fit(review).map(({ key, share }) => [key, share]))
    const whole = 'Choose the result · 1 lost · 1 push/void'
    expect(shares.get('legs')).toBeGreaterThanOrEqual(measure(whole))
    expect(shares.get('title')).toBeGreaterThanOrEqual(measure(review.title))
    expect(shares.get('stake')).toBe(35)
  })

  it('shares the room with the standings of the legs that are shown, up to a limit', () => {
    const lost = lineOf(1, { result: 'lost', legs: { won: 0, lost: 2, refunded: 0, pending: 0, unknown: 0 } })
    const shareWith = (...legStandings: string[]) =>
      fitColumns(ticketColumns, { lines: [lost], legStandings, now, measure }).find(
        ({ key }) => key === 'legs',
      )?.share ?? 0
    const score = '3 rebounds (needed 5+)'
    expect(shareWith()).toBeLessThan(measure(score))
    expect(shareWith(score)).toBeGreaterThanOrEqual(measure(score))
    expect(shareWith('x'.repeat(80))).toBe(260)
  })

  it('measures profit in figures of one width, as it is drawn', () => {
    const narrowOnes = (text: string) => measure(text.replaceAll('1', ''))
    const widthWith = (profitMinor: number) =>
      fitColumns(ticketColumns, {
        lines: [wonLine(1, { profitMinor })],
        legStandings: [],
        now,
        measure: narrowOnes,
      }).find(({ key }) => key === 'profit')?.width
    expect(widthWith(111_111)).toBe(widthWith(204_080))
  })

  it('leaves the width of all other columns, and the minimum of the table grows by as much', () => {
    const fitted = fit(atBook('Corner Bookmaker'))
    const widths = (columns: typeof fitted) =>
      columns.filter(({ fit: own }) => own === undefined).map(({ width }) => width)
    expect(widths(fitted)).toEqual(widths(ticketColumns))
    expect(toTracks(fitted)).toContain('minmax(calc(117px * var(--scale)), 59fr)')
    const minimum = (columns: typeof fitted) => Number(/[\d.]+/.exec(toMinWidth(columns))?.[0])
    const sum = (columns: typeof fitted) => columns.reduce((total, { width }) => total + width, 0)
    expect(minimum(fitted) - minimum(ticketColumns)).toBe(sum(fitted) - sum(ticketColumns))
    expect(minimum(ticketColumns.filter(({ key }) => isSortKey(key)))).toBe(932)
  })
})
