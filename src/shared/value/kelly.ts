/**
 * Stakes that grow a bankroll fastest: they maximise the expected logarithm of wealth. Kelly, A New Interpretation of
 * Information Rate, Bell System Technical Journal 35 (1956); jointly over several bets as in Thorp, The Kelly Criterion
 * in Blackjack, Sports Betting and the Stock Market (2006). Every stake and limit is a share of the bankroll.
 */
import { maximize, type Limit } from './numeric/maximize.ts'
import { sampleParts, visitScenarios, type LeggedBet, type ValueLeg } from './scenarios.ts'

/** A bet to be staked: its legs, or one probability when it shares no leg with another. */
export interface Bet {
  /** Decimal odds, above 1. */
  readonly decimal: number
  readonly probability?: number
  readonly legs?: readonly ValueLeg[]
  /** Largest stake that its book takes; none without it. */
  readonly limit?: number
}

/** An open ticket; its stake is part of the bankroll until it is lost. */
export interface OpenBet extends Bet {
  readonly stake: number
  /** Money back when it wins; stake × decimal without it. A bonus bet has a payout and a stake of 0. */
  readonly payout?: number
}

/** Largest sum of the stakes of some bets, by their places: those at one account, book or game, or all. */
export interface StakeLimit {
  readonly max: number
  readonly bets: readonly number[]
}

export interface StakeOptions {
  readonly open?: readonly OpenBet[]
  readonly limits?: readonly StakeLimit[]
  /**
   * Share of the full Kelly stakes, in 0..1: 0.25 gives up little growth for much smaller swings. 1 by default. Open bets
   * are taken as the same share of full Kelly stakes, so that bets placed one after the other don't add up to more.
   */
  readonly fraction?: number
}

/** Stakes below this are no advice: a cent of ten thousand dollars. */
const minStake = 1e-6
/** Share of the bankroll that is left when all open bets, scaled up from a fraction to full Kelly, are lost. */
const minWealth = 0.1

/**
 * Stakes of the bets that, beside the open ones, maximise the expected logarithm of wealth within the limits and the money
 * that is not staked yet; 0 for a bet that is not worth it. With a fraction f, these are f times the bets that a bettor of
 * full Kelly adds to 1/f times the open bets (fewer where that would leave him under a tenth of his bankroll when all are
 * lost); the limits hold for the stakes after it.
 * Throws a RangeError for odds, probabilities, stakes, payouts or limits that cannot be, for a limit of a bet that is not
 * there, and for open stakes that could lose the whole bankroll.
 */
export const jointStakes = (bets: readonly Bet[], options: StakeOptions = {}): readonly number[] =>
  planStakes(bets, options).stakes

export interface JointStakes {
  readonly stakes: readonly number[]
  /** Standard error of their sum; 0 when all outcomes were computed, and where a limit and no sample decides. */
  readonly standardError: number
}

/** The stakes of `jointStakes`, with the error of a sample. Throws a RangeError as it does. */
export function planStakes(
  bets: readonly Bet[],
  { open = [], limits = [], fraction = 1 }: StakeOptions = {},
): JointStakes {
  checkFraction(fraction)
  const all: Limit[] = [
    ...bets.flatMap(({ limit }, place) => (limit === undefined ? [] : [{ max: limit, bets: [place] }])),
    ...limits,
  ].map(({ max, bets: places }) => ({ max: max / fraction, places }))
  if (!all.every(({ max }) => max >= 0)) throw new RangeError('A limit cannot be negative')
  if (!all.every(({ places }) => places.every(place => bets[place] !== undefined)))
    throw new RangeError('A limit names a bet that is not there')
  if (bets.length === 0) return { stakes: [], standardError: 0 }
  const outcomes = tabulate(bets, open, fraction)
  const cash: Limit = { max: 1 - sumStakes(open), places: bets.map((_, place) => place) }
  const full = maximize(bets.length, { ...outcomes, limits: [...all, cash] })
  const stakes = full.map(share => (share * fraction < minStake ? 0 : share * fraction))
  const isUncertain = outcomes.isSample && stakes.some(stake => stake > 0)
  return { stakes, standardError: isUncertain ? fraction * errorOf(full, outcomes) : 0 }
}

/** Slopes of the growth this many standard errors above 0 are a limit's: without it, the stakes would be larger. */
const clearSlope = 3

