/**
 * Worth of a sportsbook's promotion on one bet. With decimal odds d, win probability p and a stake of 1: a profit boost of
 * b pays d' = 1 + (d - 1)(1 + b), an odds boost the d' it names, a bonus bet p(d - 1) as its stake is not returned,
 * insurance p d - 1 + (1 - p) c with c the worth of a unit of bonus. These are expected
 * profits; promotion-plan.ts says what a promotion adds to a bankroll, with its risk.
 */
import { exactPayoutMinor } from '../odds/price.ts'
import { add, div, mul, rational, round, toNumber, type Rational } from '../odds/rational.ts'

/** Terms that every kind can have; a missing one does not limit. */
export interface PromotionTerms {
  readonly id: string
  /** Books where it can be used; at all when empty. */
  readonly bookIds: readonly string[]
  /** Lowest decimal odds, before a boost. */
  readonly minOdds?: Rational
  readonly minLegs?: number
  /** Stake that it covers, in minor units; what is staked above it is a plain bet. */
  readonly maxStakeMinor?: number
  /** Epoch milliseconds; it ends before `endsAt`. */
  readonly startsAt?: number
  readonly endsAt?: number
  readonly usesLeft: number
}

/** Percent added to the profit, with at most two decimals: 50 for a boost of 50%. */
export interface ProfitBoost extends PromotionTerms {
  readonly kind: 'profitBoost'
  readonly percent: number
  /** Largest extra winnings, in minor units. */
  readonly maxExtraMinor?: number
}

/** Decimal odds in place of the book's own. */
export interface OddsBoost extends PromotionTerms {
  readonly kind: 'oddsBoost'
  readonly odds: Rational
  /** Selections of the one parlay that it is for; any parlay when absent. */
  readonly legKeys?: readonly string[]
  readonly maxExtraMinor?: number
}

/** A stake from the book, which a win does not return. */
export interface BonusBet extends PromotionTerms {
  readonly kind: 'bonusBet'
  readonly maxStakeMinor: number
}

/** A lost stake comes back as a bonus bet ("no sweat", insurance). */
export interface Insurance extends PromotionTerms {
  readonly kind: 'insurance'
  readonly maxStakeMinor: number
  /** Worth of 1 in bonus bets, in 0..1; 0.7 when the user has no history of them. */
  readonly bonusWorth?: number
}

/** Bonus on a deposit, which must be bet several times before it can be withdrawn. */
export interface DepositMatch extends PromotionTerms {
  readonly kind: 'depositMatch'
  /** Percent of the deposit: 100 for a full match. */
  readonly percent: number
  /** Times that the bonus, or deposit and bonus, must be bet. */
  readonly playThrough: number
  readonly playThroughOf: 'bonus' | 'depositAndBonus'
}

export type Promotion = ProfitBoost | OddsBoost | BonusBet | Insurance | DepositMatch

/** Worth of 1 in bonus bets: about what a hedge at +200 to +400 makes of it. */
export const usualBonusWorth = 0.7

/**
 * Expected profit of a bet with this promotion, as a share of the stake. `stakeMinor` is the stake to which caps apply; by
 * default the largest that the promotion covers, and without such a limit no cap applies. For a deposit match it is the
 * deposit, and the bet is the one made again and again to clear the bonus; that the money could run out before is not
 * counted. Throws a RangeError for an unknown kind, and for a probability, odds, stakes or terms that cannot be.
 */
export function valueOf(
  promotion: Promotion,
  probability: number,
  decimal: number,
  stakeMinor = promotion.maxStakeMinor,
): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError('A probability is between 0 and 1')
  if (!(decimal > 1 && decimal < Infinity)) throw new RangeError('Odds must be above 1')
  checkTerms(promotion)
  if (stakeMinor !== undefined) checkStake(stakeMinor)
  const covered = stakeMinor === undefined ? 1 : coveredMinor(promotion, stakeMinor) / stakeMinor
  const plain = probability * decimal - 1
  switch (promotion.kind) {
    case 'profitBoost':
    case 'oddsBoost': {
      const added = boostedNumber(promotion, decimal) - decimal
      const cap = stakeMinor === undefined ? Infinity : (promotion.maxExtraMinor ?? Infinity) / stakeMinor
      return plain + probability * Math.min(added * covered, cap)
    }
    case 'bonusBet':
      return plain + covered * (1 - probability)
    case 'insurance':
      return plain + covered * (1 - probability) * worthOf(promotion)
    case 'depositMatch': {
      const bonus = (covered * promotion.percent) / 100
      const base = promotion.playThroughOf === 'bonus' ? bonus : covered + bonus
      return bonus + promotion.playThrough * base * plain
    }
  }
}

