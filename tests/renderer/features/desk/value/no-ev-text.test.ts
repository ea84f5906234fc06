import { describe, expect, it } from 'vitest'
import { explainNoEv, shortNoBest } from '../../../../../src/renderer/features/desk/value/no-ev-text.ts'
import { getRowValue } from '../../../../../src/renderer/features/desk/value/best-price.ts'
import type { Cell } from '../../../../../src/shared/model/price/cell.ts'
import {
  americanPrice,
  cell,
  failure,
  leg,
  noon,
  plainDisplay,
  priced,
  quote,
  row,
} from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

const ids = ['alpha', 'bravo', 'charlie', 'delta', 'echo']
const books = ids.map(bookId => ({ bookId, name: bookId }))
const at = (...prices: readonly number[]) =>
  prices.map((price, place) => cell(ids[place] ?? '', { quote: priced(price) }))
const explain = (cells: Cell[], given: Partial<ReturnType<typeof row>> = {}) =>
  explainNoEv({ ...row(1, cells), ...given }, books, plainDisplay)
const live = leg('Harbor City', 'Moneyline', { isLive: true })

it('shortNoBest is the reason in a word', () => {
  const short = (cells: Cell[]) => {
    const given = row(1, cells)
    return shortNoBest(given, getRowValue(given, books, plainDisplay))
  }
  const old = cell('alpha', { quote: priced(470, noon - 60_000) })
  expect(short([old, cell('bravo', { quote: quote({ kind: 'no-price' }) })])).toBe('Stale')
  expect(short([cell('alpha')])).toBe('—')
  expect(short(at(470, 480))).toBe('Suspect')
})

describe('explainNoEv', () => {
  it('says nothing where the highest fresh price has an EV', () => {
    expect(explain(at(470, 480, 475, 465))).toBeUndefined()
    expect(explain(at(470), { fairPrice: americanPrice(450) })).toBeUndefined()
  })

  it('says how many other books it needs, and how many it has', () => {
    const needs = 'No EV: needs fresh prices at 3 other books (2 now), or your fair price.'
    expect(explain(at(470, 480, 475))).toBe(needs)
    expect(explain(at(470, 480), { legs: [live] })).toContain(
      '3 other books, within 10s as it is live (1 now)',
    )
  })

  it('says that the odds of a live game are moving', () => {
    const scored = (bookIds: readonly string[], american: number, seconds: number) =>
      bookIds.map(bookId =>
        cell(bookId, {
          quote: priced(american, noon - seconds * 1_000),
          before: { ...americanPrice(450), at: noon - 30_000 },
        }),
      )
    const one = [...scored(['alpha', 'bravo', 'charlie'], 850, 2), ...scored(['delta'], 520, 0)]
    expect(explain(one, { legs: [live] })).toBe('No EV: the odds are moving. Press R to refresh.')
    const two = [...scored(['alpha', 'bravo', 'charlie'], 850, 2), ...scored(['delta', 'echo'], 520, 0)]
    expect(explain(two, { legs: [live] })).toBe(
      'No EV: needs fresh prices at 3 other books since the odds moved (1 now), or your fair price.',
    )
  })

  it.each([
    ['never priced', [cell('alpha')], 'not priced yet.'],
    [
      'priced long ago',
      [cell('alpha', { quote: priced(470, noon - 60_000) })],
      'no fresh price. Press R to refresh.',
    ],
    [
      'limited',
      [cell('alpha', { quote: priced(470), maxStakeMinor: 1 })],
      'the books with a fresh price take less',
    ],
    ['not offered', [cell('alpha', { missingLegs: 1 })], 'no book offers all the legs.'],
    ['no price', [cell('alpha', { quote: quote({ kind: 'no-price' }) })], 'no book is pricing these legs'],
    [
      'not combined',
      [cell('alpha', { quote: quote({ kind: 'cannot-combine' }) })],
      'no book takes these legs',
    ],
    [
      'no response',
      [cell('alpha', { quote: failure({ kind: 'timed-out', afterMs: 1 }) })],
      'no book responded. Press R to retry.',
    ],
  ])('says why there is no price: %s', (_case, cells, text) => {
    expect(explain(cells, { stakeMinor: 1_000 })).toContain(`No EV: ${text}`)
  })
})

describe('a dash under Best EV', () => {
  useStillScreen()

  it('says why on hover, in the row’s description, and at the selected cell', async () => {
    const desk = await openDesk([row(1, [cell('alpha', { quote: priced(470, noon - 60_000) })])])
    const says = 'No EV: no fresh price. Press R to refresh.'
    const best = desk.view.get('.row-best')
    expect([best.text(), best.attributes('data-tip')]).toEqual(['Stale', says])
    const header = desk.view.get('[role=rowheader]')
    expect(header.attributes('aria-description')).toBe(says)
    // A row keeps its name while its prices change.
    expect(header.text()).not.toContain('No EV')
    expect(desk.cell('alpha').attributes('data-tip')).toBeUndefined()
    await desk.choose('alpha')
    expect(desk.cell('alpha').attributes('data-tip')).toContain(says)
  })

  it('is said with the highest price', async () => {
    const desk = await openDesk([row(1, at(470, 480))])
    const says = 'No EV: needs fresh prices at 3 other books (1 now), or your fair price.'
    expect(desk.view.get('.row-best').attributes('data-tip')).toBe(`Best price. ${says}`)
    expect(desk.cell('bravo').attributes('aria-label')).toBe(`Bravo, best price, +480, 0s ago, ${says}`)
    expect(desk.cell('bravo').attributes('data-tip')).toBe(says)
  })
})
