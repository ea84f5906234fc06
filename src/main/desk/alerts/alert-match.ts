/** What a rule sees in a parlay: pure, and only of prices that are fresh, for all legs, and not suspect. */
import {
  bestWorthOver,
  priceReaching,
  type CellValue,
  type RowValue,
  type Worth,
} from '../../../shared/model/price/row-value.ts'
import type { AlertRule } from '../../../shared/model/parlay/alert.ts'
import type { DeskLeg } from '../../../shared/model/parlay/parlay.ts'
import type { GameInfo } from '../../../shared/model/game/selection.ts'
import type { BookMove, PriceTrack } from './price-track.ts'

type RuleOf<K extends AlertRule['kind']> = Extract<AlertRule, { kind: K }>

export type Sighting =
  | { readonly kind: 'price-reaches'; readonly cell: CellValue }
  | { readonly kind: 'ev-over'; readonly cell: CellValue; readonly worth: Worth }
  | { readonly kind: 'books-move'; readonly direction: 'up' | 'down'; readonly moves: readonly BookMove[] }
  | {
      readonly kind: 'game-starts'
      readonly game: GameInfo
      readonly startAt: number
      /** The time asked for has passed by more than can be helped: the program slept, or the alert is new. */
      readonly isLate: boolean
    }

/** What rules about prices are held against. */
export interface Scene {
  readonly value: RowValue
  readonly track: PriceTrack
  readonly now: number
}
export type PriceRule = Exclude<AlertRule, { kind: 'game-starts' }>

export function sightOf(rule: PriceRule, scene: Scene): Sighting | undefined {
  switch (rule.kind) {
    case 'price-reaches':
      return priceSeen(rule, scene.value)
    case 'ev-over':
      return worthSeen(rule, scene.value)
    case 'books-move':
      return moved(rule, scene)
  }
}

function priceSeen({ bookIds, price }: RuleOf<'price-reaches'>, value: RowValue): Sighting | undefined {
  const cell = priceReaching(value, { bookIds, decimal: price.decimal })
  return cell && { kind: 'price-reaches', cell }
}

function worthSeen({ ev }: RuleOf<'ev-over'>, value: RowValue): Sighting | undefined {
  const best = bestWorthOver(value, ev)
  return best && { kind: 'ev-over', ...best }
}

/** Sums of doubles: what is 2 points on screen is 2 points. */
const tolerance = 1e-9

function moved(rule: RuleOf<'books-move'>, { value, track, now }: Scene): Sighting | undefined {
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

/** Later than this is late. */
const promptMs = 60_000

/**
 * The first of the parlay's games that starts in the time asked for, or sooner, and after `toldStartAt`, the start that
 * was told last. Never one that has started.
 */
export function startSeen(
  { beforeMs }: RuleOf<'game-starts'>,
  legs: readonly DeskLeg[],
  { now, toldStartAt }: { readonly now: number; readonly toldStartAt: number },
): Extract<Sighting, { kind: 'game-starts' }> | undefined {
  const starts = legs.flatMap(({ game }) => (game.startAt === null ? [] : [{ game, startAt: game.startAt }]))
  const due = starts.filter(
    ({ startAt }) => startAt > toldStartAt && startAt >= now && startAt - beforeMs <= now,
  )
  const first = due.sort((a, b) => a.startAt - b.startAt)[0]
  return first && { kind: 'game-starts', ...first, isLate: now - (first.startAt - beforeMs) > promptMs }
}
