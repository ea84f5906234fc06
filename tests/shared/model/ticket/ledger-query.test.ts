import { describe, expect, it } from 'vitest'
import { isWithoutEffect, parseLedgerQuery } from '../../../../src/shared/model/ticket/ledger-query.ts'
import { rational } from '../../../../src/shared/odds/rational.ts'
import { fc } from '../../../support/property.ts'

const limit = (measure: string, sign: string, num: bigint, den = 1n) => ({
  measure,
  sign,
  bound: rational(num, den),
})
const nothing = { words: [], leftOut: [], limits: [], ignored: [], notLimits: [] }

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
    expect(parseLedgerQuery('-over - -x')).toEqual({ ...nothing, ignored: ['-', '-over', '-x'] })
  })

  it('names each part that it does not use', () => {
    expect(parseLedgerQuery('stake>30<50 27.5 over')).toEqual({
      ...nothing,
      limits: [limit('stake', '>', 30n)],
      ignored: ['27.5', 'over'],
      notLimits: ['<50'],
    })
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
