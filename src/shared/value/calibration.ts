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

export interface Calibration {
  /** Mean squared error: 0 is perfect, 0.25 what always saying 50% gives. */
  readonly brier: number
  /** Mean of -ln of the probability of what happened: 0 is perfect, 0.693 what always saying 50% gives. */
  readonly logLoss: number
  /** By probability; only bins with a forecast. */
  readonly bins: readonly CalibrationBin[]
}

const binCount = 10

/** Reliability of these forecasts. Throws a RangeError for a probability that is not above 0 and below 1. */
export function calibrationOf(forecasts: readonly Forecast[]): Evidence<Calibration> {
  if (!forecasts.every(({ probability: p }) => p > 0 && p < 1))
    throw new RangeError('A forecast is above 0 and below 1')
  return measureBets(forecasts, () => {
    const bins = [...Map.groupBy(forecasts, ({ probability }) => Math.floor(probability * binCount))]
    return {
      brier: mean(forecasts.map(({ probability, isWon }) => (Number(isWon) - probability) ** 2)),
      logLoss: mean(forecasts.map(({ probability: p, isWon }) => -Math.log(isWon ? p : 1 - p))),
      bins: bins.sort(([a], [b]) => a - b).map(([bin, held]) => toBin(bin, held)),
    }
  })
}

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
