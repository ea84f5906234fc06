import { describe, expect, it } from 'vitest'
import { fc } from '../../../support/property.ts'
import { movementsBalance } from '../../../support/shared/movements.ts'
import {
  resultMovement,
  reverseMovement,
  stakeMovement,
  ownStakeMinor,
  reducedEstimateMinor,
  stakeToWin,
  winMinor,
} from '../../../../src/shared/model/ticket/payout.ts'
import { maxMinor } from '../../../../src/shared/model/ticket/money.ts'
import { toExactPrice, parseTakenPrice, type TakenPrice } from '../../../../src/shared/model/ticket/ticket.ts'
import { priceFormats, type PriceFormat } from '../../../../src/shared/odds/price.ts'
import { priceIn } from '../../../../src/shared/odds/price-format.ts'

function taken(text: string, format: PriceFormat): TakenPrice {
  const found = parseTakenPrice({ text, format })
  if (!found.ok) throw new Error(found.sentence)
  return found.price
}

/** Whole American prices, as books write them. */
const americans = fc.oneof(fc.integer({ min: 100, max: 100_000 }), fc.integer({ min: -100_000, max: -101 }))
const stakes = fc.integer({ min: 1, max: 100_000_000 })

/** The price as each format writes it; where a format only comes near it, that is another price, and a fair one. */
const prices = fc.tuple(americans, fc.constantFrom(...priceFormats)).map(([american, format]) => {
  const price = toExactPrice(taken(american > 0 ? `+${american}` : String(american), 'american'))
  return { text: priceIn(format, price).replace('≈', ''), format }
})

describe('winMinor', () => {
  it.each([
    ['+512', 'american', 4_000, 24_480],
    ['-110', 'american', 1_000, 1_909],
    ['-110', 'american', 1_100, 2_100],
    ['1.91', 'decimal', 1_000, 1_910],
    ['10/11', 'fractional', 1_000, 1_909],
    ['80%', 'probability', 1_000, 1_250],
    ['0.25', 'hong_kong', 1_000, 1_250],
    ['-0.9091', 'malaysian', 1_000, 2_100],
    ['-4.00', 'indonesian', 1_000, 1_250],
    // Half a cent goes up, and is met only when the price is kept exact: 1.005 * 100 is 100.49999 in doubles.
    ['1.005', 'decimal', 100, 101],
    ['EVS', 'fractional', 333, 666],
  ] as const)('of %s (%s) on %d is %d', (text, format, stakeMinor, minor) => {
    expect(winMinor({ stakeMinor, price: taken(text, format), kind: 'normal' })).toBe(minor)
  })

  it.each(priceFormats)('is the exact value of a price in %s, rounded once, a half up', wanted => {
    fc.assert(
      fc.property(prices, stakes, ({ text, format }, stakeMinor) => {
        fc.pre(format === wanted)
        const price = taken(text, format)
        const { num, den } = toExactPrice(price).odds
        const win = BigInt(winMinor({ stakeMinor, price, kind: 'normal' }))
        // |2 * win * den - 2 * stake * num| is at most den, and a tie lies above.
        const twice = 2n * (win * den - BigInt(stakeMinor) * num)
        expect(twice > -den && twice <= den).toBe(true)
      }),
      { numRuns: 1_400 },
    )
  })

  it('of a bonus bet is the profit alone', () => {
    fc.assert(
      fc.property(prices, stakes, ({ text, format }, stakeMinor) => {
        const price = taken(text, format)
        const [normal, bonus] = (['normal', 'bonus'] as const).map(kind =>
          winMinor({ stakeMinor, price, kind }),
        )
        expect((normal ?? 0) - (bonus ?? 0)).toBe(stakeMinor)
      }),
    )
  })

  it('has no value beyond what the ledger can hold', () => {
    expect(winMinor({ stakeMinor: maxMinor, price: taken('1.01', 'decimal'), kind: 'normal' })).toBe(Infinity)
  })
})

describe('the estimate for the legs left', () => {
  const terms = { stakeMinor: 1_000, price: taken('+900', 'american'), kind: 'normal' as const }
  const evens = { text: '+100', format: 'american' as const }

  it('multiplies their single prices', () => {
    expect(reducedEstimateMinor(terms, [evens, evens])).toBe(4_000)
  })

  it('is not made when a single price is missing, or none is left', () => {
    expect(reducedEstimateMinor(terms, [evens, null])).toBeNull()
    expect(reducedEstimateMinor(terms, [{ text: 'n/a', format: 'american' }])).toBeNull()
    expect(reducedEstimateMinor(terms, [])).toBeNull()
  })
})

describe('an entry', () => {
  const kinds = fc.constantFrom('normal' as const, 'bonus' as const, 'boosted' as const)
  const terms = fc.record({ stakeMinor: stakes, kind: kinds, price: fc.constant(taken('+512', 'american')) })

  it('balances: cash and risk change by the profit', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: maxMinor }), (of, payout) => {
        const movements = [stakeMovement(of), resultMovement(of, payout)]
        expect(movements.every(movementsBalance)).toBe(true)
        // Together they leave nothing at risk, and cash differs by what was won over the own stake.
        expect(movements.reduce((sum, { atRiskMinor }) => sum + atRiskMinor, 0)).toBe(0)
        expect(movements.reduce((sum, { cashMinor }) => sum + cashMinor, 0)).toBe(payout - ownStakeMinor(of))
      }),
    )
  })

  it('and its reversal return to zero', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: maxMinor }), (of, payout) => {
        const entry = resultMovement(of, payout)
        const back = reverseMovement(entry)
        expect([entry.cashMinor + back.cashMinor, entry.atRiskMinor + back.atRiskMinor]).toEqual([0, 0])
        expect(entry.profitMinor + back.profitMinor).toBe(0)
        expect(movementsBalance(back)).toBe(true)
      }),
    )
  })
})

describe('stakeToWin', () => {
  it('is the stake whose exact profit is nearest to the amount, to the cent', () => {
    fc.assert(
      fc.property(stakes, americans, (toWinMinor, american) => {
        const price = toExactPrice(taken(american > 0 ? `+${american}` : String(american), 'american'))
        const stake = stakeToWin(toWinMinor, price)
        const profit = (minor: number) => minor * (Number(price.odds.num) / Number(price.odds.den) - 1)
        const miss = (minor: number) => Math.abs(profit(minor) - toWinMinor)
        expect(miss(stake)).toBeLessThanOrEqual(Math.min(miss(stake + 1), miss(stake - 1)) + 1e-3)
      }),
    )
  })

  it('is exact where a cent allows it, and Infinity beyond the limit', () => {
    expect(stakeToWin(20_480, toExactPrice(taken('+512', 'american')))).toBe(4_000)
    expect(stakeToWin(maxMinor, toExactPrice(taken('-100000', 'american')))).toBe(Infinity)
  })
})
