import { describe, expect, it } from 'vitest'
import { calibrationOf, type Forecast } from '../../../src/shared/value/calibration.ts'
import { createRandom } from '../../../src/shared/value/numeric/random.ts'

const near = (value: number): unknown => expect.closeTo(value, 12)
const repeat = (count: number, forecast: Forecast) => Array.from({ length: count }, () => forecast)
const measured = (forecasts: readonly Forecast[]) => {
  const calibration = calibrationOf(forecasts)
  if (calibration.kind !== 'measured') throw new Error('too few bets')
  return calibration
}

describe('calibrationOf', () => {
  it('scores a coin 0.25 by Brier and ln 2 by log loss', () => {
    const { brier, logLoss, count } = measured([
      ...repeat(20, { probability: 0.5, isWon: true }),
      ...repeat(20, { probability: 0.5, isWon: false }),
    ])
    expect([brier, count]).toEqual([0.25, 40])
    expect(logLoss).toBeCloseTo(Math.LN2, 12)
  })

  it('lists the share won of similar forecasts, with their count', () => {
    const { bins, brier, logLoss } = measured([
      ...repeat(3, { probability: 0.75, isWon: true }),
      ...repeat(1, { probability: 0.79, isWon: false }),
      ...repeat(36, { probability: 0.2, isWon: false }),
    ])
    expect(bins).toEqual([
      {
        from: 0.2,
        to: 0.3,
        count: 36,
        meanProbability: near(0.2),
        wonShare: 0,
        standardError: near(Math.sqrt(0.16 / 36)),
      },
      {
        from: 0.7,
        to: 0.8,
        count: 4,
        meanProbability: near(0.76),
        wonShare: 0.75,
        standardError: near(Math.sqrt((3 * 0.1875 + 0.1659) / 16)),
      },
    ])
    expect(brier).toBeCloseTo((3 * 0.0625 + 0.6241 + 36 * 0.04) / 40, 12)
    expect(logLoss).toBeCloseTo(-(3 * Math.log(0.75) + Math.log(0.21) + 36 * Math.log(0.8)) / 40, 12)
  })

  it('has the scores of the base rate, which 90 long parlays can be worse than', () => {
    const { brier, logLoss, baseRate } = measured([
      ...repeat(25, { probability: 0.2, isWon: true }),
      ...repeat(65, { probability: 0.2, isWon: false }),
    ])
    const s = 25 / 90
    expect(baseRate).toEqual({
      wonShare: near(s),
      brier: near(s * (1 - s)),
      logLoss: near(-s * Math.log(s) - (1 - s) * Math.log(1 - s)),
    })
    expect(brier).toBeGreaterThan(baseRate.brier)
    expect(logLoss).toBeGreaterThan(baseRate.logLoss)
  })

  it('scores a base rate of certain results 0', () => {
    for (const isWon of [true, false]) {
      const { baseRate } = measured(repeat(30, { probability: 0.5, isWon }))
      expect(baseRate).toEqual({ wonShare: Number(isWon), brier: 0, logLoss: 0 })
    }
  })

  it('finds the truth reliable within three standard errors in nearly every bin', () => {
    const random = createRandom(11)
    const { bins } = measured(
      Array.from({ length: 5_000 }, () => {
        const probability = 0.001 + 0.998 * random()
        return { probability, isWon: random() < probability }
      }),
    )
    expect(bins.map(({ from }) => from)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    const off = bins.filter(bin => Math.abs(bin.wonShare - bin.meanProbability) > 3 * bin.standardError)
    expect(off.length).toBeLessThanOrEqual(1)
  })

  it('claims nothing below 30 bets, and refuses certainty', () => {
    expect(calibrationOf(repeat(29, { probability: 0.5, isWon: true }))).toEqual({
      kind: 'too-few',
      count: 29,
      needed: 30,
    })
    for (const probability of [0, 1, NaN, -0.5])
      expect(() =>
        calibrationOf([
          { probability: 0.5, isWon: true },
          { probability, isWon: true },
        ]),
      ).toThrow('A forecast is above 0 and below 1')
  })
})
