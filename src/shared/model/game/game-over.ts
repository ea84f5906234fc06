/** The rule by which a game is over, for the search and the desk; no board gives an end (docs/product.md). */
import type { DeskLeg } from '../parlay/parlay.ts'
import type { GameInfo } from './selection.ts'

/** No game lasts longer. One that started later may have left the board only for a while. */
const maxGameMs = 6 * 3_600_000
/** Maximum duration of the demo's games. */
const demoMaxGameMs = 15 * 60_000

/** Time by which games are judged. `maxGameMs`: maximum duration of a game of the profile in use. */
export interface GameClock {
  readonly now: number
  readonly maxGameMs: number
}

export const toGameClock = (now: number, isDemo: boolean): GameClock => ({
  now,
  maxGameMs: isDemo ? demoMaxGameMs : maxGameMs,
})

/** True if the game started too long ago to be on still, unless its source says otherwise. */
export const isPastEnd = ({ startAt }: Pick<GameInfo, 'startAt'>, clock: GameClock): boolean =>
  startAt !== null && clock.now - startAt >= clock.maxGameMs

/** True for odds of this time when their game is past its end and they are left over from before it. */
export const isLeftOver = (game: Pick<GameInfo, 'startAt'>, asOf: number, clock: GameClock): boolean =>
  isPastEnd(game, clock) && !isPastEnd(game, { ...clock, now: asOf })

type LegOfGame = Pick<DeskLeg, 'isGameListed' | 'isGameOver' | 'asOf'> & {
  readonly game: Pick<GameInfo, 'startAt'>
}

/**
 * True if all games of these legs are final, or started too long ago to be on while no book lists odds of them, or only
 * odds that are left over.
 */
export const areGamesOver = (legs: readonly LegOfGame[], clock: GameClock): boolean =>
  legs.length > 0 && legs.every(leg => leg.isGameOver || isOverByClock(leg, clock))

function isOverByClock({ game, isGameListed, asOf }: LegOfGame, clock: GameClock): boolean {
  return isGameListed ? asOf !== null && isLeftOver(game, asOf, clock) : isPastEnd(game, clock)
}
