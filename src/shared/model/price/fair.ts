/**
 * Fair price of a parlay by the whole partition: one book's prices for all combinations of its legs' sides, of which
 * exactly one wins, without the book's margin (`shared/value/partition.ts`). With prices missing it is an interval, and
 * from prices of different moments nothing.
 */
import { z } from 'zod'
import { medianDecimal, probabilityChange } from '../../odds/value.ts'
import { compareMethods, devigBy, DevigError, devigMethods, type DevigMethod } from '../../value/devig.ts'
import { fairFromPartition, unknownHold } from '../../value/partition.ts'
import { BookId } from '../game/book.ts'
import { SelectionKey } from '../game/selection.ts'
import { findLostPrice, type Cell } from './cell.ts'
import { findPrice, QuotedPrice } from './quote.ts'
import { OneOff } from './whatif.ts'

/** Legs of the largest partition: 16 calls. */
export const maxPartitionLegs = 4
/** Maximum time between two prices of one partition. */
export const maxFairSpreadMs = 20_000
/** Maximum age of a price when its partition is evaluated. */
export const maxFairPriceAgeMs = 60_000

/** The user's way to remove the margin; `lowest`: the lowest probability of all methods; `blend`: their weighted mean. */
export const fairMethods = ['lowest', 'blend', ...devigMethods] as const
export const FairMethod = z.enum(fairMethods)
export type FairMethod = z.infer<typeof FairMethod>

const Weight = z.number().int().min(0).max(100)

/** Weights of the methods in a blend, of which only the ratios count; at least one is above 0. */
export const FairWeights = z
  .strictObject({
    ...{ multiplicative: Weight, additive: Weight, power: Weight, oddsRatio: Weight },
    ...{ shin: Weight, probit: Weight, goto: Weight },
  } satisfies Record<DevigMethod, typeof Weight>)
  .refine(weights => Object.values(weights).some(weight => weight > 0))
export type FairWeights = Readonly<z.infer<typeof FairWeights>>

export const equalWeights: FairWeights = {
  ...{ multiplicative: 1, additive: 1, power: 1, oddsRatio: 1 },
  ...{ shin: 1, probit: 1, goto: 1 },
}

/** The user's method, and the weights of its blend. */
export interface FairWay {
  readonly fairMethod: FairMethod
  readonly fairWeights: FairWeights
}

const Chance = z.number().gt(0).max(1)

/** Fair win probability of the parlay. */
export const FairResult = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('exact'),
    /** Booksum less 1: the real price of the correlation. */
    hold: z.number(),
    /** By method; without those that have no answer for these prices. */
    chances: z.array(z.strictObject({ method: z.enum(devigMethods), p: Chance })).min(1),
  }),
  /** The probability is between these; `reason` is a sentence. */
  z.strictObject({
    kind: z.literal('interval'),
    low: z.number(),
    high: Chance,
    reason: z.string(),
    /** Largest hold that `low` is by, when it is assumed because none was seen at the book. */
    assumedHold: z.number().optional(),
  }),
  z.strictObject({ kind: z.literal('none'), reason: z.string() }),
])
export type FairResult = Readonly<z.infer<typeof FairResult>>
export type ExactFair = Extract<FairResult, { kind: 'exact' }>

/** A book's last partition of a parlay. */
export const BookFair = z.strictObject({
  bookId: BookId,
  /** Epoch ms of its oldest price. */
  at: z.number(),
  /** True when the user values the parlay by it. */
  isUsed: z.boolean(),
  /** The book's price of the parlay that it was made from; null when the book gave none. */
  madeFrom: QuotedPrice.nullable(),
  result: FairResult,
})
export type BookFair = Readonly<z.infer<typeof BookFair>>

/** One combination of sides. */
export const FairOutcome = z.strictObject({
  /** For each leg of the parlay: its own side or the opposite one. */
  legs: z.array(z.strictObject({ key: SelectionKey, name: z.string(), market: z.string() })),
  last: OneOff.nullable(),
})
export type FairOutcome = Readonly<z.infer<typeof FairOutcome>>

