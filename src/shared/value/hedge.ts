/**
 * Stakes on the other side of open tickets, so that what is left to happen matters less: the linear program max t with
 * profit(outcome) >= t for every outcome. With one ticket of payout P and one offer of decimal odds h, the equal profit is
 * that of the stake P/h. All money is in minor units.
 */
import { exactPayoutMinor } from '../odds/price.ts'
import { toNumber, type Rational } from '../odds/rational.ts'
import { solveLinearProgram } from './numeric/linear-program.ts'

/** An open ticket. The outcomes are all ways that what is left can end, in one order for tickets and offers. */
export interface HedgePosition {
  /** Its profit in each outcome. */
  readonly profitsMinor: readonly number[]
}

/** A book's price of a bet that could be added. */
export interface HedgeOffer {
  /** Decimal odds, above 1. */
  readonly odds: Rational
  /** Its result in each outcome. */
  readonly results: readonly ('won' | 'lost' | 'refunded')[]
  /** Largest stake that the book takes; none without it. */
  readonly limitMinor?: number
  /** Stakes are multiples of it; 1 by default. */
  readonly stepMinor?: number
}

/**
 * `equalProfit`: the lowest profit as high as can be, by which all are equal when limits allow it. `guaranteedMinimum`: no
 * profit below `minMinor`, 0 by default, with as little staked as can be. `freeRoll`: no loss, and the highest profit in
 * one outcome, by default the one that pays most without a hedge.
 */
export type HedgeGoal =
  | { readonly kind: 'equalProfit' }
  | { readonly kind: 'guaranteedMinimum'; readonly minMinor?: number }
  | { readonly kind: 'freeRoll'; readonly outcome?: number }

export interface Hedge {
  /** For each offer. */
  readonly stakesMinor: readonly number[]
  /** For each outcome, of tickets and stakes together; exact. */
  readonly profitsMinor: readonly number[]
  /** The lowest of these. */
  readonly minProfitMinor: number
  /** False when limits and prices do not allow the goal; the lowest profit is then as high as can be. */
  readonly isReached: boolean
}

/** A ticket that wins or loses with its last leg. */
export const oneLegAway = (stakeMinor: number, payoutMinor: number): HedgePosition => ({
  profitsMinor: [payoutMinor - stakeMinor, -stakeMinor],
})

/** Results of the opposite side of that leg. */
export const oppositeSide: HedgeOffer['results'] = ['lost', 'won']

/**
 * Stakes on these offers that meet the goal, rounded to what the books take. Throws a RangeError for outcomes that differ
 * in number, goals, results, odds, limits or money that cannot be, and for offers without a limit that win whatever happens.
 */
export function hedge(
  positions: readonly HedgePosition[],
  offers: readonly HedgeOffer[],
  goal: HedgeGoal,
): Hedge {
  const baseMinor = sumProfits(positions, offers)
  const aim = toAim(goal, baseMinor)
  const exact = solve(baseMinor, offers, aim)
  if (exact === undefined) throw new RangeError('Offers without a limit win whatever happens')
  const score = (stakes: readonly number[]) => scoreOf(stakes, profitsOf(stakes, baseMinor, offers), aim)
  const stakesMinor = roundStakes(exact, offers, score)
  const profitsMinor = profitsOf(stakesMinor, baseMinor, offers)
  const minProfitMinor = Math.min(...profitsMinor)
  const isReached =
    aim.minMinor === Infinity ? isEqual(exact, baseMinor, offers) : minProfitMinor >= aim.minMinor
  return { stakesMinor, profitsMinor, minProfitMinor, isReached }
}

/**
 * The lowest profit counts up to `minMinor`; then the profit of one outcome, if any, or without a `minMinor` how equal
 * all are; then stakes count against.
 */
interface Aim {
  readonly minMinor: number
  readonly outcome?: number
}

function toAim(goal: HedgeGoal, baseMinor: readonly number[]): Aim {
  switch (goal.kind) {
    case 'equalProfit':
      return { minMinor: Infinity }
    case 'guaranteedMinimum': {
      const { minMinor = 0 } = goal
      if (!Number.isSafeInteger(minMinor)) throw new RangeError('A minimum is a whole number of minor units')
      return { minMinor }
    }
    case 'freeRoll': {
      const { outcome = baseMinor.indexOf(Math.max(...baseMinor)) } = goal
      if (baseMinor[outcome] === undefined) throw new RangeError('A free roll needs one of the outcomes')
      return { minMinor: 0, outcome }
    }
    default:
      throw new RangeError('A goal is equalProfit, guaranteedMinimum or freeRoll')
  }
}

const knownResults: ReadonlySet<string> = new Set(['won', 'lost', 'refunded'])

/** Profit of the tickets alone in each outcome; all input is checked. */
function sumProfits(positions: readonly HedgePosition[], offers: readonly HedgeOffer[]): number[] {
  const counts = [
    ...positions.map(each => each.profitsMinor.length),
    ...offers.map(each => each.results.length),
  ]
  const [count = 0] = counts
  if (count < 2) throw new RangeError('A hedge needs two outcomes or more')
  if (!counts.every(each => each === count))
    throw new RangeError('Tickets and offers differ in their outcomes')
  for (const { odds, results, limitMinor = 0, stepMinor = 1 } of offers) {
    if (![...results].every(result => knownResults.has(result)))
      throw new RangeError('A result is won, lost or refunded')
    if (!(odds.den > 0n && odds.num > odds.den)) throw new RangeError('Odds must be above 1')
    if (!(limitMinor >= 0)) throw new RangeError('A limit cannot be negative')
    if (!(Number.isSafeInteger(stepMinor) && stepMinor > 0))
      throw new RangeError('A step is a whole number of minor units above 0')
  }
  if (!positions.every(({ profitsMinor }) => profitsMinor.every(Number.isSafeInteger)))
    throw new RangeError('A profit is a whole number of minor units')
  return Array.from({ length: count }, (_, outcome) =>
    positions.reduce((sum, { profitsMinor }) => sum + (profitsMinor[outcome] ?? 0), 0),
  )
}

