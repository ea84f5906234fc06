/**
 * Bets on which open promotions are worth most. A promotion is worth what it adds to the certainty equivalent of the
 * bankroll B: that of B with the bet it is used on and the best plain bets on the same parlay beside it, less that of B
 * with the best plain bets alone. The certainty equivalent is exp(E log(wealth)): logarithmic utility of the whole bankroll,
 * as for full Kelly. A fraction of Kelly guards against wrong fair prices when the user stakes money of their own, which a
 * bonus bet is not, and would change little: where a plain bet pays, its stake makes room for the promoted one and the worth
 * is the same with every fraction; where none does, promotions are small beside the bankroll.
 */
import { toNumber, type Rational } from '../odds/rational.ts'
import { fillOffers, type SlipWealth } from './kelly.ts'
import { assign } from './numeric/assignment.ts'
import { boostedDecimal, findObstacle, worthOf, type Promotion } from './promotions.ts'

/** One book's price of a parlay. */
export interface PricedParlay {
  readonly parlayId: string
  readonly bookId: string
  readonly odds: Rational
  readonly legCount: number
  readonly legKeys?: readonly string[]
  /** Fair win probability by which this price is valued; it can differ between the books of one parlay. */
  readonly probability: number
  /** Largest stake that the book takes in all, in minor units; none without it. */
  readonly limitMinor?: number
}

export interface PromotionPlanOptions {
  readonly bankrollMinor: number
  /** Epoch milliseconds. */
  readonly at: number
}

export interface PlannedPromotion {
  readonly promotionId: string
  readonly parlayId: string
  readonly bookId: string
  readonly stakeMinor: number
  /** Sure profit that the bet and the plain ones on its parlay are worth, in minor units with a fraction. */
  readonly equivalentMinor: number
  /** Part of it that the promotion adds to the plain bets alone. */
  readonly gainMinor: number
}

/**
 * Uses of open promotions with the largest total certainty equivalent: each promotion at most as often as it has uses
 * left, each parlay with one promotion at most. A use that gains less than half a minor unit is left out; so is a deposit
 * match, which belongs to no single bet. Throws a RangeError for a bankroll, odds, probabilities or terms that cannot be.
 */
export function assignPromotions(
  promotions: readonly Promotion[],
  prices: readonly PricedParlay[],
  { bankrollMinor, at }: PromotionPlanOptions,
): readonly PlannedPromotion[] {
  if (!(Number.isSafeInteger(bankrollMinor) && bankrollMinor > 0))
    throw new RangeError('A bankroll is a whole number of minor units above 0')
  const fromHighest = prices.toSorted((a, b) => toNumber(b.odds) - toNumber(a.odds))
  const parlays = [...Map.groupBy(fromHighest, ({ parlayId }) => parlayId).values()]
  const uses = promotions.flatMap(promotion => {
    const bestOf = parlays.map(parlay => findBestUse(promotion, parlay, { bankrollMinor, at }))
    return Array.from({ length: Math.min(promotion.usesLeft, parlays.length) }, () => bestOf)
  })
  const columns = assign(uses.map(row => row.map(use => use?.gainMinor ?? 0)))
  return columns.flatMap((column, row) => {
    const use = column === null ? undefined : uses[row]?.[column]
    return use === undefined || use.gainMinor < 0.5 ? [] : [use]
  })
}

/** The prices of one parlay, the highest first. */
type Parlay = readonly PricedParlay[]

/** The use of a promotion on a parlay that gains most; undefined when it applies to none of its prices. */
function findBestUse(
  promotion: Promotion,
  parlay: Parlay,
  { bankrollMinor, at }: PromotionPlanOptions,
): PlannedPromotion | undefined {
  if (promotion.kind === 'depositMatch') return undefined
  const [best] = parlay
    .filter(price => findObstacle(promotion, { ...price, at }) === undefined)
    .map(price => {
      const found = findBestStake(promotedBet(promotion, price), { price, parlay, bankrollMinor })
      const plain = findBestStake(noBet, { price, parlay, bankrollMinor })
      return { price, ...found, gainMinor: found.equivalentMinor - plain.equivalentMinor }
    })
    .toSorted((a, b) => b.gainMinor - a.gainMinor)
  if (best === undefined) return undefined
  const { price, ...use } = best
  return { promotionId: promotion.id, parlayId: price.parlayId, bookId: price.bookId, ...use }
}

