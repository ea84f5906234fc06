/** Phase of a parlay's games, derived from the board and the clock (docs/product.md). */
import { areGamesOver, toGameClock, type GameClock } from '../../../../shared/model/game/game-over.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { DeskLeg } from '../../../../shared/model/parlay/parlay.ts'
import { useAccountStore } from '../../account/account-store.ts'

/**
 * `live`: a game has started; `unlisted`: a game has started, and no book lists odds of any started game; `final`: all
 * games are over.
 */
export type GamePhase = 'upcoming' | 'live' | 'unlisted' | 'final'

type Legs = Pick<Row, 'legs'>

export function findPhase({ legs }: Legs, clock: GameClock): GamePhase {
  if (areGamesOver(legs, clock)) return 'final'
  const started = legs.filter(({ game }) => hasStarted(game, clock.now))
  if (started.length === 0) return 'upcoming'
  return started.some(leg => leg.isGameListed) ? 'live' : 'unlisted'
}

function hasStarted({ isLive, startAt }: DeskLeg['game'], now: number): boolean {
  return isLive || (startAt !== null && startAt <= now)
}

const phaseStepMs = 15_000

/**
 * Time at the last quarter of a minute, or at the last start of these games if that is later: phases follow it, so that
 * all parts of a row show the same phase, and a row says Live as soon as its game starts.
 */
export function toCoarseTime(now: number, legs: readonly Pick<DeskLeg, 'game'>[]): number {
  const starts = legs.flatMap(({ game: { startAt } }) =>
    startAt !== null && startAt <= now ? [startAt] : [],
  )
  return Math.max(Math.floor(now / phaseStepMs) * phaseStepMs, ...starts)
}

/** Finds the phase of a parlay of the profile in use. */
export function useGamePhases(): (row: Legs, now: number) => GamePhase {
  const account = useAccountStore()
  return (row, now) => findPhase(row, toGameClock(toCoarseTime(now, row.legs), account.isDemo))
}

export const phaseNames: Readonly<Record<GamePhase, string>> = {
  upcoming: '',
  live: 'Live',
  unlisted: 'No odds now',
  final: 'Final',
}

/** As above, with a shorter form for a line that also has legs. */
export const phaseForms: Readonly<Record<Exclude<GamePhase, 'upcoming'>, readonly [string, ...string[]]>> = {
  live: [phaseNames.live],
  unlisted: [phaseNames.unlisted, 'No odds'],
  final: [phaseNames.final],
}

/** The reason why a parlay is not priced any more. */
export const gamesOver = 'The games are over.'
