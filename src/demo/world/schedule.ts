// The schedule of games. It has 24 places; in each, one game follows another for ever, so that there
// are always 24 games open, some of them live. A round is one game in every place.
import type { Game } from './game.ts'
import { hash, hashText, uniform } from './random.ts'

export const TEAMS_PER_LEAGUE = 12
/** Rounds after which every team has met every other at home and away, and the dates move on a day. */
export const ROUNDS_PER_DAY = 2 * (TEAMS_PER_LEAGUE - 1)

/** Seconds of the world's time. */
const ROUND_S = 1800
const WAVES = [
  { count: 8, from: 60, apart: 25 },
  { count: 8, from: 420, apart: 50 },
  { count: 8, from: 900, apart: 65 },
]
/** Start of the first game of each place. */
const FIRST_STARTS = WAVES.flatMap(({ count, from, apart }) =>
  Array.from({ length: count }, (_, i) => from + i * apart),
)
export const PLACES = FIRST_STARTS.length
const MIN_LENGTH_S = 180
const MAX_LENGTH_S = 360
const JITTER_S = 15
const JITTER = hashText('start jitter')
const LENGTH = hashText('game length')

export type GameTimes = Pick<Game, 'openAt' | 'startAt' | 'endAt'>

/** Times the game of a place and round is listed, starts and ends. It is listed when the one before it ends. */
export function findTimes(seed: number, place: number, round: number): GameTimes {
  const startAt = findStart(seed, place, round)
  return {
    openAt: round === 0 ? 0 : findEnd(seed, place, round - 1),
    startAt,
    endAt: findEnd(seed, place, round),
  }
}

/** The round whose game is open in a place. */
export function roundAt(seed: number, place: number, at: number): number {
  const round = Math.max(0, Math.floor((at - findStart(seed, place, 0)) / ROUND_S))
  return at < findEnd(seed, place, round) ? round : round + 1
}

/** Opponents of a round: the circle method, with home and away swapped in the second half of the cycle. */
export function pairing(round: number, game: number): { home: number; away: number } {
  const ring = TEAMS_PER_LEAGUE - 1
  const turn = round % ring
  const swapped = round % ROUNDS_PER_DAY >= ring
  const first = game === 0 ? ring : (turn + game) % ring
  const second = (turn + ring - game) % ring
  const firstIsHome = ((turn + game) % 2 === 0) !== swapped
  return firstIsHome ? { home: first, away: second } : { home: second, away: first }
}

function findStart(seed: number, place: number, round: number): number {
  const first = FIRST_STARTS[place]
  if (first === undefined) throw new RangeError(`The schedule has no place ${place}`)
  const jitter = Math.floor(JITTER_S * uniform(hash(seed, JITTER, place, round)))
  return first + jitter + round * ROUND_S
}

function findEnd(seed: number, place: number, round: number): number {
  const length = MIN_LENGTH_S + (MAX_LENGTH_S - MIN_LENGTH_S) * uniform(hash(seed, LENGTH, place, round))
  return findStart(seed, place, round) + Math.round(length)
}