/**
 * Standard error of the sum of sampled stakes. With t times the stakes that no limit decides, growth has the slope E(g)
 * with g = their profit / wealth, which is 0 at the best t, and the curvature -E(g^2); so t is off by the error of E(g)
 * over E(g^2).
 */
function errorOf(full: readonly number[], { payoffs, wealth, endings }: Outcomes): number {
  const staked = [...full.keys()].filter(bet => full[bet] !== 0)
  /** Profit of these bets in each scenario. */
  const profitsOf = (bets: readonly number[]) => {
    const byEnding = payoffs.map(each =>
      bets.reduce((sum, bet) => sum + (full[bet] ?? 0) * (each[bet] ?? 0), 0),
    )
    return endings.map(ending => byEnding[ending] ?? 0)
  }
  const all = profitsOf(staked)
  const gainsOf = (bets: readonly number[]) =>
    profitsOf(bets).map((profit, row) => profit / ((wealth[row] ?? 0) + (all[row] ?? 0)))
  const free = staked.filter(bet => {
    const gains = gainsOf([bet])
    return meanOf(gains) <= clearSlope * errorOfMean(gains)
  })
  if (free.length === 0) return 0
  const gains = gainsOf(free)
  const sum = free.reduce((all, bet) => all + (full[bet] ?? 0), 0)
  return (sum * errorOfMean(gains)) / meanOf(gains.map(gain => gain * gain))
}

