/**
 * Value of pricing a cell again: the chance that the answer changes what the user would do, times what is at stake in
 * its row.
 *
 *   value = weight × P(stays) × risk × (alone + (1 − alone) × Π (1 − risk of each other cell))
 *   risk  = P(moved) × P(decides | moved)
 *
 * - P(moved) = 1 − 2^(−age / half-life): quotes of a book are replaced at a constant rate, so the share that is still
 *   valid halves in each half-life. Cho and Garcia-Molina, Effective Page Refresh Policies for Web Crawlers, ACM TODS 28
 *   (2003), choose pages to fetch by the same law.
 * - P(decides | moved) is 1 for the best price of its row, since any move changes what the user can take, and
 *   ½·e^(−distance / scale) for another: the chance that a move from a Laplace distribution passes the best. Distances
 *   are in log-odds, ln of the profit. Moves add up like a random walk, so the scale of one move grows with the root of
 *   the number of moves expected by this age.
 * - P(stays) = 2^(−time to act / half-life): an answer that will have moved before the user can bet at it is worth less. So
 *   prices that move within seconds leave calls to those that last. A row without any price waits for its first one.
 * - The best price on screen is the true one when no cell of the row is at risk. A call brings that about as far as all
 *   other cells are safe, which the product says; so a row that was begun is finished. The part `alone` is for the cell
 *   itself, whatever the others do.
 */

import type { ValueSettings } from '../../../shared/model/settings/settings.ts'
import { consensus, expectedValue, medianDecimal } from '../../../shared/odds/value.ts'

/** Stage of a row's games: prices of games under way move faster. */
export type GameStage = 'before' | 'live'

/** Movement of a book's prices. */
export interface BookPace {
  /** Time in which half of its quotes are replaced, ms. */
  readonly halfLifeMs: number
  /** Mean size of a move, in log-odds. */
  readonly moveSize: number
}

export interface RefreshCell extends BookPace {
  /** Since its last answer, ms; Infinity for none. */
  readonly ageMs: number
  /** Log-odds by which its price is below the best of the row; 0 for the best, null without a price. */
  readonly behind: number | null
}

/** Facts of a row that decide how much a change of its best price matters to the user. */
export interface RowStakes {
  readonly isInView: boolean
  /** The user gave it an interval of its own. */
  readonly isPinned: boolean
  /** Price alerts that wait for it. */
  readonly alerts: number
  /** Expected profit of its best price as a share of the stake; null when unknown. */
  readonly ev: number | null
  /** Time until its first game starts, ms; 0 or less once one has; null when unknown. */
  readonly startsInMs: number | null
}

/** Part of a call's value that does not depend on the other cells of the row: 0.2 measured best in `bench/refresh.ts`. */
const alone = 0.2
/** Even a cell that surely moved may be back at its price. */
const maxRisk = 0.9

/**
 * Time that a user takes from the answer to the bet slip, ms. In `bench/refresh.ts` 5 s is as good as 2.5 s for the best
 * price on screen, and better than 10 s.
 */
const actMs = 5_000

/** Value of a call for each cell of a row, 0 or more; `weight` is the row's (`weighRow`). */
export function rateCells(cells: readonly RefreshCell[], weight: number): number[] {
  const rated = cells.map(cell => ({ risk: findRisk(cell, cells.length), stays: findStayChance(cell) }))
  if (cells.every(({ behind }) => behind === null)) return rated.map(({ risk }) => weight * risk)
  const safe = rated.reduce((product, { risk }) => product * (1 - risk), 1)
  return rated.map(({ risk, stays }) => weight * stays * risk * (alone + ((1 - alone) * safe) / (1 - risk)))
}

/** Chance that an answer is still valid once the user has acted on it, 0 to 1. */
export const findStayChance = ({ halfLifeMs }: Pick<RefreshCell, 'halfLifeMs'>): number =>
  2 ** (-actMs / halfLifeMs)

/** Chance that the price of a cell has moved and that this changes which price is best, or what it pays. */
const findRisk = (cell: RefreshCell, rivals: number): number =>
  maxRisk * findMoveChance(cell) * findDecideChance(cell, rivals)

/** Chance that a quote of this age is no longer valid, 0 to 1. */
export const findMoveChance = ({ ageMs, halfLifeMs }: RefreshCell): number =>
  1 - 2 ** (-Math.max(0, ageMs) / halfLifeMs)

/** Chance that a price that has moved decides the row, 0 to 1. Without a price, one in all cells of the row. */
export function findDecideChance(
  { ageMs, behind, halfLifeMs, moveSize }: RefreshCell,
  rivals: number,
): number {
  if (behind === null) return 1 / rivals
  if (behind <= 0) return 1
  const moves = Math.max(1, (ageMs * Math.LN2) / halfLifeMs)
  return 0.5 * Math.exp(-behind / (moveSize * Math.sqrt(moves)))
}

/**
 * Factors of a row's weight: how much more often the user acts on such a row. They are judgments, not measured, and
 * each is bounded, so that none alone decides the order.
 */
const factors = { inView: 4, pinned: 3, alert: 2, startsNow: 2, maxEv: 3 } as const
/** A start this far away counts half as much as one now. */
const startHalfMs = 15 * 60_000
/** The weight grows by one for this much expected profit. */
const evStep = 0.05

/**
 * Expected profit of a row's best price as a share of the stake: by the user's fair price (decimal odds, null for none),
 * else by the consensus of the other books, null with too few of them.
 */
export function estimateEv(
  decimals: readonly number[],
  fair: number | null,
  { margin, fewestBooks }: Pick<ValueSettings, 'margin' | 'fewestBooks'>,
): number | null {
  const [best, ...others] = decimals.toSorted((a, b) => b - a)
  if (best === undefined) return null
  if (fair !== null) return expectedValue(1 / fair, best)
  const usual = others.length < fewestBooks ? null : medianDecimal(others)
  return usual === null ? null : expectedValue(consensus(usual, margin), best)
}

/** Weight of a row, 1 for one of which nothing is known. */
export function weighRow({ isInView, isPinned, alerts, ev, startsInMs }: RowStakes): number {
  const view = isInView ? factors.inView : 1
  const pin = isPinned ? factors.pinned : 1
  const alert = alerts > 0 ? factors.alert : 1
  const value = Math.min(factors.maxEv, 1 + Math.max(0, ev ?? 0) / evStep)
  const soon = startsInMs === null ? 0 : 2 ** (-Math.max(0, startsInMs) / startHalfMs)
  return view * pin * alert * value * (1 + (factors.startsNow - 1) * soon)
}