/** Partition of a parlay at one book. */
export const FairPlan = z.strictObject({
  /** All combinations, own sides first; only those when a leg has no opposite side. */
  outcomes: z.array(FairOutcome),
  /** Calls that pricing takes at most; 0 when it is impossible. */
  calls: z.number().int(),
  /** Sentence that says why there will be no exact price; null when there can be one. */
  obstacle: z.string().nullable(),
  /** The result of these outcomes; null until they were priced. */
  fair: BookFair.nullable(),
  /** Other shown books: their last result, or the reason why they have no exact one. */
  others: z.array(
    z.strictObject({ bookId: BookId, fair: BookFair.nullable(), obstacle: z.string().nullable() }),
  ),
})
export type FairPlan = Readonly<z.infer<typeof FairPlan>>

/** Combinations of sides of `legs` legs, own sides first, the last leg changing fastest; true: the opposite side. */
export function listSides(legs: number): boolean[][] {
  return Array.from({ length: 2 ** legs }, (_, place) =>
    Array.from({ length: legs }, (__, leg) => ((place >> (legs - 1 - leg)) & 1) === 1),
  )
}

/** True for a quote that is new enough to be a price of the partition, so that no call is sent for it. */
export function isReusable(quote: OneOff | null | undefined, now: number): boolean {
  const ageMs = now - (quote?.at ?? -Infinity)
  return findPrice(quote) !== undefined && ageMs >= 0 && ageMs <= maxFairSpreadMs
}

/** Limit of calls a minute, as the meter has it. */
export interface CallLimit {
  readonly limit: number
  readonly limitFrom: 'start' | 'service' | 'user' | 'team'
}

/**
 * Sentence that says why the calls of a partition never go out together under a limit, and what does; undefined when
 * they can. A limit that the service taught can’t be raised.
 */
export function findLimitObstacle(calls: number, { limit, limitFrom }: CallLimit): string | undefined {
  if (calls <= limit) return undefined
  const legs = Math.floor(Math.log2(limit))
  const fits = `A parlay of ${legs === 1 ? '1 leg' : `${legs} legs`} fits (${2 ** legs} calls)`
  const needs = `Needs ${calls} calls within ${maxFairSpreadMs / 1000}s;`
  if (limitFrom === 'service')
    return `${needs} the service allows ${limit} a minute.${legs < 1 ? '' : ` ${fits}.`}`
  if (limitFrom === 'team')
    return `${needs} your team’s limit is ${limit} a minute. ${legs < 1 ? 'Its owner can raise it.' : `${fits}, or its owner can raise it.`}`
  const way = legs < 1 ? 'Raise the limit in Settings.' : `${fits}, or raise the limit in Settings.`
  return `${needs} your limit is ${limit} a minute. ${way}`
}

export interface FairContext {
  readonly now: number
  /** Largest hold seen at the book for as many legs; undefined when none was. */
  readonly maxHold: number | undefined
  /** Number of outcomes of the whole partition; the first is the parlay's own. */
  readonly outcomes: number
  /** Sentence that says why prices are missing. */
  readonly reason: string
}

export const farApart = 'The prices came too far apart; try again.'
const belowOne = 'The prices add up to less than 100%, so one is wrong or old; try again.'
const noOwnPrice = 'Not enough: the book gave no price for this parlay.'

/** Evaluates the answers of one book, own sides first; null for an outcome that it was not asked for. */
export function evaluatePartition(answers: readonly (OneOff | null)[], context: FairContext): FairResult {
  const priced = answers.flatMap(answer => (answer && findPrice(answer) ? [answer.at] : []))
  const oldest = Math.min(...priced)
  if (findPrice(answers[0]) === undefined) return { kind: 'none', reason: noOwnPrice }
  if (Math.max(...priced) - oldest > maxFairSpreadMs) return { kind: 'none', reason: farApart }
  if (context.now - oldest > maxFairPriceAgeMs) return { kind: 'none', reason: farApart }
  const cells = Array.from(
    { length: context.outcomes },
    (_, place) => findPrice(answers[place])?.decimal ?? null,
  )
  const known = cells.filter(cell => cell !== null)
  try {
    return known.length === cells.length && cells.length > 1 ? toExact(known) : toInterval(cells, context)
  } catch (error) {
    if (!(error instanceof DevigError)) throw error
    const reason = error.refusal === 'booksum-below-1' ? belowOne : 'One of the prices isn’t valid.'
    return { kind: 'none', reason }
  }
}