/**
 * Decimal odds of a bet with this promotion, exact: the stake times them is the payout, with caps at this stake. Without a
 * stake no cap applies. The same odds for kinds that boost none. Throws a RangeError as `valueOf` does.
 */
export function boostedDecimal(promotion: Promotion, odds: Rational, stakeMinor?: number): Rational {
  checkOdds(odds)
  checkTerms(promotion)
  if (stakeMinor !== undefined) checkStake(stakeMinor)
  if (promotion.kind !== 'profitBoost' && promotion.kind !== 'oddsBoost') return odds
  const boosted =
    promotion.kind === 'oddsBoost'
      ? promotion.odds
      : add(one, mul(minus(odds, one), add(one, percentOf(promotion.percent))))
  if (stakeMinor === undefined) return boosted
  const perUnit = minus(boosted, odds)
  const extra = mul(perUnit, rational(BigInt(coveredMinor(promotion, stakeMinor))))
  const { maxExtraMinor } = promotion
  const capped = maxExtraMinor === undefined ? extra : lesser(extra, rational(BigInt(maxExtraMinor)))
  return add(odds, div(capped, rational(BigInt(stakeMinor))))
}

/** A bet on which a promotion could be used. */
export interface PromotionUse {
  readonly bookId: string
  readonly odds: Rational
  readonly legCount: number
  /** Selections of its legs; a promotion for one parlay does not apply without them. */
  readonly legKeys?: readonly string[]
  /** Epoch milliseconds. */
  readonly at: number
}

/** Cause that a promotion does not apply to a bet. */
export type PromotionObstacle =
  | 'used-up'
  | 'not-started'
  | 'ended'
  | 'other-book'
  | 'other-parlay'
  | 'too-few-legs'
  | 'odds-too-short'
  | 'no-better-odds'

/** The first reason why the promotion does not apply to this bet; undefined when it does. */
export function findObstacle(promotion: Promotion, use: PromotionUse): PromotionObstacle | undefined {
  const { startsAt = -Infinity, endsAt = Infinity, bookIds, minLegs = 1, minOdds, usesLeft } = promotion
  if (usesLeft < 1) return 'used-up'
  if (use.at < startsAt) return 'not-started'
  if (use.at >= endsAt) return 'ended'
  if (bookIds.length > 0 && !bookIds.includes(use.bookId)) return 'other-book'
  if (isForOther(promotion, use)) return 'other-parlay'
  if (use.legCount < minLegs) return 'too-few-legs'
  if (minOdds !== undefined && isLess(use.odds, minOdds)) return 'odds-too-short'
  if (promotion.kind === 'oddsBoost' && !isLess(use.odds, promotion.odds)) return 'no-better-odds'
  return undefined
}

function isForOther(promotion: Promotion, { legKeys = [] }: PromotionUse): boolean {
  if (promotion.kind !== 'oddsBoost' || promotion.legKeys === undefined) return false
  const wanted = new Set(promotion.legKeys)
  return wanted.size !== new Set(legKeys).size || !legKeys.every(key => wanted.has(key))
}

/** Profit of a bonus bet and its hedge, in minor units. */
export interface ConvertedBonus {
  readonly hedgeStakeMinor: number
  /** Profit either way, to the nearest minor unit. */
  readonly lockedMinor: number
  /** Profit when the bonus bet wins, and when it loses; a rounded stake moves them by a minor unit or so. */
  readonly profitsMinor: readonly [won: number, lost: number]
}