/** Standard error of the mean over a sample, by the means of its parts. */
function errorOfMean(values: readonly number[]): number {
  const size = values.length / sampleParts
  const means = Array.from({ length: sampleParts }, (_, part) =>
    meanOf(values.slice(part * size, (part + 1) * size)),
  )
  const mean = meanOf(means)
  const squares = means.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return Math.sqrt(squares / (sampleParts - 1) / sampleParts)
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export interface Growth {
  /** Expected logarithm of wealth after the bets, over that before them. */
  readonly mean: number
  /** Standard error of a sampled mean; 0 when all outcomes were computed. */
  readonly standardError: number
}

/**
 * Expected growth of the bankroll with these stakes; with a fraction, of the full Kelly bets of which they and the open ones
 * are that share. Throws a RangeError as `jointStakes` does.
 */
export function growthOf(
  bets: readonly Bet[],
  stakes: readonly number[],
  { open = [], fraction = 1 }: Pick<StakeOptions, 'open' | 'fraction'> = {},
): Growth {
  checkFraction(fraction)
  const { payoffs, endings, wealth, weights, isSample } = tabulate(bets, open, fraction)
  const full = stakes.map(stake => stake / fraction)
  const profits = payoffs.map(each => each.reduce((sum, payoff, bet) => sum + payoff * (full[bet] ?? 0), 0))
  const logs = wealth.map((before, row) => Math.log(before + (profits[endings[row] ?? 0] ?? 0)))
  const mean = logs.reduce((sum, log, row) => sum + log * (weights[row] ?? 0), 0)
  return { mean, standardError: isSample ? errorOfMean(logs) : 0 }
}

/** One book's price for the same slip. */
export interface StakeOffer {
  /** Decimal odds, above 1. */
  readonly decimal: number
  /** Largest stake that the book takes; none without it. */
  readonly limit?: number
}

/**
 * Stakes of one slip at several books, in their order: from the highest price down, each up to its limit, while more of it
 * still grows the bankroll. The same slip is one bet, so its stakes win or lose together. Throws a RangeError for a
 * probability, odds or limits that cannot be.
 */
export function splitAcrossBooks(probability: number, offers: readonly StakeOffer[]): readonly number[] {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError('A probability is between 0 and 1')
  if (!offers.every(({ decimal }) => decimal > 1 && decimal < Infinity))
    throw new RangeError('Odds must be above 1')
  if (!offers.every(({ limit = 0 }) => limit >= 0)) throw new RangeError('A limit cannot be negative')
  const stakes = offers.map(() => 0)
  const byPrice = [...offers.entries()].sort(([, a], [, b]) => b.decimal - a.decimal)
  const filled = fillOffers(
    probability,
    byPrice.map(([, offer]) => offer),
    { won: 1, lost: 1 },
  )
  for (const [at, [place]] of byPrice.entries()) stakes[place] = filled.stakes[at] ?? 0
  return stakes
}

/** Wealth after a slip won, and after it lost, in any unit. */
export interface SlipWealth {
  readonly won: number
  readonly lost: number
}

/**
 * The stakes of `splitAcrossBooks` beside other bets on the slip, which end in this wealth, and the wealth with both.
 * Offers are sorted from the highest price, their limits in the unit of the wealth; `kept` is left when all is lost.
 */
export function fillOffers(
  probability: number,
  offers: readonly StakeOffer[],
  { won, lost }: SlipWealth,
  kept = 0,
): SlipWealth & { readonly stakes: readonly number[] } {
  const stakes = offers.map(({ decimal, limit = Infinity }) => {
    // The stake at which p (d - 1) / wealth when won equals (1 - p) / wealth when lost.
    const best = probability * lost - ((1 - probability) * won) / (decimal - 1)
    const stake = Math.max(0, Math.min(best, limit, lost - kept))
    won += stake * (decimal - 1)
    lost -= stake
    return stake
  })
  return { stakes, won, lost }
}

/** All scenarios, a row each; columns of numbers, because there are up to 16,384 rows. */
interface Outcomes {
  readonly weights: readonly number[]
  /** Wealth by the open bets alone, scaled up from the fraction to full Kelly; 1 is the bankroll. */
  readonly wealth: readonly number[]
  /** The place among `payoffs` of the way in which the bets end. */
  readonly endings: readonly number[]
  /** Ways in which the bets end: for each bet, its profit of a stake of 1. */
  readonly payoffs: readonly (readonly number[])[]
  /** True when the rows are a random sample. */
  readonly isSample: boolean
}

function tabulate(bets: readonly Bet[], open: readonly OpenBet[], fraction: number): Outcomes {
  if (!open.every(({ stake }) => stake >= 0)) throw new RangeError('A stake cannot be negative')
  if (!open.every(({ payout = 0 }) => payout >= 0 && payout < Infinity))
    throw new RangeError('A payout cannot be negative')
  if (sumStakes(open) >= 1) throw new RangeError('Open stakes could lose the whole bankroll')
  const [weights, wealth]: [number[], number[]] = [[], []]
  const endings: number[] = []
  const known = createEndings(bets.length)
  const scale = scaleOf(open, fraction)
  const allLost = 1 - scale * sumStakes(open)
  const openPayouts = open.map(({ stake, decimal, payout = stake * decimal }) => scale * payout)
  const profits = bets.map(({ decimal }) => decimal - 1)
  const isSample = visitScenarios(
    [...bets.map(toLegged('bet')), ...open.map(toLegged('open'))],
    (weight, wins) => {
      let after = allLost
      for (let at = 0; at < openPayouts.length; at++)
        if (wins[bets.length + at] === 1) after += openPayouts[at] ?? 0
      endings.push(known.place(wins))
      weights.push(weight)
      wealth.push(after)
    },
  )
  const payoffs = known.all.map(won => profits.map((profit, bet) => (won[bet] === 1 ? profit : -1)))
  return { weights, wealth, endings, payoffs, isSample }
}

/** Numbers the ways in which n bets end, in the order in which they come; 1 for a bet that wins. */
function createEndings(bets: number) {
  const all: Uint8Array[] = []
  /** A tree of the bets' results, a level a bet: the branch taken from a node, by the node and the result. */
  const branches: (number | undefined)[] = []
  const places = new Map<number, number>()
  let nodes = 1
  function place(wins: Uint8Array): number {
    let node = 0
    for (let bet = 0; bet < bets; bet++) node = branches[2 * node + (wins[bet] ?? 0)] ??= nodes++
    const known = places.get(node)
    if (known !== undefined) return known
    places.set(node, all.length)
    return all.push(wins.slice(0, bets)) - 1
  }
  return { all, place }
}

/** Open bets of full Kelly for each that is open at a fraction of it; fewer, but at least 1, where their stakes are large. */
const scaleOf = (open: readonly OpenBet[], fraction: number): number =>
  Math.max(1, Math.min(1 / fraction, (1 - minWealth) / sumStakes(open)))

function checkFraction(fraction: number): void {
  if (!(fraction > 0 && fraction <= 1)) throw new RangeError('A fraction is above 0 and at most 1')
}

const sumStakes = (open: readonly OpenBet[]) => open.reduce((sum, { stake }) => sum + stake, 0)

/** A bet without legs is a leg of its own. */
const toLegged =
  (kind: string) =>
  ({ decimal, probability = NaN, legs }: Bet, place: number): LeggedBet => ({
    decimal,
    legs: legs ?? [{ id: `${kind} ${place}`, probability }],
  })
