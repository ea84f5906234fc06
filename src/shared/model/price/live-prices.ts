/**
 * Fresh prices that may be compared. A market jumps at a score, and before the start at news, so a higher price may only
 * be an older one: prices are not compared across a jump. A live market also moves every few seconds, so prices of a live
 * game are compared within ten seconds.
 */
import { logOdds, medianDecimal, suspectDeviations } from '../../odds/value.ts'
import type { PastPrice } from './cell.ts'

/** Maximum time between prices that are compared while a game is live, in milliseconds. */
export const maxLiveSpreadMs = 10_000

/** Ratio of decimal odds from which a move is a jump: a shift of the whole market that books do not differ by. */
const minJump = 1.15

/** A fresh price. */
export interface LivePrice {
  /** Time of its quote (epoch ms). */
  readonly at: number
  readonly price: { readonly decimal: number }
  /** As in `Cell`. */
  readonly before: PastPrice | null
}

/** Prices that may be compared: of how long a time (ms), and whether a single book's jump leaves none. */
export interface Comparing {
  readonly spreadMs: number
  readonly doubtsLone: boolean
}
export const whileLive: Comparing = { spreadMs: maxLiveSpreadMs, doubtsLone: true }

/**
 * The prices of about one time, without those from before the market's last jump. Of a live game none when a single book
 * has jumped: that may as well be an error, so neither its price nor the others are known to hold.
 */
export function listComparable<T extends LivePrice>(
  fresh: readonly T[],
  comparing: Comparing = whileLive,
): readonly T[] {
  const newest = Math.max(...fresh.map(({ at }) => at))
  let kept: readonly T[] = fresh.filter(({ at }) => newest - at <= comparing.spreadMs)
  for (
    let after = listAfterJump(kept, comparing);
    after !== undefined;
    after = listAfterJump(kept, comparing)
  ) {
    if (after.length < 2) return comparing.doubtsLone ? [] : kept
    kept = after
  }
  return kept
}

/** Reason why a fresh price is not compared: others are newer, or the market jumped between its quote and theirs. */
export type LeftBehind = 'older' | 'moving'

/** The prices that are not among the compared ones, by book. */
export function listLeftBehind<T extends LivePrice & { readonly bookId: string }>(
  fresh: readonly T[],
  compared: readonly T[],
  { spreadMs }: Comparing = whileLive,
): ReadonlyMap<string, LeftBehind> {
  const newest = Math.max(...fresh.map(({ at }) => at))
  const left = fresh.filter(each => !compared.includes(each))
  return new Map(left.map(({ bookId, at }) => [bookId, newest - at > spreadMs ? 'older' : 'moving']))
}

/** Books whose quotes the market left by a jump. */
export const listMoving = (leftBehind: ReadonlyMap<string, LeftBehind>): string[] =>
  [...leftBehind].flatMap(([bookId, why]) => (why === 'moving' ? [bookId] : []))

/** True when the market jumped between the quotes of a row. */
export const isMoving = (leftBehind: ReadonlyMap<string, LeftBehind>): boolean =>
  listMoving(leftBehind).length > 0

/** A price in log-odds, and its move since all books were quoted before; undefined for a book's first price. */
interface Moved<T> {
  readonly price: T
  readonly level: number
  readonly move: number | undefined
}

/**
 * The prices after a jump of the market between their quotes; undefined without one. At a jump, the earlier and the later
 * prices lie 15% apart, and that by their moves: books that always differ have moved alike. The moves of the two sides
 * differ by over 4 of their median deviations, as suspect prices do, or no price of one side is near one of the other:
 * in a fast market the moves before a jump differ, too.
 */
function listAfterJump<T extends LivePrice>(
  prices: readonly T[],
  { spreadMs, doubtsLone }: Comparing,
): readonly T[] | undefined {
  if (!isJump(prices.map(({ price }) => price.decimal))) return undefined
  const moves = listMoves(prices, spreadMs)
  if (!doubtsLone && isCalm(knownMoves(moves))) return undefined
  const sorted = moves.toSorted((a, b) => a.price.at - b.price.at)
  const split = splitInTime(sorted)
  // First prices of a row come within seconds, and books differ by more than a market moves before the start.
  const after = findJump(doubtsLone ? withMoves(split) : split)
  return after ?? findReturn(sorted)
}

/** The prices after a jump between the two sides. */
function findJump<T extends LivePrice>({ earlier, later }: Split<T>): readonly T[] | undefined {
  const [before, after] = [knownMoves(earlier), knownMoves(later)]
  if (before.length === 0 || after.length === 0 || mayDiffer(earlier) || mayDiffer(later)) return undefined
  const [from, to] = [findLevel(earlier), findLevel(later)]
  if (!isJump([from, to])) return undefined
  const [moveBefore, moveAfter] = [median(before), median(after)]
  const jump = moveAfter - moveBefore
  if (jump / (logOdds(to) - logOdds(from)) <= minMovedShare) return undefined
  const deviations = [...listDeviations(before), ...listDeviations(after)]
  if (!areApart(earlier, later) && Math.abs(jump) <= suspectDeviations * median(deviations)) return undefined
  // An answer that was on its way at the jump is nearer to the earlier prices.
  return later
    .filter(({ level, move }) =>
      move === undefined
        ? isNearer(level, logOdds(to), logOdds(from))
        : isNearer(move, moveAfter, moveBefore),
    )
    .map(({ price }) => price)
}

