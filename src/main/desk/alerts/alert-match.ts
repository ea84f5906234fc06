/** Checks alert rules against a parlay: only prices that are fresh, for all legs, and not suspect can meet one. */
import {
  findBestWorth,
  findReachingPrice,
  type CellValue,
  type Worthwhile,
} from '../../../shared/model/price/row-value.ts'
import type { AlertRule } from '../../../shared/model/parlay/alert.ts'
import type { DeskLeg } from '../../../shared/model/parlay/parlay.ts'
import type { GameInfo } from '../../../shared/model/game/selection.ts'
import type { AlertInput, BookMove } from './price-tracker.ts'

type RuleOf<K extends AlertRule['kind']> = Extract<AlertRule, { kind: K }>

export type AlertMatch =
  | { readonly kind: 'price-reaches'; readonly cell: CellValue }
  | ({ readonly kind: 'ev-over' } & Worthwhile)
  | { readonly kind: 'books-move'; readonly direction: 'up' | 'down'; readonly moves: readonly BookMove[] }
  | {
      readonly kind: 'game-starts'
      readonly game: GameInfo
      readonly startAt: number
      /** The alert's time before the start has long passed: the machine slept, or the alert is new. */
      readonly isLate: boolean
    }

export type PriceRule = Exclude<AlertRule, { kind: 'game-starts' }>

export function findMatch(rule: PriceRule, input: AlertInput): AlertMatch | undefined {
  switch (rule.kind) {
    case 'price-reaches': {
      const { bookIds, price } = rule
      const cell = findReachingPrice(input.value, { bookIds, decimal: price.decimal })
      return cell && { kind: 'price-reaches', cell }
    }
    case 'ev-over': {
      const best = findBestWorth(input.value, rule.ev)
      return best && { kind: 'ev-over', ...best }
    }
    case 'books-move':
      return findMove(rule, input)
  }
}

/** Allows for sums of doubles: 2 points on screen count as 2 points. */
const tolerance = 1e-9

function findMove(rule: RuleOf<'books-move'>, { value, track, now }: AlertInput): AlertMatch | undefined {
  const ranked = new Set(value.ranked.map(({ bookId }) => bookId))
  const directions = rule.direction === 'either' ? (['down', 'up'] as const) : [rule.direction]
  for (const direction of directions) {
    const moves = track
      .moves(direction, rule.withinMs, now)
      .filter(({ bookId, points }) => ranked.has(bookId) && Math.abs(points) >= rule.points - tolerance)
    if (moves.length >= rule.books) return { kind: 'books-move', direction, moves }
  }
  return undefined
}

/** A match is late when it comes more than this after the rule's time. */
const promptMs = 60_000

/**
 * Finds the first of the parlay's games that starts within the rule's time and after `lastStartAt`, the start that the
 * alert last fired for. A game that has started never matches.
 */
export function findStart(
  { beforeMs }: RuleOf<'game-starts'>,
  legs: readonly DeskLeg[],
  { now, lastStartAt }: { readonly now: number; readonly lastStartAt: number },
): Extract<AlertMatch, { kind: 'game-starts' }> | undefined {
  const starts = legs.flatMap(({ game }) => (game.startAt === null ? [] : [{ game, startAt: game.startAt }]))
  const due = starts.filter(
    ({ startAt }) => startAt > lastStartAt && startAt >= now && startAt - beforeMs <= now,
  )
  const first = due.sort((a, b) => a.startAt - b.startAt)[0]
  return first && { kind: 'game-starts', ...first, isLate: now - (first.startAt - beforeMs) > promptMs }
}