/**
 * Turns a bonus bet into money by a bet on the other side: of the profit S(d - 1), the hedge takes S(d - 1)/h at odds h.
 * Throws a RangeError for odds or a stake that cannot be.
 */
export function convertBonusBet(stakeMinor: number, odds: Rational, hedgeOdds: Rational): ConvertedBonus {
  checkStake(stakeMinor)
  checkOdds(odds)
  checkOdds(hedgeOdds)
  const profit = mul(minus(odds, one), rational(BigInt(stakeMinor)))
  const hedge = div(profit, hedgeOdds)
  const hedgeStakeMinor = Number(round(hedge))
  const price = { text: '', format: 'decimal' as const, odds: hedgeOdds, decimal: toNumber(hedgeOdds) }
  return {
    hedgeStakeMinor,
    lockedMinor: Number(round(minus(profit, hedge))),
    profitsMinor: [
      Number(round(profit)) - hedgeStakeMinor,
      Number(exactPayoutMinor(hedgeStakeMinor, price)) - hedgeStakeMinor,
    ],
  }
}

const one = rational(1n)
const minus = (a: Rational, b: Rational): Rational => add(a, { num: -b.num, den: b.den })
export const isLess = (a: Rational, b: Rational): boolean => a.num * b.den < b.num * a.den
const lesser = (a: Rational, b: Rational): Rational => (isLess(a, b) ? a : b)
const percentOf = (percent: number): Rational => rational(BigInt(Math.round(percent * 100)), 10_000n)

const boostedNumber = (promotion: ProfitBoost | OddsBoost, decimal: number): number =>
  promotion.kind === 'oddsBoost'
    ? toNumber(promotion.odds)
    : 1 + (decimal - 1) * (1 + promotion.percent / 100)

/** Worth of 1 in bonus bets that insurance gives back. */
export const worthOf = ({ bonusWorth = usualBonusWorth }: Insurance): number => bonusWorth

/** Part of a stake that the promotion covers. */
const coveredMinor = ({ maxStakeMinor = Infinity }: Promotion, stakeMinor: number): number =>
  Math.min(stakeMinor, maxStakeMinor)

function checkStake(stakeMinor: number): void {
  if (!(Number.isSafeInteger(stakeMinor) && stakeMinor > 0))
    throw new RangeError('A stake is a whole number of minor units above 0')
}

function checkOdds(odds: Rational): void {
  if (!(odds.den > 0n && isLess(one, odds))) throw new RangeError('Odds must be above 1')
}

function checkTerms(promotion: Promotion): void {
  if (promotion.maxStakeMinor !== undefined) checkStake(promotion.maxStakeMinor)
  switch (promotion.kind) {
    case 'profitBoost':
      checkPercent(promotion.percent)
      checkCap(promotion.maxExtraMinor)
      break
    case 'oddsBoost':
      checkOdds(promotion.odds)
      checkCap(promotion.maxExtraMinor)
      break
    case 'bonusBet':
      break
    case 'insurance':
      if (!(worthOf(promotion) >= 0 && worthOf(promotion) <= 1))
        throw new RangeError('The worth of a bonus bet is between 0 and 1')
      break
    case 'depositMatch':
      checkPercent(promotion.percent)
      if (!(promotion.playThrough >= 0 && promotion.playThrough < Infinity))
        throw new RangeError('A play-through cannot be negative')
      break
    default:
      throw unknownKind(promotion)
  }
}

function unknownKind(promotion: never): RangeError {
  const { kind }: { readonly kind: string } = promotion
  return new RangeError(`Not a kind of promotion: ${kind}`)
}

function checkPercent(percent: number): void {
  const hundredths = percent * 100
  if (!(percent > 0 && percent < Infinity && Math.abs(hundredths - Math.round(hundredths)) < 1e-6))
    throw new RangeError('A percentage is above 0, with at most two decimals')
}

function checkCap(maxExtraMinor: number | undefined): void {
  if (maxExtraMinor !== undefined && !(Number.isSafeInteger(maxExtraMinor) && maxExtraMinor >= 0))
    throw new RangeError('A cap is a whole number of minor units')
}
