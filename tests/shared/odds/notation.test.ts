import { describe, expect, it } from 'vitest'
import { oddsFrom, writtenFrom } from '../../../src/shared/odds/notation.ts'
import { priceFormats } from '../../../src/shared/odds/price.ts'
import { add, rational, type Rational } from '../../../src/shared/odds/rational.ts'
import { compareRationals } from '../../support/shared/prices.ts'
import { fc } from '../../support/property.ts'

const anyPart = fc.bigInt({ min: 1n, max: 10n ** 12n })
const anyOdds = fc.tuple(anyPart, anyPart).map(([num, den]) => add(rational(num, den), rational(1n)))

const vectors: [string, Record<(typeof priceFormats)[number], Rational>][] = [
  [
    '-110',
    {
      american: rational(-110n),
      decimal: rational(21n, 11n),
      fractional: rational(10n, 11n),
      probability: rational(11n, 21n),
      malaysian: rational(10n, 11n),
      indonesian: rational(-11n, 10n),
      hong_kong: rational(10n, 11n),
    },
  ],
  [
    '+425',
    {
      american: rational(425n),
      decimal: rational(21n, 4n),
      fractional: rational(17n, 4n),
      probability: rational(4n, 21n),
      malaysian: rational(-4n, 17n),
      indonesian: rational(17n, 4n),
      hong_kong: rational(17n, 4n),
    },
  ],
  [
    'evens',
    {
      american: rational(100n),
      decimal: rational(2n),
      fractional: rational(1n),
      probability: rational(1n, 2n),
      malaysian: rational(1n),
      indonesian: rational(1n),
      hong_kong: rational(1n),
    },
  ],
]

describe('notation', () => {
  it.each(vectors)('converts %s between all formats exactly', (_, written) => {
    for (const format of priceFormats) {
      expect(writtenFrom(format, written.decimal)).toEqual(written[format])
      expect(oddsFrom(format, written[format])).toEqual(written.decimal)
    }
  })

  it.each(priceFormats)('gives back the very odds it wrote as %s', format => {
    fc.assert(
      fc.property(anyOdds, odds => {
        expect(oddsFrom(format, writtenFrom(format, odds))).toEqual(odds)
      }),
    )
  })

  it('reads both signs of even money as 2', () => {
    expect(oddsFrom('american', rational(-100n))).toEqual(rational(2n))
    expect(oddsFrom('malaysian', rational(-1n))).toEqual(rational(2n))
    expect(oddsFrom('indonesian', rational(-1n))).toEqual(rational(2n))
  })

  it('has no odds at or below 1, whatever is written', () => {
    const anyWritten = fc
      .tuple(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), anyPart)
      .map(([num, den]) => rational(num, den))
    fc.assert(
      fc.property(fc.constantFrom(...priceFormats), anyWritten, (format, written) => {
        const odds = oddsFrom(format, written)
        if (odds !== undefined) expect(compareRationals(odds, rational(1n))).toBe(1)
      }),
    )
  })

  it.each([
    ['american', rational(9999n, 100n)],
    ['american', rational(-9999n, 100n)],
    ['american', rational(0n)],
    ['decimal', rational(1n)],
    ['decimal', rational(-2n)],
    ['fractional', rational(0n)],
    ['hong_kong', rational(-1n, 2n)],
    ['probability', rational(1n)],
    ['probability', rational(0n)],
    ['malaysian', rational(0n)],
    ['malaysian', rational(101n, 100n)],
    ['malaysian', rational(-101n, 100n)],
    ['indonesian', rational(99n, 100n)],
    ['indonesian', rational(-99n, 100n)],
    ['indonesian', rational(0n)],
  ] as const)('has no odds outside the range of %s: %o', (format, written) => {
    expect(oddsFrom(format, written)).toBeUndefined()
  })
})
