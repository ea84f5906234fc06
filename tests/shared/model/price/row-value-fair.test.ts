import { describe, expect, it } from 'vitest'
import type { BookFair } from '../../../../src/shared/model/price/fair.ts'
import { rowValue, type Worth } from '../../../../src/shared/model/price/row-value.ts'
import { defaultValueSettings, type ValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { americanPrice, cell, leg, noon, priced, quote } from '../../../support/shared/desk-rows.ts'

const fair = (bookId: string, p: number, given: Partial<BookFair> = {}): BookFair => ({
  bookId,
  at: noon,
  isUsed: true,
  madeFrom: null,
  result: {
    kind: 'exact',
    hold: 0.12,
    chances: [
      { method: 'shin', p: p + 0.01 },
      { method: 'power', p },
    ],
  },
  ...given,
})
const cells = [100, 105, 110, 95].map((american, at) => cell('abcd'.charAt(at), { quote: priced(american) }))
interface Given {
  readonly value?: Partial<ValueSettings>
  readonly mine?: number
  readonly now?: number
  readonly isLive?: boolean
  readonly prices?: typeof cells
}

function worthOf(bookId: string, fairs: readonly BookFair[], given: Given = {}): Worth | null | undefined {
  const value = { ...defaultValueSettings, margin: 0, ...given.value }
  const mine = given.mine === undefined ? null : americanPrice(given.mine)
  const context = { now: given.now ?? noon, staleAfterMs: 3_600_000, value }
  const legs = [leg('One', 'Points', { isLive: given.isLive ?? false })]
  return rowValue(given.prices ?? cells, mine, context, { fairs, legs }).cells.get(bookId)?.worth
}

describe('A price is valued by', () => {
  it('the used partition of another book, by the lowest probability of all methods', () => {
    const worth = worthOf('a', [fair('b', 0.52)])
    expect(worth).toMatchObject({ source: 'partition', p: 0.52, partition: { bookIds: ['b'], isOwn: false } })
    expect(worth?.ev).toBeCloseTo(0.04, 12)
  })

  it('the method that the user chose', () => {
    const value = { fairMethod: 'shin' } as const
    expect(worthOf('a', [fair('b', 0.52)], { value })?.p).toBeCloseTo(0.53, 12)
    expect(worthOf('a', [fair('b', 0.52)], { value: { fairMethod: 'goto' } })?.source).toBe('consensus')
  })

  it('its own book’s partition only without another, and then marked so', () => {
    expect(worthOf('b', [fair('b', 0.52)])?.partition).toEqual({ bookIds: ['b'], isOwn: true })
    expect(worthOf('b', [fair('b', 0.52), fair('c', 0.5)])).toMatchObject({
      p: 0.5,
      partition: { bookIds: ['c'], isOwn: false },
    })
  })

  it('the median of several partitions', () => {
    const fairs = [fair('b', 0.4), fair('c', 0.5), fair('d', 0.7)]
    expect(worthOf('a', fairs)?.p).toBeCloseTo(0.5, 12)
  })

  it.each([
    ['that is not used', fair('b', 0.52, { isUsed: false })],
    ['that is a range', fair('b', 0.52, { result: { kind: 'interval', low: 0.4, high: 0.5, reason: '' } })],
    ['that failed', fair('b', 0.52, { result: { kind: 'none', reason: '' } })],
    ['that is too old', fair('b', 0.52, { at: noon - 600_001 })],
  ])('no partition %s', (_, unusable) => {
    expect(worthOf('a', [unusable])?.source).toBe('consensus')
  })

  it('a partition of a live game for a minute only', () => {
    const fairs = [fair('b', 0.52, { at: noon - 60_000 })]
    expect(worthOf('a', fairs, { isLive: true })?.source).toBe('partition')
    expect(worthOf('a', fairs, { isLive: true, now: noon + 1 })?.source).toBe('consensus')
    expect(worthOf('a', fairs, { now: noon + 1 })?.source).toBe('partition')
  })

  it('no partition of a book whose price is suspect', () => {
    const prices = [...cells.slice(0, 3), cell('d', { quote: priced(400) })]
    expect(worthOf('a', [fair('d', 0.52)], { prices })?.source).toBe('consensus')
  })

  describe('a partition until its book’s own price has moved', () => {
    const later = noon + 60_000
    /** Book a's value by the partition of b, made from +105, when b's price changed to `american`. */
    const sourceAt = (american: number, { p = [0.47, 0.475], at = later } = {}) => {
      const methods = ['power', 'shin'] as const
      const chances = methods.map((method, place) => ({ method, p: p[place] ?? 0 }))
      const result = { kind: 'exact' as const, hold: 0.05, chances }
      const moved = cell('b', { quote: priced(american, at) })
      const fairs = [fair('b', 0, { madeFrom: americanPrice(105), result })]
      return worthOf('a', fairs, { now: later, prices: cells.with(1, moved) })?.source
    }

    it('by more than 3% of its implied probability, up or down', () => {
      // 1 / 2.05 = 0.4878, of which 3% is 0.0146.
      expect([111, 112, 100, 99].map(american => sourceAt(american))).toEqual([
        ...['partition', 'consensus', 'partition', 'consensus'],
      ])
    })

    it('by more than its own range, where that is wider', () => {
      expect(sourceAt(112, { p: [0.44, 0.475] })).toBe('partition')
      expect(sourceAt(122, { p: [0.44, 0.475] })).toBe('consensus')
    })

    it('in a later quote, not in one from before', () => {
      expect(sourceAt(140, { at: noon })).toBe('partition')
      expect(sourceAt(140, { at: noon + 1 })).toBe('consensus')
    })

    it('also when that later price is stale or was pulled since', () => {
      const fairs = [fair('b', 0.48, { madeFrom: americanPrice(105) })]
      const context = {
        now: noon + 100_000,
        staleAfterMs: 45_000,
        value: { ...defaultValueSettings, margin: 0 },
      }
      const [a, , c, d] = cells.map(({ bookId, quote: of }) =>
        cell(bookId, { quote: of && { ...of, at: context.now } }),
      )
      const sourceWith = (b: (typeof cells)[number]) =>
        rowValue(
          [a, b, c, d].filter(each => each !== undefined),
          americanPrice(120),
          context,
          { fairs, legs: [] },
        ).cells.get('a')?.worth?.source
      expect(sourceWith(cell('b', { quote: priced(105, noon) }))).toBe('partition')
      expect(sourceWith(cell('b', { quote: priced(140, noon + 10_000) }))).toBe('mine')
      const pulled = quote({ kind: 'no-price' }, noon + 20_000)
      expect(
        sourceWith(cell('b', { quote: pulled, before: { ...americanPrice(140), at: noon + 10_000 } })),
      ).toBe('mine')
      expect(sourceWith(cell('b', { quote: pulled, before: { ...americanPrice(140), at: noon - 1 } }))).toBe(
        'partition',
      )
    })

    it('even at a book that is hidden; the other used partitions stay', () => {
      const moved = cells.with(1, cell('b', { quote: priced(140, noon + 1) }))
      const context = { now: noon + 2, staleAfterMs: 3_600_000, value: defaultValueSettings }
      const fairs = [
        fair('b', 0.48, { madeFrom: americanPrice(105) }),
        fair('c', 0.46, { madeFrom: americanPrice(110) }),
      ]
      const shown = moved.filter(({ bookId }) => bookId !== 'b')
      const value = rowValue(shown, null, context, { fairs, legs: [], cells: moved })
      expect(value.cells.get('a')?.worth?.partition?.bookIds).toEqual(['c'])
    })
  })

  it.each([
    ['partition', 'partition', 'mine', 'consensus'],
    ['mine', 'mine', 'mine', 'consensus'],
    ['consensus', 'consensus', 'consensus', 'consensus'],
  ] as const)('the source %s first, then the next', (fairSource, withAll, withoutFair, withoutMine) => {
    const value = { fairSource }
    expect(worthOf('a', [fair('b', 0.52)], { value, mine: 120 })?.source).toBe(withAll)
    expect(worthOf('a', [], { value, mine: 120 })?.source).toBe(withoutFair)
    expect(worthOf('a', [], { value })?.source).toBe(withoutMine)
  })

  it('a partition until it is too old, which ends the value', () => {
    const context = { now: noon, staleAfterMs: 3_600_000, value: defaultValueSettings }
    expect(rowValue(cells, null, context, { fairs: [fair('b', 0.5)], legs: [] }).freshUntil).toBe(
      noon + 600_000,
    )
  })
})
