/**
 * Risk of losing the whole bankroll by betting on at present stakes. Lundberg's bound exp(-r B), with B the bankroll and r
 * the positive root of E exp(-r profit) = 1; Feller, An Introduction to Probability Theory and Its Applications II (1971),
 * chapter XII. Exact when every bet wins or loses the same amount, else a little too high.
 */
import { checkResults, meanProfit, measureBets, type BetResults, type Evidence } from './proof.ts'
import { findRoot } from './numeric/root.ts'

/**
 * Risk of ruin, 0 to 1, when bets like these, each as likely as the other and independent, go on without end: 1 without
 * an edge. Throws a RangeError for a bankroll that is not above 0, a probability that is not in 0..1 or money that is no
 * number.
 */
export function riskOfRuin(
  bets: readonly BetResults[],
  bankrollMinor: number,
): Evidence<{ readonly risk: number }> {
  if (!(bankrollMinor > 0 && bankrollMinor < Infinity)) throw new RangeError('A bankroll is above 0')
  checkResults(bets)
  return measureBets(bets, () => ({ risk: ruinBound(bets, bankrollMinor) }))
}

function ruinBound(bets: readonly BetResults[], bankrollMinor: number): number {
  const canLose = bets.filter(({ probability, lostMinor }) => probability < 1 && lostMinor < 0)
  const unit = Math.max(0, ...canLose.map(({ lostMinor }) => -lostMinor))
  if (unit === 0) return 0
  if (bets.reduce((sum, bet) => sum + meanProfit(bet), 0) <= 0) return 1
  // From this rate on one bet's loss alone makes the mean of exp(-rate profit) 1 or more.
  const maxRate = Math.min(
    ...canLose.map(
      ({ probability, lostMinor }) => (Math.log(bets.length / (1 - probability)) * unit) / -lostMinor,
    ),
  )
  const rate = findRoot(at => logMeanOver(bets, unit, at), 0, maxRate) ?? 0
  return Math.exp((-rate * bankrollMinor) / unit)
}

/**
 * -ln(E exp(-rate profit)) / rate, which falls as the rate grows, and its slope; profits in multiples of `unit`. At 0 it is
 * the mean profit, and its slope half of the variance with its sign changed.
 */
function logMeanOver(bets: readonly BetResults[], unit: number, rate: number): readonly [number, number] {
  let [above, first, second] = [0, 0, 0]
  for (const { probability, wonMinor, lostMinor } of bets)
    for (const [weight, profit] of [
      [probability / bets.length, wonMinor / unit],
      [(1 - probability) / bets.length, lostMinor / unit],
    ] as const) {
      above += weight * Math.expm1(-rate * profit)
      // Stryker disable next-line ArithmeticOperator,UnaryOperator: away from 0 a wrong slope only takes more steps
      first += weight * profit * Math.exp(-rate * profit)
      // Stryker disable next-line ArithmeticOperator,AssignmentOperator: as above
      second += weight * profit * profit
    }
  // Stryker disable next-line ArithmeticOperator: as above
  if (rate === 0) return [first, (first * first - second) / 2]
  const log = Math.log1p(above)
  // Stryker disable next-line ArithmeticOperator: as above, and the tests of the closed form hold the value
  return [-log / rate, (first / (1 + above) + log / rate) / rate]
}
