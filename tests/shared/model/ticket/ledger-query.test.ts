import { describe, expect, it } from 'vitest'
import { isWithoutEffect, parseLedgerQuery } from '../../../../src/shared/model/ticket/ledger-query.ts'
import type { Calendar } from '../../../../src/shared/text/typed-day.ts'
import { rational } from '../../../../src/shared/odds/rational.ts'
import { fc } from '../../../support/property.ts'

const limit = (measure: string, sign: string, num: bigint, den = 1n) => ({
  measure,
  sign,
  bound: rational(num, den),
})
const nothing = { words: [], leftOut: [], limits: [], groups: [], ignored: [], notLimits: [] }

describe('parseLedgerQuery', () => {
  it.each([
    ['stake>30', limit('stake', '>', 30n)],
    ['Stake >= $1,030.07', limit('stake', '>=', 103_007n, 100n)],
    ['stake =  .5', limit('stake', '=', 1n, 2n)],
    ['pl>100', limit('profit', '>', 100n)],
    ['P/L < 0', limit('profit', '<', 0n)],
    ['profit<−$20.', limit('profit', '<', -20n)],
    ['profit => $-20', limit('profit', '>=', -20n)],
    ['clv>5', limit('clv', '>', 1n, 20n)],
    ['clv ≤ -1.25%', limit('clv', '<=', -1n, 80n)],
    ['legs>2', limit('legs', '>', 2n)],
    ['price>300', limit('price', '>', 4n)],
    ['price > +300', limit('price', '>', 4n)],
    ['price<-110', limit('price', '<', 21n, 11n)],
    ['price=100', limit('price', '=', 2n)],
    ['price>=4.5', limit('price', '>=', 9n, 2n)],
    ['price=<1', limit('price', '<=', 1n)],
  ])('reads the limit “%s” exactly', (text, expected) => {
    expect(parseLedgerQuery(text)).toEqual({ ...nothing, limits: [expected] })
  })

  it('reads words and several limits in any order', () => {
    expect(parseLedgerQuery('Thorn stake > 30 pl<0 O18 pts')).toEqual({
      ...nothing,
      words: ['thorn', 'o18', 'pts'],
      limits: [limit('stake', '>', 30n), limit('profit', '<', 0n)],
    })
  })

  it.each(['pl>', 'pl >', 'stake>$', 'clv<-', 'price > +', 'legs≥', 'stake>.', '  '])(
    'leaves “%s”, which has no number yet, without effect',
    text => {
      expect(parseLedgerQuery(text)).toEqual(nothing)
      expect(parseLedgerQuery(`${text} thorn`)).toEqual({ ...nothing, words: ['thorn'] })
    },
  )

  it.each([
    ...['foo>3', 'Foo > 3', 'constructor>3', '>3', '30<stake', 'stake>30%', 'stake>1,00', 'clv>$5', 'pl>abc'],
    ...['legs>two', 'price>0.5', 'price>-50', 'price>+50', 'price>5/2', 'foo>', 'stake>1e3'],
  ])('names “%s”, which is no limit, as typed', text => {
    expect(parseLedgerQuery(` thorn ${text} `).notLimits).toEqual(
      // A word before a bare sign is taken for its name.
      [text.startsWith('>') ? `thorn ${text}` : text],
    )
  })

  it('leaves out words after a minus, but not lines', () => {
    expect(parseLedgerQuery('lost -props !North-Pier −über -3.5 stake>30 o-neill')).toEqual({
      ...nothing,
      words: ['lost', '-3.5', 'neill'],
      leftOut: [['props'], ['north', 'pier'], ['uber']],
      limits: [limit('stake', '>', 30n)],
    })
    expect(parseLedgerQuery('-over - -x')).toEqual({ ...nothing, ignored: ['-over', '-', '-x'] })
  })

  it('names each part that it does not use', () => {
    expect(parseLedgerQuery('stake>30<50 27.5 over')).toEqual({
      ...nothing,
      limits: [limit('stake', '>', 30n)],
      ignored: ['27.5', 'over'],
      notLimits: ['<50'],
    })
  })

  const american: Calendar = {
    today: '2026-11-28',
    isDayFirst: false,
    hasDots: false,
    months: new Map([
      ['nov', 11],
      ['november', 11],
      ['april', 4],
      ['dec', 12],
    ]),
    weekdays: new Map([
      ['monday', 1],
      ['saturday', 6],
    ]),
  }
  const german: Calendar = { ...american, isDayFirst: true, hasDots: true }
  const limitOf = (measure: string, num: bigint, den = 1n) => ({
    kind: 'limit',
    limit: limit(measure, '=', num, den),
  })
  const days = (from: string, to: string) => ({ kind: 'days', from, to })
  const day = (text: string) => days(text, text)
  const part = (...readings: readonly object[]) => ({ readings, isLeftOut: false })

  it.each([
    ['+355', [limitOf('price', 91n, 20n), { kind: 'words', words: ['+355'] }]],
    ['355', [limitOf('price', 91n, 20n), limitOf('stake', 355n), limitOf('profit', 355n)]],
    ['−110', [limitOf('price', 21n, 11n), { kind: 'words', words: ['-110'] }]],
    ['4.55', [limitOf('price', 91n, 20n), limitOf('stake', 91n, 20n), limitOf('profit', 91n, 20n)]],
    ['0.40', [limitOf('stake', 2n, 5n), limitOf('profit', 2n, 5n)]],
    ['$40', [limitOf('stake', 40n), limitOf('profit', 40n)]],
    ['$1,040.07', [limitOf('stake', 104_007n, 100n), limitOf('profit', 104_007n, 100n)]],
    ['-1.25', [limitOf('profit', -5n, 4n), { kind: 'words', words: ['-1.25'] }]],
    ['27.11', [limitOf('price', 2711n, 100n), limitOf('stake', 2711n, 100n), limitOf('profit', 2711n, 100n)]],
  ])('reads “%s” as all that it can be, exactly', (text, readings) => {
    const [group, ...others] = parseLedgerQuery(text, american).groups
    expect(others).toEqual([])
    expect(group?.[0]?.readings).toHaveLength(readings.length)
    expect(group?.[0]?.readings).toEqual(expect.arrayContaining(readings))
  })

  it.each(['27.5', '40', '099', '+50', '$', '13/35', '2026-02-30', '31.2.2026', '1,5'])(
    'does not guess at “%s”, which can be anything',
    text => {
      expect(parseLedgerQuery(text, american).groups).toEqual([])
    },
  )

  it.each([
    ...[['2026-11-27'], ['2026/11/27'], ['11/27'], ['27/11'], ['11/27/26'], ['27.11.2026'], ['27.11.']],
    ...[['nov 27'], ['Nov. 27th'], ['27 nov'], ['nov 27, 2026'], ['yesterday']],
  ])('reads “%s” as a day', text => {
    expect(parseLedgerQuery(`${text} thorn`, american)).toEqual({
      ...nothing,
      words: ['thorn'],
      groups: [[part(day('2026-11-27'))]],
    })
  })

  it('reads days by the locale, the last one that has been, and leaves others alone', () => {
    const dayOf = (text: string, calendar: Calendar) =>
      parseLedgerQuery(text, calendar)
        .groups.flat()
        .map(({ readings }) => readings[0])
    expect(dayOf('3/4', american)).toEqual([day('2026-03-04')])
    expect(dayOf('3/4', german)).toEqual([day('2026-04-03')])
    expect(dayOf('12/25', american)).toEqual([day('2025-12-25')])
    expect(dayOf('2/29', american)).toEqual([day('2024-02-29')])
    expect(dayOf('today', american)).toEqual([day('2026-11-28')])
    expect(dayOf('27.11', german)).toEqual([day('2026-11-27')])
    // It may be a price or an amount as well.
    expect(parseLedgerQuery('27.11', german).groups.flat()[0]?.readings).toHaveLength(4)
    expect(parseLedgerQuery('nov thorn', american).words).toEqual(['nov', 'thorn'])
  })

  it.each([
    ['nov 20-24', [days('2026-11-20', '2026-11-24')]],
    ['Nov 20–24, 2025', [days('2025-11-20', '2025-11-24')]],
    ['nov 2025', [days('2025-11-01', '2025-11-30')]],
    ['November', [days('2026-11-01', '2026-11-30'), { kind: 'words', words: ['november'] }]],
    ['april', [days('2026-04-01', '2026-04-30'), { kind: 'words', words: ['april'] }]],
    ['dec 2026', [days('2026-12-01', '2026-12-31')]],
    ['saturday', [day('2026-11-28'), { kind: 'words', words: ['saturday'] }]],
    ['monday', [day('2026-11-23'), { kind: 'words', words: ['monday'] }]],
  ])('reads “%s” as days', (text, readings) => {
    expect(parseLedgerQuery(text, american)).toEqual({ ...nothing, groups: [[part(...readings)]] })
  })

  it('reads no days that end before they begin, nor those that no month has', () => {
    const daysOf = (text: string) => parseLedgerQuery(text, american).groups.flat()
    expect(daysOf('nov 24-20')).toEqual([])
    expect(daysOf('nov 20-31')).toEqual([])
  })

  it('ignores “and” between parts, takes either by “or”, and leaves out by “not”', () => {
    const read = (text: string) => parseLedgerQuery(text, american)
    const words = (...found: readonly string[]) => part({ kind: 'words', words: found })
    expect(read('thorn and hayes & lost')).toEqual({ ...nothing, words: ['thorn', 'hayes', 'lost'] })
    expect(read('thorn OR hayes lost')).toEqual({
      ...nothing,
      words: ['lost'],
      groups: [[words('thorn'), words('hayes')]],
    })
    expect(read('thorn and not props')).toEqual({ ...nothing, words: ['thorn'], leftOut: [['props']] })
    expect(read('not today')).toEqual({
      ...nothing,
      groups: [[{ ...part(day('2026-11-28')), isLeftOut: true }]],
    })
    expect(read('stake>30 or pl<0').groups).toEqual([
      [
        part({ kind: 'limit', limit: limit('stake', '>', 30n) }),
        part({ kind: 'limit', limit: limit('profit', '<', 0n) }),
      ],
    ])
    // Words that join nothing may be the first letters of a name.
    for (const text of ['and', 'thorn and', 'or', 'or thorn', 'thorn or', 'not'])
      expect(read(text).words).toEqual(text.split(' '))
    expect(read('thorn or stake>')).toEqual({ ...nothing, words: ['thorn'] })
  })

  it('takes every amount for exactly what is typed', () => {
    const amounts = fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat(6))
    fc.assert(
      fc.property(amounts, ([digits, places]) => {
        const sign = digits < 0n ? '-' : ''
        const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
        const at = text.length - places
        const [{ bound } = { bound: undefined }] = parseLedgerQuery(
          `pl>${sign}${text.slice(0, at)}.${text.slice(at)}`,
        ).limits
        expect(bound).toEqual(rational(digits, 10n ** BigInt(places)))
      }),
    )
  })

  it('uses or names everything that is typed, and never throws', () => {
    const pieces = fc.constantFrom(
      'pl',
      'stake',
      'foo',
      'x',
      ' ',
      '>',
      '<',
      '=',
      '-',
      '$',
      '%',
      '5',
      '.',
      ',',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), typed => {
        const text = typed.join('')
        if (isWithoutEffect(parseLedgerQuery(text)))
          expect(text.replace(/(?:pl|stake)\s*(?:[<>]=?|=[<>]?)\s*[-$.%]*/gu, '').trim()).toBe('')
      }),
    )
  })
})
