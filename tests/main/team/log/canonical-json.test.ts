import { describe, expect, it } from 'vitest'
import {
  NotCanonical,
  parseCanonicalJson,
  toCanonicalJson,
} from '../../../../src/main/team/log/canonical-json.ts'
import { fc } from '../../../support/property.ts'

/** The double with these bits, of RFC 8785, appendix B. */
const toNumber = (bits: string): number => Buffer.from(bits, 'hex').readDoubleBE()

describe('toCanonicalJson', () => {
  it('writes the example of RFC 8785, 3.2.2, with its keys in order', () => {
    const value = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\u0022\u002f",
      literals: [null, true, false],
    }
    expect(toCanonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  it('orders keys by UTF-16 units, as RFC 8785, 3.2.3', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const value = Object.fromEntries(keys.map(key => [key, 0]))
    const text = toCanonicalJson(value)
    const ordered = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
    const places = ordered.map(key => text.indexOf(JSON.stringify(key)))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
  ])('writes the number with the bits %s as %s', (bits, text) => {
    expect(toCanonicalJson(toNumber(bits))).toBe(text)
  })

  it.each([[NaN], [Infinity], [-Infinity], ['\ud800'], [{ 'a\udfff': 1 }], [1n], [() => 1], [[undefined]]])(
    'refuses a value that JSON cannot hold: %s',
    value => {
      expect(() => toCanonicalJson(value)).toThrow(NotCanonical)
    },
  )

  it('leaves out properties that are undefined', () => {
    expect(toCanonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}')
  })

  it('refuses a value nested too deeply, and takes one at the limit', () => {
    const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)])
    expect(toCanonicalJson(nest(32))).toHaveLength(65)
    expect(() => toCanonicalJson(nest(33))).toThrow(NotCanonical)
    expect(() => parseCanonicalJson('['.repeat(100_000))).toThrow(NotCanonical)
  })

  it('is the same for equal values whatever the order of their keys, and reads back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), value => {
        const shuffled = Object.fromEntries(Object.entries(value).toReversed())
        const text = toCanonicalJson(value)
        expect(toCanonicalJson(shuffled)).toBe(text)
        expect(parseCanonicalJson(text)).toEqual(JSON.parse(text))
        expect(toCanonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })
})

describe('parseCanonicalJson', () => {
  it.each([
    ['no JSON', '{'],
    ['a space', '{"a": 1}'],
    ['keys out of order', '{"b":1,"a":2}'],
    ['a key twice', '{"a":1,"a":1}'],
    ['a number written otherwise', '[1.0]'],
    ['a needless escape', String.raw`["\u0041"]`],
    ['an escape in capitals', String.raw`["\u000F"]`],
    ['half a character', String.raw`["\ud800"]`],
    ['a byte order mark', '\ufeff1'],
    ['negative zero', '-0'],
  ])('refuses %s', (_, text) => {
    expect(() => parseCanonicalJson(text)).toThrow(NotCanonical)
  })
})