/** True when the moves lie too close together for a jump. Most rows are calm, and the search for a jump takes longer. */
const isCalm = (moves: readonly number[]): boolean =>
  Math.max(...moves) - Math.min(...moves) <= minMovedShare * Math.log(minJump)

/** Number of prices before a split that show the market's level then. */
const localPrices = 4

/**
 * The prices after the last jump of a market that jumped there and back, as when a score is taken back: the prices before
 * both jumps hide it. Only the prices next to each other in time are compared.
 */
function findReturn<T extends LivePrice>(sorted: readonly Moved<T>[]): readonly T[] | undefined {
  const timeOf = (place: number) => sorted[place]?.price.at
  for (let place = sorted.length - 2; place >= 2; place--) {
    if (timeOf(place) === timeOf(place - 1)) continue
    const from = timeOf(Math.max(0, place - localPrices)) ?? 0
    const earlier = sorted.slice(0, place).filter(({ price }) => price.at >= from)
    const split = { earlier, later: sorted.slice(place) }
    const after = areApart(split.earlier, split.later) ? findJump(split) : undefined
    if (after !== undefined) return after
  }
  return undefined
}

const isNearer = (value: number, one: number, other: number): boolean =>
  Math.abs(value - one) <= Math.abs(value - other)

/** True for a lone book of which no price before is known: it may always differ. */
const mayDiffer = (side: readonly Moved<LivePrice>[]): boolean =>
  side.length < 2 && side[0]?.price.before?.at === undefined

/** Part of the distance between the earlier and the later prices that is due to their moves. */
const minMovedShare = 0.5

const isJump = (decimals: readonly number[]): boolean =>
  Math.max(...decimals) > minJump * Math.min(...decimals)

/**
 * Moves of all prices since the last time at which any book had another price. A book that had left its price before by
 * then has not moved; a first price has no move.
 */
function listMoves<T extends LivePrice>(prices: readonly T[], spreadMs: number): Moved<T>[] {
  const lastAt = Math.max(...prices.map(({ before }) => before?.at ?? -Infinity))
  return prices.map(each => {
    const { price, before } = each
    const level = logOdds(price.decimal)
    if (before?.at === undefined) return { price: each, level, move: undefined }
    return {
      price: each,
      level,
      move: before.at >= lastAt - spreadMs ? level - logOdds(before.decimal) : 0,
    }
  })
}

interface Split<T> {
  readonly earlier: readonly Moved<T>[]
  readonly later: readonly Moved<T>[]
}

/** True when no price of one side is within 15% of any of the other, each side being of two books and more. */
function areApart(one: readonly Moved<LivePrice>[], other: readonly Moved<LivePrice>[]): boolean {
  if (one.length < 2 || other.length < 2) return false
  const [lower, upper] = [one, other]
    .map(side => side.map(({ price }) => price.price.decimal))
    .toSorted(([a = 0], [b = 0]) => a - b)
  return Math.min(...(upper ?? [])) > minJump * Math.max(...(lower ?? []))
}

/** The split between two times at which the moves and the levels of each side lie closest together. */
function splitInTime<T extends LivePrice>(sorted: readonly Moved<T>[]): Split<T> {
  let [best, least]: [Split<T>, number] = [{ earlier: [], later: sorted }, Infinity]
  for (let place = 1; place < sorted.length; place++) {
    if (sorted[place]?.price.at === sorted[place - 1]?.price.at) continue
    const split = { earlier: sorted.slice(0, place), later: sorted.slice(place) }
    const spread = spreadOf(split)
    if (spread < least) [best, least] = [split, spread]
  }
  return best
}

/** The split with the levels for moves where no move is known on one of its sides. */
function withMoves<T>(split: Split<T>): Split<T> {
  const { earlier, later } = split
  if (knownMoves(earlier).length > 0 && knownMoves(later).length > 0) return split
  const byLevel = (side: readonly Moved<T>[]) => side.map(each => ({ ...each, move: each.level }))
  return { earlier: byLevel(earlier), later: byLevel(later) }
}

const findLevel = (moves: readonly Moved<LivePrice>[]): number =>
  medianDecimal(moves.map(({ price }) => price.price.decimal)) ?? 1

const knownMoves = (side: readonly Moved<unknown>[]): number[] => side.flatMap(({ move }) => move ?? [])

/** Sum of the distances within each side, of moves and of levels. */
function spreadOf({ earlier, later }: Split<unknown>): number {
  const spread = (side: readonly Moved<unknown>[]) =>
    sum(listDeviations(knownMoves(side))) + sum(listDeviations(side.map(({ level }) => level)))
  return spread(earlier) + spread(later)
}

function listDeviations(values: readonly number[]): number[] {
  const middle = median(values)
  return values.map(value => Math.abs(value - middle))
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** 0 without values. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? 0
  return (upper + (sorted[(sorted.length - 1) >> 1] ?? 0)) / 2
}
