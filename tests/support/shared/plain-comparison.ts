/** A simple implementation of the rule of suspect prices, with which the fast comparison of whole rows must agree. */
import { medianDecimal } from '../../../src/shared/odds/value.ts'

const logOdds = (decimal: number) => -Math.log(decimal - 1)

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [lower = 0, upper = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (lower + upper) / 2
}

/** Over 25% off the usual price of at least 3 other books, and over 4 of their median deviations from it in log-odds. */
export function isSuspectPlainly(decimal: number, others: readonly number[]): boolean {
  const usual = medianDecimal(others)
  if (usual === null || others.length < 3) return false
  if (decimal <= usual * 1.25 && usual <= decimal * 1.25) return false
  const distances = others.map(other => Math.abs(logOdds(other) - logOdds(usual)))
  return Math.abs(logOdds(decimal) - logOdds(usual)) / 4 > median(distances)
}
