/**
 * Prices of a live game that may be compared. Its market moves every few seconds and jumps at a score, so a higher price
 * may only be an older one: prices are compared within ten seconds, and not across a jump.
 */
import { logOdds, medianDecimal, suspectDeviations } from '../../odds/value.ts'
import type { PastPrice } from './cell.ts'

/** Maximum time between prices that are compared while a game is live, in milliseconds. */
export const maxLiveSpreadMs = 10_000

/** Ratio of decimal odds from which a move is a jump: a shift of the whole market that books do not differ by. */
const minJump = 1.15

/** A fresh price of a live game. */
export interface LivePrice {
  /** Time of its quote (epoch ms). */
  readonly at: number
  readonly price: { readonly decimal: number }
  /** As in `Cell`. */
  readonly before: PastPrice | null
}

/**
 * The prices of about one time, without those from before the market's last jump. None when a single book has jumped:
 * that may as well be an error, so neither its price nor the others are known to hold.
 */
export function listComparable<T extends LivePrice>(fresh: readonly T[]): readonly T[] {
  const newest = Math.max(...fresh.map(({ at }) => at))
  let kept: readonly T[] = fresh.filter(({ at }) => newest - at <= maxLiveSpreadMs)
  for (let after = listAfterJump(kept); after !== undefined; after = listAfterJump(kept)) {
    if (after.length < 2) return []
    kept = after
  }
  return kept
}

/** Reason why a fresh price of a live game is not compared: others are newer, or the market jumped between its quote and theirs. */
export type LeftBehind = 'older' | 'moving'

/** The prices that are not among the compared ones, by book. */
export function listLeftBehind<T extends LivePrice & { readonly bookId: string }>(
  fresh: readonly T[],
  compared: readonly T[],
): ReadonlyMap<string, LeftBehind> {
  const newest = Math.max(...fresh.map(({ at }) => at))
  const left = fresh.filter(each => !compared.includes(each))
  return new Map(left.map(({ bookId, at }) => [bookId, newest - at > maxLiveSpreadMs ? 'older' : 'moving']))
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
function listAfterJump<T extends LivePrice>(prices: readonly T[]): readonly T[] | undefined {
  if (!isJump(prices.map(({ price }) => price.decimal))) return undefined
  const { earlier, later } = withMoves(splitInTime(listMoves(prices)))
  if (mayDiffer(earlier) || mayDiffer(later)) return undefined
  const [from, to] = [findLevel(earlier), findLevel(later)]
  if (!isJump([from, to])) return undefined
  const [moveBefore, moveAfter] = [median(knownMoves(earlier)), median(knownMoves(later))]
  const jump = moveAfter - moveBefore
  if (jump / (logOdds(to) - logOdds(from)) <= minMovedShare) return undefined
  const deviations = [...listDeviations(knownMoves(earlier)), ...listDeviations(knownMoves(later))]
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
function listMoves<T extends LivePrice>(prices: readonly T[]): Moved<T>[] {
  const lastAt = Math.max(...prices.map(({ before }) => before?.at ?? -Infinity))
  return prices.map(each => {
    const { price, before } = each
    const level = logOdds(price.decimal)
    if (before?.at === undefined) return { price: each, level, move: undefined }
    return {
      price: each,
      level,
      move: before.at >= lastAt - maxLiveSpreadMs ? level - logOdds(before.decimal) : 0,
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
function splitInTime<T extends LivePrice>(moves: readonly Moved<T>[]): Split<T> {
  const sorted = moves.toSorted((a, b) => a.price.at - b.price.at)
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
