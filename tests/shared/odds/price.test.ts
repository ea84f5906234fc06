import { describe, expect, it } from 'vitest'
import { oddsFrom, writtenFrom } from '../../../src/shared/odds/notation.ts'
import { exactPayoutMinor, priceFormats } from '../../../src/shared/odds/price.ts'
import { priceIn } from '../../../src/shared/odds/price-format.ts'
import { fc } from '../../support/property.ts'
import { anyPrice, parsed } from '../../support/shared/prices.ts'

/** All whole Americans of these tests: -10000 to -101, and +100 to +100000. */
function* wholeAmericans() {
  for (let american = -10_000; american <= -101; american++) yield String(american)
  for (let american = 100; american <= 100_000; american++) yield `+${american}`
}

describe('a whole American price', () => {
  it.each(priceFormats)('is the same after any walk through exact %s', format => {
    const changed = []
    for (const text of wholeAmericans()) {
      const price = parsed(text, 'american')
      const odds = oddsFrom(format, writtenFrom(format, price.odds))
      if (odds?.num !== price.odds.num || odds.den !== price.odds.den) changed.push(text)
    }
    expect(changed).toEqual([])
  })

  it('is the same after being shown as a fraction and read again', () => {
    const changed = []
    for (const text of wholeAmericans()) {
      const shown = priceIn('fractional', parsed(text, 'american'))
      if (priceIn('american', parsed(shown, 'fractional')) !== text) changed.push(text)
    }
    expect(changed).toEqual([])
  })

  it('would change 1805 times in 1900 through a displayed two-decimal price, which is why no conversion does that', () => {
    let changed = 0
    for (let american = -2000; american <= -101; american++) {
      const twoDecimals = parsed(parsed(String(american), 'american').decimal.toFixed(2), 'decimal')
      if (priceIn('american', twoDecimals) !== String(american)) changed++
    }
    expect(changed).toBe(1805)
  })
})

describe('exactPayoutMinor', () => {
  it.each([
    [10_000, '-110', 19_091n],
    [10_000n, '+425', 52_500n],
    [1, '+150', 3n],
    [1, '-400', 1n],
    [2, '-400', 3n],
    [333, '-150', 555n],
    [0, '+100', 0n],
    [9_007_199_254_740_993n, '+100', 18_014_398_509_481_986n],
  ])('of a stake of %d at %s is %d, rounded once with a half up', (stake, text, payout) => {
    expect(exactPayoutMinor(stake, parsed(text, 'american'))).toBe(payout)
  })

  it('is within half a minor unit of stake times odds', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), anyPrice, (stake, price) => {
        const excess = 2n * (exactPayoutMinor(stake, price) * price.odds.den - stake * price.odds.num)
        expect(excess > -price.odds.den && excess <= price.odds.den).toBe(true)
      }),
    )
  })

  it('refuses a stake that is negative or no whole number', () => {
    const price = parsed('+100', 'american')
    expect(() => exactPayoutMinor(-1, price)).toThrow(new RangeError('A stake cannot be negative'))
    expect(() => exactPayoutMinor(1.5, price)).toThrow(RangeError)
    expect(() => exactPayoutMinor(Number.NaN, price)).toThrow(RangeError)
  })
})
