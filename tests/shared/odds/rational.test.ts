import { describe, expect, it } from 'vitest'
import {
  add,
  div,
  mul,
  nearest,
  rational,
  round,
  toFixed,
  toNumber,
} from '../../../src/shared/odds/rational.ts'
import { compareRationals } from '../../support/shared/prices.ts'
import { fc } from '../../support/property.ts'

const anyRational = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).filter(n => n !== 0n),
  )
  .map(([num, den]) => rational(num, den))
const zero = rational(0n)

describe('rational', () => {
  it.each([
    [6n, 4n, 3n, 2n],
    [-6n, 4n, -3n, 2n],
    [6n, -4n, -3n, 2n],
    [0n, -7n, 0n, 1n],
    [0n, 10n ** 30n, 0n, 1n],
  ])('reduces %d/%d to %d/%d', (num, den, lowestNum, lowestDen) => {
    expect(rational(num, den)).toEqual({ num: lowestNum, den: lowestDen })
  })

  it('refuses a denominator of 0', () => {
    expect(() => rational(1n, 0n)).toThrow(new RangeError('A fraction cannot have the denominator 0'))
    expect(() => div(rational(1n), zero)).toThrow(RangeError)
  })

  it('obeys the laws of a field, in equal fields', () => {
    fc.assert(
      fc.property(anyRational, anyRational, anyRational, (a, b, c) => {
        expect(add(a, b)).toEqual(add(b, a))
        expect(mul(a, b)).toEqual(mul(b, a))
        expect(mul(a, add(b, c))).toEqual(add(mul(a, b), mul(a, c)))
        expect(add(a, zero)).toEqual(a)
        if (b.num !== 0n) expect(mul(div(a, b), b)).toEqual(a)
      }),
    )
  })

  it('orders as differences do', () => {
    fc.assert(
      fc.property(anyRational, anyRational, (a, b) => {
        const difference = add(a, mul(b, rational(-1n)))
        expect(compareRationals(a, b)).toBe(compareRationals(difference, zero))
        expect(compareRationals(a, a)).toBe(0)
      }),
    )
  })

  it('gives the nearest double while both parts are exact doubles', () => {
    expect(toNumber(rational(21n, 11n))).toBe(21 / 11)
    expect(toNumber(rational(-1n, 3n))).toBe(-1 / 3)
  })

  it.each([
    [5n, 2n, 3n],
    [49n, 20n, 2n],
    [0n, 1n, 0n],
    [7n, 1n, 7n],
  ])('rounds %d/%d to %d', (num, den, whole) => {
    expect(round(rational(num, den))).toBe(whole)
  })
})

describe('toFixed', () => {
  it.each([
    [1n, 3n, 4, '0.3333'],
    [2n, 3n, 4, '0.6667'],
    [1n, 8n, 2, '0.13'],
    [-1n, 8n, 2, '-0.13'],
    [-1n, 1000n, 2, '0.00'],
    [199999n, 100000n, 4, '2.0000'],
    [-221n, 2n, 0, '-111'],
    [51n, 1n, 2, '51.00'],
  ])('writes %d/%d with %d decimals as %s', (num, den, places, text) => {
    expect(toFixed(rational(num, den), places)).toBe(text)
  })

  it('stays within half a unit of the last decimal', () => {
    fc.assert(
      fc.property(anyRational, fc.integer({ min: 0, max: 12 }), (x, places) => {
        const scale = 10n ** BigInt(places)
        const written = rational(BigInt(toFixed(x, places).replace('.', '')), scale)
        const error = add(written, mul(x, rational(-1n)))
        const half = rational(1n, 2n * scale)
        expect(compareRationals(error, half)).toBeLessThanOrEqual(0)
        expect(compareRationals(mul(error, rational(-1n)), half)).toBeLessThanOrEqual(0)
      }),
    )
  })
})

describe('nearest', () => {
  const distance = (a: ReturnType<typeof rational>, b: ReturnType<typeof rational>) => {
    const difference = add(a, mul(b, rational(-1n)))
    return difference.num < 0n ? mul(difference, rational(-1n)) : difference
  }

  it.each([
    [9091n, 10000n, 100n, '10/11'],
    [314159265n, 100000000n, 100n, '311/99'],
    [3n, 7n, 100n, '3/7'],
    [1n, 1000n, 100n, '0/1'],
    [1n, 2n, 1n, '0/1'],
  ])('finds for %d/%d the nearest fraction with a denominator up to %d: %s', (num, den, limit, text) => {
    const found = nearest(rational(num, den), limit)
    expect(`${found.num}/${found.den}`).toBe(text)
  })

  it('is beaten by no other fraction within the limit, and is in lowest terms', () => {
    const anyPart = fc.bigInt({ min: 1n, max: 10n ** 9n })
    fc.assert(
      fc.property(anyPart, anyPart, fc.integer({ min: 1, max: 60 }), (num, den, limit) => {
        const x = rational(num, den)
        const found = nearest(x, BigInt(limit))
        expect(found.den).toBeLessThanOrEqual(BigInt(limit))
        expect(rational(found.num, found.den)).toEqual(found)
        for (let other = 1n; other <= BigInt(limit); other++) {
          const rival = rational(round(mul(x, rational(other))), other)
          expect(compareRationals(distance(found, x), distance(rival, x))).toBeLessThanOrEqual(0)
        }
      }),
    )
  })
})
