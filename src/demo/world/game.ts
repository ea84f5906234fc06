/**
 * One game: who plays whom and when, in seconds of the world's time. All that happens in it, and all that can be bet on
 * it, follows from this value alone.
 */
import type { League } from './league.ts'
import type { Player, Team } from './teams.ts'

export type Side = 'home' | 'away'

export interface Participant extends Player {
  readonly side: Side
  /** True for a late scratch: listed, but does not play; bets on him are refunded. */
  readonly scratched: boolean
}

/** Position of a game in the schedule. */
export interface SchedulePosition {
  /** The day its world began: days since 1970. */
  readonly day: number
  /** The round since then, and the place in the round. */
  readonly round: number
  readonly place: number
}

export interface Game extends SchedulePosition {
  /** `<league>:<away>:<home>:<YYYY-MM-DD>` */
  readonly id: string
  readonly seed: number
  readonly league: League
  readonly openAt: number
  readonly startAt: number
  readonly endAt: number
  readonly home: Team
  readonly away: Team
  /** The away side's players, then the home side's. */
  readonly players: readonly Participant[]
}

export type Phase = 'Scheduled' | 'In Progress' | 'Final'

/** Late scratches become known, and leave the board, this long before the start. */
const scratchesKnownSeconds = 30
/** A corrected statistic is published this long after the end. */
const correctionSeconds = 90

export function findPhase(game: Game, at: number): Phase {
  if (at < game.startAt) return 'Scheduled'
  return at < game.endAt ? 'In Progress' : 'Final'
}

/** Share of the game that has been played, 0 to 1. */
export function measureProgress(game: Game, at: number): number {
  if (at >= game.endAt) return 1
  return Math.max(0, (at - game.startAt) / (game.endAt - game.startAt))
}

export function knowsScratches(game: Game, at: number): boolean {
  return at >= game.startAt - scratchesKnownSeconds
}

export function isCorrected(game: Game, at: number): boolean {
  return at >= game.endAt + correctionSeconds
}

/** Caches a function's result for each game, as long as the game is in memory. */
export function oncePerGame<T extends object>(compute: (game: Game) => T): (game: Game) => T {
  const results = new WeakMap<Game, T>()
  return game => {
    const result = results.get(game) ?? compute(game)
    results.set(game, result)
    return result
  }
}
