/**
 * Play-through of a deposit match: bonus = percent of the matched deposits, to bet = times x (bonus, or deposits and
 * bonus). A bet counts with its stake when it has the odds and legs that the match asks for and was decided. The match is
 * worth its bonus less what the bets that are left are expected to cost. Amounts are minor units.
 */
import { mul, rational, round, type Rational } from '../odds/rational.ts'
import { isLess, type DepositMatch } from './promotions.ts'

/** Share of a stake that one leg is expected to cost without a better estimate: about the usual margin of a book. */
export const usualLegCost = 0.05

/** A bet of the user's own money. */
export interface MatchBet {
  readonly stakeMinor: number
  readonly odds: Rational
  readonly legCount: number
  /** False while it is open. One that was refunded or cashed out is no bet here. */
  readonly isDecided: boolean
}

export interface PlayThrough {
  readonly bonusMinor: number
  readonly neededMinor: number
  readonly doneMinor: number
  /** Stakes of open bets, which will count unless they are refunded. */
  readonly openMinor: number
  /** Still to be bet, open bets counted as done. */
  readonly leftMinor: number
  /** Bonus less the expected cost of the rest; at least 0, as no one has to go on. */
  readonly worthMinor: number
}

/**
 * `ev`: expected profit of the bets to come, as a share of their stakes. Throws a RangeError for deposits that cannot be.
 */
export function playThroughOf(
  match: DepositMatch,
  depositsMinor: readonly number[],
  bets: readonly MatchBet[],
  ev = usualEv(match),
): PlayThrough {
  if (!depositsMinor.every(minor => Number.isSafeInteger(minor) && minor > 0))
    throw new RangeError('A deposit is a whole number of minor units above 0')
  const { maxStakeMinor = Infinity, percent, playThrough } = match
  const matchedMinor = sum(depositsMinor.map(minor => Math.min(minor, maxStakeMinor)))
  const bonusMinor = multiply(matchedMinor, percent / 100)
  const base = match.playThroughOf === 'bonus' ? bonusMinor : matchedMinor + bonusMinor
  const neededMinor = multiply(base, playThrough)
  const counting = bets.filter(bet => counts(bet, match))
  const staked = (isDecided: boolean) =>
    sum(counting.filter(bet => bet.isDecided === isDecided).map(({ stakeMinor }) => stakeMinor))
  const [doneMinor, openMinor] = [staked(true), staked(false)]
  const leftMinor = Math.max(0, neededMinor - doneMinor - openMinor)
  const worthMinor = Math.max(0, bonusMinor + Math.round(leftMinor * Math.min(0, ev)))
  return { bonusMinor, neededMinor, doneMinor, openMinor, leftMinor, worthMinor }
}

/** The usual cost of each leg that a bet must have. */
const usualEv = ({ minLegs = 1 }: DepositMatch): number => (1 - usualLegCost) ** minLegs - 1

const counts = ({ odds, legCount }: MatchBet, { minOdds, minLegs = 1 }: DepositMatch): boolean =>
  legCount >= minLegs && (minOdds === undefined || !isLess(odds, minOdds))

/** To the nearest minor unit; exact for factors with at most four decimals. */
const multiply = (minor: number, factor: number): number =>
  Number(round(mul(rational(BigInt(minor)), rational(BigInt(Math.round(factor * 10_000)), 10_000n))))

const sum = (amounts: readonly number[]): number => amounts.reduce((all, minor) => all + minor, 0)
