import { describe, expect, it } from 'vitest'
import { priceFormats, type PriceFormat } from '../../../src/shared/odds/price.ts'
import { parsePrice } from '../../../src/shared/odds/price-parse.ts'
import { rational } from '../../../src/shared/odds/rational.ts'
import { fc } from '../../support/property.ts'

const reading = (text: string, format: PriceFormat) => {
  const parsed = parsePrice(text, format)
  return parsed.ok ? `${parsed.price.odds.num}/${parsed.price.odds.den}` : parsed.reason
}

describe('parsePrice', () => {
  it.each([
    ['+110', 'american', '21/10'],
    ['110', 'american', '21/10'],
    ['-110', 'american', '21/11'],
    ['\u2212110', 'american', '21/11'],
    ['+102.5', 'american', '81/40'],
    ['+100', 'american', '2/1'],
    ['-100', 'american', '2/1'],
    ['+1,000', 'american', '11/1'],
    ['-1,100', 'american', '12/11'],
    ['+110,000', 'american', '1101/1'],
    ['+1 000', 'american', '11/1'],
    ['+1\u202f000', 'american', '11/1'],
    ['+1,234,500', 'american', '12346/1'],
    ['+1\u00a0234\u00a0500', 'american', '12346/1'],
    ['11\u221210', 'fractional', '21/10'],
    [' \u00a0+\u2009110\t\n', 'american', '21/10'],
    ['EVEN', 'american', '2/1'],
    ['ev', 'american', '2/1'],
    ['1.91', 'decimal', '191/100'],
    ['+1.91', 'decimal', '191/100'],
    ['1.6667', 'decimal', '16667/10000'],
    ['51', 'decimal', '51/1'],
    ['1,250.00', 'decimal', '1250/1'],
    ['1,000,000', 'decimal', '1000000/1'],
    ['12 500', 'decimal', '12500/1'],
    ['11/10', 'fractional', '21/10'],
    ['11-10', 'fractional', '21/10'],
    ['11 / 10', 'fractional', '21/10'],
    ['+11/10', 'fractional', '21/10'],
    ['100/30', 'fractional', '13/3'],
    ['1,000/1', 'fractional', '1001/1'],
    ['10,000,000/1', 'fractional', '10000001/1'],
    ['1/10,000,000', 'fractional', '10000001/10000000'],
    ['1/1', 'fractional', '2/1'],
    ['Evens', 'fractional', '2/1'],
    ['EVS', 'fractional', '2/1'],
    ['50%', 'probability', '2/1'],
    ['52.381 %', 'probability', '100000/52381'],
    ['0.5%', 'probability', '200/1'],
    ['0.5', 'probability', '2/1'],
    ['50', 'probability', '2/1'],
    ['1.5', 'probability', '200/3'],
    ['1%', 'probability', '100/1'],
    ['0.91', 'malaysian', '191/100'],
    ['-0.5', 'malaysian', '3/1'],
    ['+1.00', 'malaysian', '2/1'],
    ['-1.10', 'indonesian', '21/11'],
    ['4.25', 'indonesian', '21/4'],
    ['.91', 'hong_kong', '191/100'],
    ['50', 'hong_kong', '51/1'],
  ] as const)('reads %j as %s odds of exactly %s', (text, format, odds) => {
    expect(reading(text, format)).toBe(odds)
  })

  it('keeps the text verbatim, beside its format and the nearest double', () => {
    expect(parsePrice(' 100/30 ', 'fractional')).toEqual({
      ok: true,
      price: { text: ' 100/30 ', format: 'fractional', odds: rational(13n, 3n), decimal: 13 / 3 },
    })
  })

  it.each(['', ' ', '\u00a0\t'])('refuses %j as empty in every format', text => {
    for (const format of priceFormats) expect(reading(text, format)).toBe('empty')
  })

  it.each([
    'NaN',
    'Infinity',
    '-Infinity',
    '1e3',
    '1E3',
    '0x110',
    '0b11',
    '1_000',
    '++110',
    '+-110',
    '--110',
    '110-',
    '1.2.3',
    '.',
    '+',
    '-',
    '%',
    '110.',
    '1,5',
    '1,0000',
    '12,34,567',
    '0,500',
    '1,000 000',
    '1.000,50',
    '1 10',
    '5 1/2',
    '1/2/3',
    '/2',
    '1/',
    '5%%',
    '\u0661\u0661\u0660',
    '\uff11\uff11\uff10',
    'EVENT',
    'seven',
    'XEV',
    'n/a',
    '+110 (was +120)',
    '≈10/11',
    '\u202e110',
  ])('refuses %j as no number in every format', text => {
    for (const format of priceFormats) expect(reading(text, format)).toBe('not-a-number')
  })

  it.each([
    ['0', 'american'],
    ['99.99', 'american'],
    ['-99.99', 'american'],
    ['1.91', 'american'],
    ['0', 'decimal'],
    ['1', 'decimal'],
    ['1.000', 'decimal'],
    ['0.91', 'decimal'],
    ['-110', 'decimal'],
    ['0/5', 'fractional'],
    ['5/0', 'fractional'],
    ['0', 'probability'],
    ['1', 'probability'],
    ['1.00', 'probability'],
    ['100', 'probability'],
    ['100%', 'probability'],
    ['0%', 'probability'],
    ['-50%', 'probability'],
    ['0.00', 'malaysian'],
    ['1.91', 'malaysian'],
    ['-1.10', 'malaysian'],
    ['0', 'indonesian'],
    ['0.91', 'indonesian'],
    ['0', 'hong_kong'],
    ['-0.5', 'hong_kong'],
    ['1.00000000000000000000000001', 'decimal'],
  ] as const)('refuses %j as out of range for %s', (text, format) => {
    expect(reading(text, format)).toBe('out-of-range')
  })

  it.each(['decimal', 'probability', 'malaysian', 'indonesian', 'hong_kong'] as const)(
    'refuses a lone comma that may be thousands or decimals in %s',
    format => {
      for (const text of ['1,250', '12,500']) expect(reading(text, format)).toBe('ambiguous')
    },
  )

  it('refuses more than 32 characters, however plain', () => {
    expect(reading('2'.padEnd(32, '0'), 'decimal')).toBe(`2${'0'.repeat(31)}/1`)
    expect(reading('2'.padEnd(33, '0'), 'decimal')).toBe('too-long')
    expect(reading(`2.5${' '.repeat(30)}`, 'decimal')).toBe('too-long')
  })

  it('never infers the format from the number', () => {
    expect(priceFormats.map(format => reading('110', format))).toEqual([
      '21/10',
      '110/1',
      'not-a-number',
      'out-of-range',
      'out-of-range',
      '111/1',
      '111/1',
    ])
  })

  it.each([
    ['', 'Enter a price.'],
    ['1,250', 'Leave out the comma.'],
    ['2'.repeat(33), 'Use at most 32 characters.'],
    ['soon', 'A decimal price is above 1, such as 1.91.'],
  ])('says of %j what to do: %s', (text, sentence) => {
    expect(parsePrice(text, 'decimal')).toMatchObject({ ok: false, sentence })
  })

  it('says in one sentence what it expected', () => {
    expect(parsePrice('-50', 'american')).toEqual({
      ok: false,
      reason: 'out-of-range',
      sentence: 'An American price is +100 or more, or −100 or less, such as −110.',
    })
  })

  it.each(priceFormats)('writes no hyphen for a minus in what it expected: %s', format => {
    const parsed = parsePrice('0', format)
    expect(parsed).not.toHaveProperty('sentence', expect.stringMatching(/-\d/))
    const [, example = ''] = / such as (.+)\.$/.exec(parsed.ok ? '' : parsed.sentence) ?? []
    expect(parsePrice(example, format)).toHaveProperty('ok', true)
  })

  const priceCharacters = Array.from('0123456789+-\u2212.,/% evEVnNsSxX\u00a0')
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...priceCharacters), maxLength: 34 }),
    fc.tuple(fc.double(), fc.constantFrom('', '%')).map(parts => parts.join('')),
  )

  it('answers any text without throwing: a price above 1, or a sentence', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...priceFormats), (text, format) => {
        const parsed = parsePrice(text, format)
        if (parsed.ok) {
          expect(parsed.price).toMatchObject({ text, format })
          expect(parsed.price.decimal).toBeGreaterThan(1)
          expect(parsed.price.decimal).toBeLessThan(Infinity)
          expect(parsed.price.odds.num).toBeGreaterThan(parsed.price.odds.den)
        } else {
          expect(parsed.sentence).toMatch(/^[A-Z].+\.$/)
        }
      }),
      { numRuns: 5_000 },
    )
  })
})
