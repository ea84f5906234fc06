import { describe, expect, it } from 'vitest'
import { writtenFrom } from '../../../src/shared/odds/notation.ts'
import { priceFormats, type PriceFormat } from '../../../src/shared/odds/price.ts'
import { priceIn } from '../../../src/shared/odds/price-format.ts'
import { toNumber } from '../../../src/shared/odds/rational.ts'
import { fc } from '../../support/property.ts'
import { anyPrice, parsed } from '../../support/shared/prices.ts'

const columns = [
  'american',
  'decimal',
  'fractional',
  'probability',
  'hong_kong',
  'malaysian',
  'indonesian',
] as const
const otherFormats = priceFormats.filter(format => format !== 'fractional')

const inAll = (text: string, format: PriceFormat) =>
  columns.map(column => priceIn(column, parsed(text, format))).join(' | ')

describe('priceIn', () => {
  it.each([
    ['-400', '-400 | 1.25 | 1/4 | 80% | 0.25 | +0.25 | -4.00'],
    ['-150', '-150 | 1.6667 | 2/3 | 60% | 0.6667 | +0.6667 | -1.50'],
    ['-110', '-110 | 1.9091 | 10/11 | 52.381% | 0.9091 | +0.9091 | -1.10'],
    ['+100', '+100 | 2.00 | 1/1 | 50% | 1.00 | +1.00 | +1.00'],
    ['+110', '+110 | 2.10 | 11/10 | 47.619% | 1.10 | -0.9091 | +1.10'],
    ['+425', '+425 | 5.25 | 17/4 | 19.0476% | 4.25 | -0.2353 | +4.25'],
    ['+5000', '+5000 | 51.00 | 50/1 | 1.9608% | 50.00 | -0.02 | +50.00'],
  ])('writes American %s as %s', (text, row) => {
    expect(inAll(text, 'american')).toBe(row)
  })

  it.each([
    ['1.91', 'decimal', '-110 | 1.91 | 91/100 | 52.356% | 0.91 | +0.91 | -1.0989'],
    ['1.909', 'decimal', '-110 | 1.909 | ≈10/11 | 52.3834% | 0.909 | +0.909 | -1.1001'],
    ['100/30', 'fractional', '+333 | 4.3333 | 100/30 | 23.0769% | 3.3333 | -0.30 | +3.3333'],
    ['Evens', 'fractional', '+100 | 2.00 | Evens | 50% | 1.00 | +1.00 | +1.00'],
    ['-0.5', 'malaysian', '+200 | 3.00 | 2/1 | 33.3333% | 2.00 | -0.5 | +2.00'],
    ['479/521', 'fractional', '-109 | 1.9194 | 479/521 | 52.1% | 0.9194 | +0.9194 | -1.0877'],
    ['60%', 'probability', '-150 | 1.6667 | 2/3 | 60% | 0.6667 | +0.6667 | -1.50'],
    ['-102.5', 'american', '-102.5 | 1.9756 | 40/41 | 50.6173% | 0.9756 | +0.9756 | -1.025'],
  ] as const)('writes %s %s as %s', (text, format, row) => {
    expect(inAll(text, format)).toBe(row)
  })

  it.each([
    ['+800000', '+800000 | 8001.00 | 8000/1 | 0.0125% | 8000.00 | -0.000125 | +8000.00'],
    ['-123456', '-123456 | 1.00081 | 25/30864 | 99.9191% | 0.00081 | +0.00081 | -1234.56'],
    ['-3000000', '-3000000 | 1.000033 | 1/30000 | 99.9967% | 0.000033 | +0.000033 | -30000.00'],
    ['-30000000', '-30000000 | 1.0000033 | 1/300000 | 99.99967% | 0.0000033 | +0.0000033 | -300000.00'],
    [
      '-300000000',
      '-300000000 | 1.00000033 | 1/3000000 | 99.999967% | 0.00000033 | +0.00000033 | -3000000.00',
    ],
    [
      '+300000000',
      '+300000000 | 3000001.00 | 3000000/1 | 0.000033% | 3000000.00 | -0.00000033 | +3000000.00',
    ],
  ])('never rounds %s to a price that cannot be, or to another one', (text, row) => {
    expect(inAll(text, 'american')).toBe(row)
  })

  it('keeps the profit to 1% in every format', () => {
    const profits = fc
      .integer({ min: -7, max: 6 })
      .chain(power => fc.double({ min: 1, max: 10, noNaN: true }).map(figures => figures * 10 ** power))
    fc.assert(
      fc.property(profits, fc.constantFrom(...priceFormats), (profit, format) => {
        const price = parsed((1 + profit).toFixed(12), 'decimal')
        const shown = parsed(priceIn(format, price).replace('≈', ''), format)
        expect(Math.abs((shown.decimal - 1) / (price.decimal - 1) - 1)).toBeLessThanOrEqual(0.0102)
      }),
    )
  })

  it('gives the text it came with in its own format, without the spaces around it', () => {
    expect(priceIn('american', parsed(' \u2212110 ', 'american'))).toBe('\u2212110')
    expect(priceIn('decimal', parsed('1.9100', 'decimal'))).toBe('1.9100')
  })

  it('rounds an American half away from even money', () => {
    expect(priceIn('american', parsed('41/40', 'fractional'))).toBe('+103')
    expect(priceIn('american', parsed('40/41', 'fractional'))).toBe('-103')
  })

  it('writes what its own format reads back, within half a unit of the last decimal shown', () => {
    fc.assert(
      fc.property(anyPrice, fc.constantFrom(...otherFormats), (price, format) => {
        const back = parsed(priceIn(format, price), format)
        const [shown, meant] = [back, price].map(({ odds }) => toNumber(writtenFrom(format, odds)))
        // At even money -100 and +100 are the same price.
        const isEven = back.decimal === 2
        const error = Math.abs(
          isEven ? Math.abs(shown ?? 0) - Math.abs(meant ?? 0) : (shown ?? 0) - (meant ?? 0),
        )
        const unit = format === 'american' ? 1 : format === 'probability' ? 1e-6 : 1e-4
        expect(error).toBeLessThanOrEqual(unit * 0.5000001)
      }),
    )
  })

  it('marks a fraction as approximate exactly when it is, and then is close', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 100_001n, max: 10n ** 9n }), digits => {
        const price = parsed(`${digits / 100_000n}.${String(digits % 100_000n).padStart(5, '0')}`, 'decimal')
        const text = priceIn('fractional', price)
        const back = parsed(text.replace('≈', ''), 'fractional')
        const same = back.odds.num === price.odds.num && back.odds.den === price.odds.den
        expect(text.startsWith('≈')).toBe(!same)
        expect(Math.abs(back.decimal / price.decimal - 1)).toBeLessThan(0.005)
      }),
    )
  })

  it('keeps the order of prices in every format', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, fc.constantFrom(...priceFormats), (a, b, format) => {
        const [low, high] = a.decimal <= b.decimal ? [a, b] : [b, a]
        const shown = [low, high].map(
          price => parsed(priceIn(format, price).replace('≈', ''), format).decimal,
        )
        expect(shown[0]).toBeLessThanOrEqual(shown[1] ?? 0)
      }),
    )
  })
})