/** Profits by stake, won and lost, up to the largest stake; concave in it. */
interface StakedBet {
  readonly maxStakeMinor: number
  readonly profits: (stakeMinor: number) => readonly [won: number, lost: number]
}

const noBet: StakedBet = { maxStakeMinor: 0, profits: () => [0, 0] }

function promotedBet(
  promotion: Exclude<Promotion, { kind: 'depositMatch' }>,
  price: PricedParlay,
): StakedBet {
  const { maxStakeMinor = Infinity } = promotion
  const gain = toNumber(price.odds) - 1
  switch (promotion.kind) {
    case 'profitBoost':
    case 'oddsBoost': {
      const added = toNumber(boostedDecimal(promotion, price.odds)) - 1 - gain
      const { maxExtraMinor = Infinity } = promotion
      return {
        maxStakeMinor,
        profits: stake => [stake * gain + Math.min(stake * added, maxExtraMinor), -stake],
      }
    }
    case 'bonusBet':
      return { maxStakeMinor, profits: stake => [stake * gain, 0] }
    case 'insurance':
      return { maxStakeMinor, profits: stake => [stake * gain, stake * (worthOf(promotion) - 1)] }
  }
}

/** A bet on a parlay at one of its prices, whose win probability counts for those of the other books too. */
interface BetContext {
  readonly price: PricedParlay
  readonly parlay: Parlay
  readonly bankrollMinor: number
}

/** Differences of the certainty equivalent below this share of the bankroll are rounding. */
const noDifference = 1e-12

/**
 * The smallest whole stake within all limits that is worth most beside the plain bets, found by thirds: the certainty
 * equivalent is a rising function of one that is concave in the stake.
 */
function findBestStake(bet: StakedBet, context: BetContext) {
  const { price, bankrollMinor } = context
  const equivalentAt = (stake: number): number => {
    const [won, lost] = bet.profits(stake)
    const wealth = addPlainBets({ won: bankrollMinor + won, lost: bankrollMinor + lost }, stake, context)
    return toEquivalent(wealth, context)
  }
  const isLess = (one: number, other: number) => other - one > noDifference * bankrollMinor
  const { limitMinor = Infinity } = price
  let [low, high] = [0, Math.floor(Math.min(bet.maxStakeMinor, limitMinor, bankrollMinor - 1))]
  while (high - low > 2) {
    const third = Math.floor((high - low) / 3)
    if (isLess(equivalentAt(low + third), equivalentAt(high - third))) low += third
    else high -= third
  }
  return [low, low + 1, high]
    .filter(stake => stake <= high)
    .map(stakeMinor => ({ stakeMinor, equivalentMinor: equivalentAt(stakeMinor) }))
    .reduce((best, each) => (isLess(best.equivalentMinor, each.equivalentMinor) ? each : best))
}

/** Adds the best plain bets on the parlay beside one of `takenMinor`, which is part of what its book takes. */
function addPlainBets(wealth: SlipWealth, takenMinor: number, { price, parlay }: BetContext): SlipWealth {
  const offers = parlay.map(({ odds, limitMinor = Infinity, bookId }) => ({
    decimal: toNumber(odds),
    limit: limitMinor - (bookId === price.bookId ? takenMinor : 0),
  }))
  // A minor unit is left when all is lost.
  return fillOffers(price.probability, offers, wealth, 1)
}

/** Sure profit that grows the bankroll as much as the bets that end in this wealth. */
function toEquivalent(
  { won, lost }: SlipWealth,
  { price: { probability }, bankrollMinor }: BetContext,
): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError('A probability is between 0 and 1')
  const growth =
    probability * Math.log(won / bankrollMinor) + (1 - probability) * Math.log(lost / bankrollMinor)
  return bankrollMinor * Math.expm1(growth)
}
