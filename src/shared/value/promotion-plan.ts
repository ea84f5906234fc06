/**
 * Bets on which open promotions are worth most. The worth of a bet is its certainty equivalent, the sure profit that grows
 * the bankroll B as much as the bet: B (exp(E log(1 + profit/B)) - 1). A promotion gains what the bet with it is worth
 * beyond the best plain price of the same parlay.
 */
import { toNumber, type Rational } from '../odds/rational.ts'
import { assign } from './numeric/assignment.ts'
import { boostedDecimal, findObstacle, worthOf, type Promotion } from './promotions.ts'

/** One book's price of a parlay. */
export interface PricedParlay {
  readonly parlayId: string
  readonly bookId: string
  readonly odds: Rational
  readonly legCount: number
  readonly legKeys?: readonly string[]
  /** Fair win probability. */
  readonly probability: number
  /** Largest stake that the book takes, in minor units; none without it. */
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
  /** Sure profit that the bet is worth, in minor units with a fraction. */
  readonly equivalentMinor: number
  /** Part of it that the promotion adds. */
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
  const parlays = [...Map.groupBy(prices, ({ parlayId }) => parlayId).values()]
  const uses = promotions.flatMap(promotion => {
    const bestOf = parlays.map(cells => bestUse(promotion, cells, { bankrollMinor, at }))
    return Array.from({ length: Math.min(promotion.usesLeft, parlays.length) }, () => bestOf)
  })
  const columns = assign(uses.map(row => row.map(use => use?.gainMinor ?? 0)))
  return columns.flatMap((column, row) => {
    const use = column === null ? undefined : uses[row]?.[column]
    return use === undefined || use.gainMinor < 0.5 ? [] : [use]
  })
}

/** The best use of a promotion among one parlay's prices; undefined when it applies to none. */
function bestUse(
  promotion: Promotion,
  prices: readonly PricedParlay[],
  { bankrollMinor, at }: PromotionPlanOptions,
): PlannedPromotion | undefined {
  if (promotion.kind === 'depositMatch') return undefined
  const plain = Math.max(0, ...prices.map(price => bestStake(price, plainBet(price), bankrollMinor).worth))
  const found = prices
    .filter(price => findObstacle(promotion, { ...price, at }) === undefined)
    .map(price => ({ price, ...bestStake(price, promotedBet(promotion, price), bankrollMinor) }))
    .sort((a, b) => b.worth - a.worth)[0]
  return found === undefined
    ? undefined
    : {
        promotionId: promotion.id,
        parlayId: found.price.parlayId,
        bookId: found.price.bookId,
        stakeMinor: found.stakeMinor,
        equivalentMinor: found.worth,
        gainMinor: found.worth - plain,
      }
}

/** Profits by stake, won and lost, up to the largest stake; concave in it. */
interface StakedBet {
  readonly maxStakeMinor: number
  readonly profits: (stakeMinor: number) => readonly [won: number, lost: number]
}

function plainBet({ odds }: PricedParlay): StakedBet {
  const gain = toNumber(odds) - 1
  return { maxStakeMinor: Infinity, profits: stake => [stake * gain, -stake] }
}

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

/** The whole stake within all limits that is worth most, found by thirds: the worth is concave in the stake. */
function bestStake(
  { probability, limitMinor = Infinity }: PricedParlay,
  bet: StakedBet,
  bankrollMinor: number,
) {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError('A probability is between 0 and 1')
  const worthAt = (stake: number): number => {
    const [won, lost] = bet.profits(stake)
    const growth =
      probability * Math.log1p(won / bankrollMinor) + (1 - probability) * Math.log1p(lost / bankrollMinor)
    return bankrollMinor * Math.expm1(growth)
  }
  let [low, high] = [0, Math.floor(Math.min(bet.maxStakeMinor, limitMinor, bankrollMinor - 1))]
  while (high - low > 2) {
    const third = Math.floor((high - low) / 3)
    if (worthAt(low + third) < worthAt(high - third)) low += third
    else high -= third
  }
  return [low, low + 1, high]
    .filter(stake => stake <= high)
    .map(stakeMinor => ({ stakeMinor, worth: worthAt(stakeMinor) }))
    .reduce((best, each) => (each.worth > best.worth ? each : best))
}
