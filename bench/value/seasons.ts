/**
 * Seasons of a bettor who knows the true probabilities, by three ways to stake the same bets: jointly, each by its own
 * Kelly fraction, and the same share on each. Each way is scaled to the same drawdown, so that none wins by risk alone.
 */
import { kellyFraction } from '../../src/shared/odds/value.ts'
import { jointStakes, type Bet } from '../../src/shared/value/kelly.ts'
import { createRandom } from '../../src/shared/value/numeric/random.ts'
import type { ValueLeg } from '../../src/shared/value/scenarios.ts'
import { median } from '../report.ts'

export interface SeasonPlan {
  readonly seed: number
  readonly seasons: number
  /** Days of one season. Each has a slate: bets that are placed together and settle before the next. */
  readonly days: number
  /** Different slates; each day has one of them. */
  readonly slates: number
  /** Median over the seasons of the largest fall from a peak, as a share of it. */
  readonly drawdown: number
}

/** A bet with its legs, because slates are made of legs that bets share. */
interface SlateBet extends Bet {
  readonly probability: number
  readonly legs: readonly ValueLeg[]
}

interface Slate {
  readonly legs: readonly ValueLeg[]
  readonly bets: readonly SlateBet[]
}

export const stakers = {
  joint: bets => jointStakes(bets.map(({ decimal, legs }) => ({ decimal, legs }))),
  perBet: bets => bets.map(({ probability, decimal }) => kellyFraction(probability, decimal)),
  flat: bets => bets.map(() => 0.01),
} satisfies Readonly<Record<string, (bets: readonly SlateBet[]) => readonly number[]>>
export type Staker = keyof typeof stakers

/** Logarithms of each season's growth, for each way to stake, on the same results. */
export function playSeasons(plan: SeasonPlan): Readonly<Record<Staker, readonly number[]>> {
  const random = createRandom(plan.seed)
  const slates = Array.from({ length: plan.slates }, () => makeSlate(random))
  const shares = slates.map(({ bets }) => ({
    joint: stakers.joint(bets),
    perBet: stakers.perBet(bets),
    flat: stakers.flat(bets),
  }))
  const days = Array.from({ length: plan.seasons * plan.days }, () => {
    const place = Math.floor(random() * slates.length)
    return { place, payoffs: settle(slates[place] ?? { legs: [], bets: [] }, random) }
  })
  const grow = (staker: Staker) => {
    const returns = Float64Array.from(days, ({ place, payoffs }) =>
      payoffs.reduce((sum, payoff, bet) => sum + payoff * (shares[place]?.[staker][bet] ?? 0), 0),
    )
    return growAt(scaleFor(returns, plan), returns, plan).map(({ growth }) => growth)
  }
  return { joint: grow('joint'), perBet: grow('perBet'), flat: grow('flat') }
}

/**
 * Up to eight different bets of one to three legs out of three to six, each with an edge of 1% to 10%, at the odds that this edge
 * makes of its probability.
 */
function makeSlate(random: () => number): Slate {
  const below = (limit: number) => Math.floor(random() * limit)
  const legs = Array.from({ length: 3 + below(4) }, (_, place) => ({
    id: `leg ${place}`,
    probability: 0.35 + 0.35 * random(),
  }))
  const drawn = Array.from({ length: 1 + below(8) }, () => {
    const from = below(legs.length)
    const chosen = [...legs, ...legs].slice(from, from + 1 + below(3))
    const probability = chosen.reduce((product, leg) => product * leg.probability, 1)
    return { probability, decimal: (1.01 + 0.09 * random()) / probability, legs: chosen }
  })
  // The same slip twice is one bet, which no way to stake should place double.
  const bets = [
    ...new Map(
      drawn.map(bet => [
        bet.legs
          .map(({ id }) => id)
          .toSorted()
          .join(),
        bet,
      ]),
    ).values(),
  ]
  return { legs, bets }
}

/** Profit of a stake of 1 on each bet of a slate, in one way that its legs end. */
function settle({ legs, bets }: Slate, random: () => number): number[] {
  const won = new Set(legs.filter(({ probability }) => random() < probability))
  return bets.map(bet => (bet.legs.every(leg => won.has(leg)) ? bet.decimal - 1 : -1))
}

interface Season {
  readonly growth: number
  readonly drawdown: number
}

function growAt(scale: number, returns: Float64Array, { seasons, days }: SeasonPlan): Season[] {
  return Array.from({ length: seasons }, (_, season) => {
    let [growth, peak, fall] = [0, 0, 0]
    for (let day = season * days; day < (season + 1) * days; day++) {
      growth += Math.log1p(Math.max(-0.999, scale * (returns[day] ?? 0)))
      peak = Math.max(peak, growth)
      fall = Math.max(fall, peak - growth)
    }
    return { growth, drawdown: -Math.expm1(-fall) }
  })
}

/** The multiple of the stakes with the plan's drawdown, by halving: the drawdown rises with it. */
function scaleFor(returns: Float64Array, plan: SeasonPlan): number {
  let [low, high] = [0, 8]
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    const drawdown = median(growAt(middle, returns, plan).map(season => season.drawdown))
    if (drawdown < plan.drawdown) low = middle
    else high = middle
  }
  return low
}
