/**
 * Quality of the user's fair prices: of the bets given 30%, about 30% should win. Brier, Verification of Forecasts
 * Expressed in Terms of Probability, Monthly Weather Review 78 (1950).
 */
import { measureBets, type Evidence } from './proof.ts'

export interface Forecast {
  /** Win probability, above 0 and below 1. */
  readonly probability: number
  readonly isWon: boolean
}

/** Forecasts of similar probability. */
export interface CalibrationBin {
  /** Lowest probability in it, and that at which the next one begins. */
  readonly from: number
  readonly to: number
  readonly count: number
  readonly meanProbability: number
  readonly wonShare: number
  /** Standard error of the share won when the probabilities are right. */
  readonly standardError: number
}

export interface Scores {
  /** Mean squared error: 0 is perfect. */
  readonly brier: number
  /** Mean of -ln of the probability of what happened: 0 is perfect. */
  readonly logLoss: number
}

export interface Calibration extends Scores {
  /** Scores of the constant forecast of the share that won, by which the others are measured: s (1 - s), and its entropy. */
  readonly baseRate: Scores & { readonly wonShare: number }
  /** By probability; only bins with a forecast. */
  readonly bins: readonly CalibrationBin[]
}

const binCount = 10

/** Reliability of these forecasts. Throws a RangeError for a probability that is not above 0 and below 1. */
export function calibrationOf(forecasts: readonly Forecast[]): Evidence<Calibration> {
  if (!forecasts.every(({ probability: p }) => p > 0 && p < 1))
    throw new RangeError('A forecast is above 0 and below 1')
  return measureBets(forecasts, () => {
    const wonShare = mean(forecasts.map(({ isWon }) => Number(isWon)))
    const bins = [...Map.groupBy(forecasts, ({ probability }) => Math.floor(probability * binCount))]
    return {
      ...toScores(forecasts),
      baseRate: { wonShare, ...toScores(forecasts.map(({ isWon }) => ({ probability: wonShare, isWon }))) },
      bins: bins.sort(([a], [b]) => a - b).map(([bin, held]) => toBin(bin, held)),
    }
  })
}

const toScores = (forecasts: readonly Forecast[]): Scores => ({
  brier: mean(forecasts.map(({ probability, isWon }) => (Number(isWon) - probability) ** 2)),
  logLoss: mean(forecasts.map(({ probability: p, isWon }) => 0 - Math.log(isWon ? p : 1 - p))),
})

function toBin(bin: number, forecasts: readonly Forecast[]): CalibrationBin {
  const count = forecasts.length
  return {
    from: bin / binCount,
    to: (bin + 1) / binCount,
    count,
    meanProbability: mean(forecasts.map(({ probability }) => probability)),
    wonShare: mean(forecasts.map(({ isWon }) => Number(isWon))),
    standardError: Math.sqrt(mean(forecasts.map(({ probability: p }) => p * (1 - p))) / count),
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length
