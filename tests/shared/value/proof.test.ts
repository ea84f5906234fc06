import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/shared/value/numeric/random.ts'
import { meanClosingValue, minBets, profitBand, type SettledBet } from '../../../src/shared/value/proof.ts'

const near = (value: number): unknown => expect.closeTo(value, 12)
const repeat = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place))

describe('meanClosingValue', () => {
  it('is the mean of p d - 1 with its standard error', () => {
    const bets = repeat(40, place => ({ decimal: 2, closingProbability: place % 2 === 0 ? 0.5 : 0.55 }))
    expect(meanClosingValue(bets)).toEqual({
      kind: 'measured',
      count: 40,
      mean: near(0.05),
      standardError: near(0.05 / Math.sqrt(39)),
    })
  })

  it('claims nothing below 30 bets', () => {
    const bets = repeat(29, () => ({ decimal: 2, closingProbability: 0.6 }))
    expect(meanClosingValue(bets)).toEqual({ kind: 'too-few', count: 29, needed: minBets })
    expect(meanClosingValue([...bets, ...bets.slice(0, 1)]).kind).toBe('measured')
    expect(meanClosingValue([])).toEqual({ kind: 'too-few', count: 0, needed: 30 })
  })

  it('refuses what cannot be, of few bets too', () => {
    for (const decimal of [1, NaN, Infinity])
      expect(() => meanClosingValue([{ decimal, closingProbability: 0.5 }])).toThrow('Odds must be above 1')
    for (const closingProbability of [-0.1, 1.1, NaN])
      expect(() => meanClosingValue([{ decimal: 2, closingProbability }])).toThrow('A probability is')
  })
})

describe('profitBand', () => {
  const bet = { probability: 0.5, wonMinor: 1_100, lostMinor: -1_000, profitMinor: -1_000 }
  const measured = (bets: readonly SettledBet[]) => {
    const band = profitBand(bets)
    if (band.kind !== 'measured') throw new Error('too few bets')
    return band
  }

  it('is the expected profit, 1.96 standard deviations to either side', () => {
    const bets = repeat(100, place => ({ ...bet, gameId: `game ${place}` }))
    const band = measured(bets)
    expect(band.expectedMinor).toBeCloseTo(5_000, 9)
    expect(band.highMinor).toBeCloseTo(5_000 + 1.959964 * 0.5 * 2_100 * 10, 0)
    expect(band.lowMinor).toBeCloseTo(5_000 - 1.959964 * 0.5 * 2_100 * 10, 0)
    expect([band.profitMinor, band.isWithin]).toEqual([-100_000, false])
  })

  it('shows a profit above the band, too', () => {
    const bets = repeat(100, place => ({ ...bet, profitMinor: 1_100, gameId: `game ${place}` }))
    expect(measured(bets).isWithin).toBe(false)
    const half = bets.map((each, place) => ({ ...each, profitMinor: place % 2 === 0 ? 1_100 : -1_000 }))
    expect(measured(half).isWithin).toBe(true)
  })

  it('is wider for bets of one game, which may win together', () => {
    const apart = measured(repeat(100, place => ({ ...bet, gameId: `game ${place}` })))
    const paired = measured(repeat(100, place => ({ ...bet, gameId: `game ${place >> 1}` })))
    const widthOf = ({ highMinor, lowMinor }: typeof apart) => highMinor - lowMinor
    expect(widthOf(paired) / widthOf(apart)).toBeCloseTo(Math.SQRT2, 9)
  })

  it('holds the profit of a bettor of known edge in about 95 of 100 seasons', () => {
    const random = createRandom(7)
    const seasons = repeat(400, () =>
      measured(
        repeat(200, place => {
          const probability = 0.2 + 0.6 * random()
          const wonMinor = Math.round(1_000 * (1.05 / probability - 1))
          const isWon = random() < probability
          const profitMinor = isWon ? wonMinor : -1_000
          return { probability, wonMinor, lostMinor: -1_000, profitMinor, gameId: `game ${place}` }
        }),
      ),
    )
    const within = seasons.filter(({ isWithin }) => isWithin).length
    expect(within).toBeGreaterThanOrEqual(366)
    expect(within).toBeLessThanOrEqual(393)
  })

  it.each([
    ['won for sure', 1, 1_100],
    ['lost for sure', 0, -1_000],
  ])('is the profit alone for bets that are %s', (_what, probability, profitMinor) => {
    const bets = repeat(30, place => ({ ...bet, probability, profitMinor, gameId: `game ${place}` }))
    const all = 30 * profitMinor
    expect(profitBand(bets)).toMatchObject({ lowMinor: all, highMinor: all, isWithin: true })
  })

  it('claims nothing below 30 bets, and refuses what cannot be', () => {
    const one = { ...bet, gameId: 'a' }
    expect(profitBand([one])).toEqual({ kind: 'too-few', count: 1, needed: 30 })
    expect(() => profitBand([{ ...one, probability: NaN }])).toThrow('A probability is between 0 and 1')
    expect(() => profitBand([{ ...one, wonMinor: Infinity }])).toThrow('A profit is a number')
    expect(() => profitBand([{ ...one, lostMinor: NaN }])).toThrow('A profit is a number')
  })
})
