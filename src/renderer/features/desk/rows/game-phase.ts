/** Phase of a parlay's games, as far as the board shows it (docs/product.md). */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { DeskLeg } from '../../../../shared/model/parlay/parlay.ts'

/** `live`: a game has started; `final`: all of them are over. */
export type GamePhase = 'upcoming' | 'live' | 'final'

/** No game lasts longer. A shorter one may only have left the board for a while. */
const maxGameMs = 6 * 60 * 60_000

export function findPhase({ legs }: Pick<Row, 'legs'>, now: number): GamePhase {
  if (legs.length > 0 && legs.every(leg => isGameOver(leg, now))) return 'final'
  return legs.some(({ game }) => hasStarted(game, now)) ? 'live' : 'upcoming'
}

function hasStarted({ isLive, startAt }: DeskLeg['game'], now: number): boolean {
  return isLive || (startAt !== null && startAt <= now)
}

/** A game that was live, or started long ago, and of which no book lists odds any more. */
function isGameOver({ game, isGameListed }: DeskLeg, now: number): boolean {
  if (isGameListed || !hasStarted(game, now)) return false
  return game.isLive || now - (game.startAt ?? now) >= maxGameMs
}

export const phaseNames: Readonly<Record<GamePhase, string>> = { upcoming: '', live: 'Live', final: 'Final' }