function toExact(decimals: readonly number[]): FairResult {
  const chances = compareMethods(decimals).answers.map(({ method, fair }) => ({ method, p: fair[0] ?? NaN }))
  if (chances.length === 0) return { kind: 'none', reason: 'No method works for these prices.' }
  const hold = decimals.reduce((sum, decimal) => sum + 1 / decimal, -1)
  return { kind: 'exact', hold, chances }
}

/** For a margin in proportion to the prices: by the other methods an interval is too wide to say anything. */
function toInterval(cells: readonly (number | null)[], { maxHold, reason }: FairContext): FairResult {
  const { low, high } = fairFromPartition(cells, 'multiplicative', maxHold === undefined ? {} : { maxHold })
  return { kind: 'interval', low, high, reason, ...(maxHold === undefined && { assumedHold: unknownHold }) }
}

/** Probability by the user's method; undefined when it, or a method with a weight in the blend, has no answer for the prices. */
export function findChance({ chances }: ExactFair, { fairMethod, fairWeights }: FairWay): number | undefined {
  if (fairMethod === 'lowest') return Math.min(...chances.map(({ p }) => p))
  const chanceOf = (method: DevigMethod) => chances.find(each => each.method === method)?.p
  if (fairMethod !== 'blend') return chanceOf(fairMethod)
  const used = devigMethods.filter(method => fairWeights[method] > 0)
  const total = used.reduce((sum, method) => sum + fairWeights[method], 0)
  const mean = used.reduce((sum, method) => sum + fairWeights[method] * (chanceOf(method) ?? NaN), 0) / total
  return Number.isFinite(mean) ? mean : undefined
}

/** Lowest and highest probability of all methods. */
export function toRange({ chances }: ExactFair) {
  const all = chances.map(({ p }) => p)
  return { low: Math.min(...all), high: Math.max(...all) }
}

/** Median of probabilities in log-odds; undefined without one. */
export function medianChance(chances: readonly number[]): number | undefined {
  const usual = medianDecimal(chances.map(p => 1 / p))
  return usual === null ? undefined : 1 / usual
}

/** Move of a book's price that its fair price outlasts, as a share of the implied probability; or the range, if larger. */
const maxMoveShare = 0.03

/**
 * The move of the book's own price since its exact fair price was made, once it is too large for that to hold; undefined
 * until then. A later price counts even after it became stale or was pulled: the market has still moved.
 */
export function findMoveSince(
  { at, madeFrom, result }: Pick<BookFair, 'at' | 'madeFrom' | 'result'>,
  cell: Pick<Cell, 'quote' | 'before'> | undefined,
): { readonly from: QuotedPrice; readonly to: QuotedPrice } | undefined {
  if (result.kind !== 'exact' || madeFrom === null || cell === undefined) return undefined
  const to = findLaterPrice(cell, at)
  if (to === undefined) return undefined
  const { low, high } = toRange(result)
  const maxMove = Math.max(high - low, maxMoveShare / madeFrom.decimal)
  const move = Math.abs(probabilityChange(madeFrom.decimal, to.decimal))
  return move > maxMove ? { from: madeFrom, to } : undefined
}

/** The last price of a cell, if it came after a time. */
function findLaterPrice({ quote, before }: Pick<Cell, 'quote' | 'before'>, at: number) {
  const price = findPrice(quote)
  if (price !== undefined) return quote !== null && quote.at > at ? price : undefined
  const lost = findLostPrice({ quote, before })
  return lost?.at !== undefined && lost.at > at ? lost : undefined
}

/** Fair probability of each outcome by the user's method; undefined when a price or an answer is missing. */
export function findOutcomeChances(
  outcomes: readonly FairOutcome[],
  way: FairWay,
): readonly number[] | undefined {
  const decimals = outcomes.flatMap(({ last }) => findPrice(last)?.decimal ?? [])
  if (decimals.length < outcomes.length) return undefined
  try {
    return devigBy(way.fairMethod === 'blend' ? way.fairWeights : way.fairMethod, decimals)
  } catch (error) {
    if (error instanceof DevigError) return undefined
    throw error
  }
}
