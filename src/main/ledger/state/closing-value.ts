/**
 * Value of a ticket at its closing price, in whole numbers: CLV in millionths, expected profit in minor units, and
 * variance of the result in squared hundreds of minor units. The last two are for a chart, never for money.
 */
import { ownStakeMinor, winMinor } from '../../../shared/model/ticket/payout.ts'
import { toExactPrice } from '../../../shared/model/ticket/ticket.ts'
import { div, mul, rational, round, type Rational } from '../../../shared/odds/rational.ts'
import type { TicketOutcome } from './ticket-outcome.ts'
import type { TicketState } from './ticket-state.ts'

export interface ClosingValue {
  readonly clvPpm: number
  readonly expectedMinor: number
  readonly variance: number
  readonly isInPool: boolean
}

const million = 1_000_000n
/** Maximum variance of one ticket, so that the sums of a day fit SQLite's integers. */
const maxVariance = 10 ** 13
const poolResults = new Set(['won', 'lost', 'cashed-out'])

/** Null without a closing price. */
export function toClosingValue(
  { facts, closing }: TicketState,
  { result }: TicketOutcome,
): ClosingValue | null {
  if (closing?.kind !== 'priced') return null
  const [taken, close] = [toExactPrice(facts.price).odds, toExactPrice(closing.price).odds]
  const win = rational(BigInt(winMinor(facts)))
  const expected = Number(round(div(win, close))) - ownStakeMinor(facts)
  return {
    clvPpm: Number(round(mul(div(taken, close), rational(million))) - million),
    expectedMinor: expected,
    variance: computeVariance(win, div(rational(1n), close)),
    isInPool: facts.kind === 'normal' && !facts.isLive && poolResults.has(result),
  }
}

/** p (1 - p) win², of a bet that returns `win` with probability p. */
function computeVariance(winMinor: Rational, p: Rational): number {
  const win = div(winMinor, rational(100n))
  const miss = rational(p.den - p.num, p.den)
  const variance = round(mul(mul(p, miss), mul(win, win)))
  return Math.min(Number(variance), maxVariance)
}
