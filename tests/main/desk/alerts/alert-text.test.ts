import { describe, expect, it } from 'vitest'
import { describeMatch } from '../../../../src/main/desk/alerts/alert-text.ts'
import type { AlertMatch } from '../../../../src/main/desk/alerts/alert-match.ts'
import type { AlertRule } from '../../../../src/shared/model/parlay/alert.ts'
import type { CellValue } from '../../../../src/shared/model/price/row-value.ts'
import { americanPrice, leg, noon } from '../../../support/shared/desk-rows.ts'

const wording = {
  format: 'american',
  nameOf: (id: string) => id.toUpperCase(),
  now: noon,
} as const
const minute = 60_000
const worth = { source: 'consensus', p: 0.17, ev: 0.062, edge: 0.01 } as const
const cellOf = (american: number, books = 7): CellValue => ({
  bookId: 'bravo',
  price: americanPrice(american),
  suspectBy: null,
  limitMinor: null,
  consensus: { p: 0.17, books },
  worth,
})
const { game } = leg('x', 'y')
const starts = (afterMs: number, isLate: boolean): AlertMatch => ({
  kind: 'game-starts',
  game,
  startAt: noon + afterMs,
  isLate,
})
const ten: AlertRule = { kind: 'game-starts', beforeMs: 10 * minute }
const move: AlertRule = { kind: 'books-move', direction: 'either', books: 1, points: 0.02, withinMs: minute }
const evOver: AlertRule = { kind: 'ev-over', ev: 0.05 }

describe('describeMatch', () => {
  it.each<[string, AlertMatch, AlertRule]>([
    [
      'BRAVO is at −120. Your alert: −150.',
      { kind: 'price-reaches', cell: cellOf(-120) },
      { kind: 'price-reaches', bookIds: [], price: americanPrice(-150) },
    ],
    [
      'BRAVO at +560 has +6.2% EV by the consensus of 7 books.',
      { kind: 'ev-over', cell: cellOf(560), worth },
      evOver,
    ],
    [
      'BRAVO at +560 has +6.2% EV by your fair price.',
      { kind: 'ev-over', cell: cellOf(560), worth: { ...worth, source: 'mine' } },
      evOver,
    ],
    ...(
      [
        ['DELTA’s fair price', ['delta'], false],
        ['its own margin', ['bravo'], true],
        ['the fair prices of 2 books', ['a', 'b'], false],
      ] as const
    ).map(([by, bookIds, isOwn]): [string, AlertMatch, AlertRule] => [
      `BRAVO at +560 has +6.2% EV by ${by}.`,
      {
        kind: 'ev-over',
        cell: cellOf(560),
        worth: { ...worth, source: 'partition', partition: { bookIds, isOwn } },
      },
      evOver,
    ]),
    [
      '1 book moved up: A +233 to +260.',
      {
        kind: 'books-move',
        direction: 'up',
        moves: [{ bookId: 'a', from: americanPrice(233), to: americanPrice(260), points: -0.0225 }],
      },
      move,
    ],
    [
      '5 books moved down: A −110 to −120, B −110 to −120, C −110 to −120, D −110 to −120 and 1 more.',
      {
        kind: 'books-move',
        direction: 'down',
        moves: ['a', 'b', 'c', 'd', 'e'].map(bookId => ({
          bookId,
          from: americanPrice(-110),
          to: americanPrice(-120),
          points: 0.0216,
        })),
      },
      move,
    ],
    ['RVT at HBR starts in 10 min.', starts(9.5 * minute, false), ten],
    ['RVT at HBR starts in 3 min. Your alert: 10 min before.', starts(3 * minute, true), ten],
    ['RVT at HBR starts now. Your alert: 10 min before.', starts(0, true), ten],
  ])('%s', (sentence, sighting, rule) => {
    expect(describeMatch(sighting, rule, wording)).toBe(sentence)
  })

  it('shows prices in the format of the user', () => {
    const rule: AlertRule = { kind: 'price-reaches', bookIds: [], price: americanPrice(550) }
    expect(
      describeMatch({ kind: 'price-reaches', cell: cellOf(560) }, rule, { ...wording, format: 'decimal' }),
    ).toBe('BRAVO is at 6.60. Your alert: 6.50.')
  })
})
