import { describe, expect, it } from 'vitest'
import { priceText, toAmerican } from '../../src/demo/price-text.ts'
import { priceFormats, type PriceFormat } from '../../src/shared/odds/price.ts'

const VECTORS: readonly (readonly [number, Readonly<Record<PriceFormat, string>>])[] = [
  [-400, vector('-400', '1.250', '1/4', '80.00%', '0.250', '0.25', '-4.00')],
  [-150, vector('-150', '1.667', '2/3', '60.00%', '0.667', '0.6667', '-1.50')],
  [-110, vector('-110', '1.909', '10/11', '52.38%', '0.909', '0.9091', '-1.10')],
  [100, vector('+100', '2.000', '1/1', '50.00%', '1.000', '1.00', '1.00')],
  [110, vector('+110', '2.100', '11/10', '47.62%', '1.100', '-0.9091', '1.10')],
  [425, vector('+425', '5.250', '17/4', '19.05%', '4.250', '-0.2353', '4.25')],
  [5000, vector('+5000', '51.00', '50/1', '1.96%', '50.00', '-0.02', '50.00')],
]

function vector(
  ...texts: [string, string, string, string, string, string, string]
): Record<PriceFormat, string> {
  const [american, decimal, fractional, probability, hongKong, malaysian, indonesian] = texts
  return { american, decimal, fractional, probability, hong_kong: hongKong, malaysian, indonesian }
}

/** The decimal price each format says, read in the simplest way. */
const READERS: Readonly<Record<PriceFormat, (text: string) => number>> = {
  american: text => 1 + (Number(text) > 0 ? Number(text) / 100 : -100 / Number(text)),
  decimal: Number,
  fractional: text => 1 + Number(text.split('/')[0]) / Number(text.split('/')[1]),
  probability: text => 100 / Number.parseFloat(text),
  malaysian: text => 1 + (Number(text) > 0 ? Number(text) : -1 / Number(text)),
  indonesian: text => 1 + (Number(text) > 0 ? Number(text) : -1 / Number(text)),
  hong_kong: text => 1 + Number(text),
}

describe('a price', () => {
  it.each(VECTORS)('of %i is written in all seven formats', (american, texts) => {
    for (const format of priceFormats) expect(priceText(american, format)).toBe(texts[format])
  })

  it('is the same price in every format, but for rounding', () => {
    for (let american = -3000; american <= 5000; american += 7) {
      if (Math.abs(american) < 100) continue
      const decimal = READERS.american(priceText(american, 'american'))
      for (const format of priceFormats) {
        const read = READERS[format](priceText(american, format))
        expect(Math.abs(read / decimal - 1), `${format} of ${american}`).toBeLessThan(0.004)
      }
    }
  })

  it.each([
    [2, 100],
    [1.9999, 100],
    [1.909091, -110],
    [2.104, 110],
    [4.23, 325],
    [26.1, 2500],
    [1001, 100_000],
    [1.01, -10_000],
  ])('of %d decimal is shown as %i', (decimal, american) => {
    expect(toAmerican(decimal)).toBe(american)
  })
})