/** Stakes with fractions, undefined when they could grow without end. The variables are the rise of t, then the stakes. */
function solve(baseMinor: readonly number[], offers: readonly HedgeOffer[], { minMinor, outcome }: Aim) {
  const start = Math.min(minMinor, ...baseMinor)
  const gainsIn = (place: number) => offers.map(offer => gainOf(offer, place))
  const limited = offers.flatMap((_, place) => (maxStakeAt(offers, place) === Infinity ? [] : [place]))
  const unit = (place: number) => offers.map((_, other) => (other === place ? 1 : 0))
  const solution = solveLinearProgram({
    objectives: [
      [1, ...offers.map(() => 0)],
      ...(outcome === undefined ? [] : [[0, ...gainsIn(outcome)]]),
      [0, ...offers.map(() => -1)],
    ],
    rows: [
      ...baseMinor.map((_, place) => [1, ...gainsIn(place).map(gain => -gain)]),
      ...limited.map(place => [0, ...unit(place)]),
      ...(minMinor === Infinity ? [] : [[1, ...offers.map(() => 0)]]),
    ],
    limits: [
      ...baseMinor.map(base => base - start),
      ...limited.map(place => maxStakeAt(offers, place)),
      ...(minMinor === Infinity ? [] : [minMinor - start]),
    ],
  })
  return solution?.slice(1)
}

/** Profit of a stake of 1 in an outcome. */
function gainOf({ odds, results }: HedgeOffer, outcome: number): number {
  const result = results[outcome]
  return result === 'won' ? toNumber(odds) - 1 : result === 'lost' ? -1 : 0
}

function isEqual(stakes: readonly number[], baseMinor: readonly number[], offers: readonly HedgeOffer[]) {
  const profits = baseMinor.map((base, outcome) =>
    offers.reduce((sum, offer, place) => sum + (stakes[place] ?? 0) * gainOf(offer, outcome), base),
  )
  return Math.max(...profits) - Math.min(...profits) < 1
}

function profitsOf(
  stakes: readonly number[],
  baseMinor: readonly number[],
  offers: readonly HedgeOffer[],
): number[] {
  return baseMinor.map((base, outcome) =>
    offers.reduce((sum, { odds, results }, place) => {
      const stake = stakes[place] ?? 0
      if (results[outcome] === 'refunded') return sum
      if (results[outcome] === 'lost') return sum - stake
      const payout = exactPayoutMinor(stake, { text: '', format: 'decimal', odds, decimal: toNumber(odds) })
      return sum + Number(payout) - stake
    }, base),
  )
}

type Score = readonly number[]

const scoreOf = (
  stakes: readonly number[],
  profits: readonly number[],
  { minMinor, outcome }: Aim,
): Score => [
  Math.min(minMinor, ...profits),
  outcome === undefined ? (minMinor === Infinity ? toSpread(profits) : 0) : (profits[outcome] ?? 0),
  -stakes.reduce((sum, stake) => sum + stake, 0),
]

/** Below 0 by the difference of the highest and the lowest profit. */
const toSpread = (profits: readonly number[]): number => Math.min(...profits) - Math.max(...profits)

function isBetter(score: Score, other: Score): boolean {
  const place = score.findIndex((value, at) => value !== other[at])
  return place !== -1 && (score[place] ?? 0) > (other[place] ?? 0)
}

/** Stakes in whole steps near the exact ones, from which no change of one or two of them by a step is better. */
function roundStakes(
  exact: readonly number[],
  offers: readonly HedgeOffer[],
  score: (stakes: readonly number[]) => Score,
): readonly number[] {
  let stakes: readonly number[] = exact.map((stake, place) => {
    const { stepMinor = 1 } = offers[place] ?? {}
    return Math.round(stake / stepMinor) * stepMinor
  })
  // Stakes at a limit are whole and stay; at most as many others as there are outcomes have a fraction.
  const isBetween = (place: number) =>
    (exact[place] ?? 0) > 0 && (exact[place] ?? 0) < maxStakeAt(offers, place)
  const changes = offers.flatMap(({ stepMinor = 1 }, place) =>
    isBetween(place) ? [-stepMinor, stepMinor].map(change => ({ place, change })) : [],
  )
  for (;;) {
    let best = stakes
    let bestScore = score(stakes)
    for (const each of neighborsOf(stakes, changes, offers)) {
      const eachScore = score(each)
      if (isBetter(eachScore, bestScore)) [best, bestScore] = [each, eachScore]
    }
    if (best === stakes) return stakes
    stakes = best
  }
}

interface StakeChange {
  readonly place: number
  readonly change: number
}

/** All stakes within the limits that differ by one or two of these changes. */
function neighborsOf(
  stakes: readonly number[],
  changes: readonly StakeChange[],
  offers: readonly HedgeOffer[],
): readonly (readonly number[])[] {
  const moveFrom = (from: readonly number[]) =>
    changes
      .map(({ place, change }) => from.with(place, (from[place] ?? 0) + change))
      .filter(next => next.every((stake, place) => stake >= 0 && stake <= maxStakeAt(offers, place)))
  const once = moveFrom(stakes)
  return [...once, ...once.flatMap(moveFrom)]
}

function maxStakeAt(offers: readonly HedgeOffer[], place: number): number {
  const { limitMinor = Infinity, stepMinor = 1 } = offers[place] ?? {}
  return limitMinor === Infinity ? Infinity : Math.floor(limitMinor / stepMinor) * stepMinor
}
