/**
 * Quantities and the selections on them. A quantity is anything a market asks about: a winning margin, a total, a
 * player's points. Its distribution is known before the game, narrows while it is played, and ends as one number.
 */
import type { Distribution } from './distribution.ts'
import type { Game, Side } from './game.ts'
import { scoreMoments, type Moments, deviation } from './expectation.ts'
import type { BoxScore } from './simulation.ts'

interface Common {
  /** Place in the game's list of quantities. */
  readonly index: number
  readonly moments: Moments
  /** The part of the game it counts: 1 for all of it, 0.5 for the first half. */
  readonly until: number
}

export interface ScoreQuantity extends Common {
  readonly player: null
  readonly weights: Readonly<Record<Side, number>>
}

interface PlayerQuantity extends Common {
  /** Index into `game.players`. */
  readonly player: number
  readonly parts: Readonly<Record<string, number>>
}

export type Quantity = ScoreQuantity | PlayerQuantity

/** One thing to bet on: won when the quantity ends strictly between `low` and `high`, refunded when it ends on one of them. */
export interface Selection {
  /** Place in the game's list of selections. */
  readonly index: number
  readonly market: string
  readonly name: string
  readonly group: string
  readonly main: boolean
  readonly points: number | null
  readonly quantity: Quantity
  readonly low: number
  readonly high: number
}

/** A selection that has no place in the list yet. */
export type Draft = Omit<Selection, 'index'>

/** Half of a game has half of the mean and of the variance; the shares of the tides shrink alike. */
const half = 0.5

export function scoreQuantity(
  game: Game,
  weights: Readonly<Record<Side, number>>,
  { index, until }: { index: number; until: number },
): ScoreQuantity {
  const whole = scoreMoments(game, weights)
  return { index, until, player: null, weights, moments: until === 1 ? whole : firstHalf(whole) }
}

function firstHalf(whole: Moments): Moments {
  const tides = { pace: whole.pace * half, edge: whole.edge * half, form: whole.form * half }
  const shared = tides.pace ** 2 + tides.edge ** 2 + tides.form ** 2
  return { mean: whole.mean * half, ...tides, own: deviation(whole) ** 2 * half - shared }
}

/** Value of the quantity in a box score. */
export function valueIn(box: BoxScore, quantity: Quantity): number {
  if (quantity.player === null) {
    return quantity.weights.home * box.score.home + quantity.weights.away * box.score.away
  }
  const line = box.players[quantity.player] ?? {}
  return Object.entries(quantity.parts).reduce((sum, [stat, weight]) => sum + weight * (line[stat] ?? 0), 0)
}

/** Distribution of the rest of the quantity when the given part of the game has been played. */
export function remaining(quantity: Quantity, progress: number): Distribution {
  const left = Math.max(0, 1 - progress / quantity.until)
  return {
    mean: quantity.moments.mean * left,
    deviation: deviation(quantity.moments) * Math.sqrt(left),
    signed: quantity.player === null && (quantity.weights.home < 0 || quantity.weights.away < 0),
  }
}
