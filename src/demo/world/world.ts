/**
 * The world: its teams, and the game of any place and round. A pure function of the seed, with a cache of recent games:
 * the world's first day only dates its games, so that a new desk, and a test, finds the same ones on any day.
 */
import type { Game, Participant, Side, SchedulePosition } from './game.ts'
import { hash, hashText, shuffled, uniform } from './random.ts'
import { createTeams, leagues, type Team } from './teams.ts'

export interface World {
  readonly seed: number
  /** The games that are listed at a time: one in every place. */
  openGames(at: number): Game[]
  /**
   * The game at a position of the schedule. Games of earlier days are over; null for future days and missing places.
   */
  gameAt(position: SchedulePosition): Game | null
}

// The schedule of games. It has 24 places; in each, one game follows another for ever, so that there
// are always 24 games open, some of them live. A round is one game in every place.

const teamsPerLeague = 12
/** Rounds after which every team has met every other at home and away, and the dates move on a day. */
export const roundsPerDay = 2 * (teamsPerLeague - 1)

/** Seconds of the world's time. */
const roundSeconds = 2400
/**
 * Games last ten to fifteen minutes, and most leave a new user as long before they start; three are live soon, as the
 * first ones listed are what a new desk is built from. The last one is short, so that a bet has its result within
 * minutes. All starts lie within a round less the length of a game, so that no team plays twice at a time.
 */
const waves = [
  { count: 10, from: 600, apart: 30, lengths: [600, 900] },
  { count: 10, from: 930, apart: 70, lengths: [600, 900] },
  { count: 3, from: 240, apart: 40, lengths: [600, 900] },
  { count: 1, from: 420, apart: 0, lengths: [180, 300] },
] as const
/** Start of the first game of each place, and the shortest and longest time its games last. */
const schedule = waves.flatMap(({ count, from, apart, lengths }) =>
  Array.from({ length: count }, (_, i) => ({ from: from + i * apart, lengths })),
)
export const places = schedule.length
const jitterSeconds = 15
const jitterSalt = hashText('start jitter')
const lengthSalt = hashText('game length')

type GameTimes = Pick<Game, 'openAt' | 'startAt' | 'endAt'>

/** Times the game of a place and round is listed, starts and ends. It is listed when the one before it ends. */
function findTimes(seed: number, place: number, round: number): GameTimes {
  const startAt = findStart(seed, place, round)
  return {
    openAt: round === 0 ? 0 : findEnd(seed, place, round - 1),
    startAt,
    endAt: findEnd(seed, place, round),
  }
}

/** The round whose game is open in a place. */
function roundAt(seed: number, place: number, at: number): number {
  const round = Math.max(0, Math.floor((at - findStart(seed, place, 0)) / roundSeconds))
  return at < findEnd(seed, place, round) ? round : round + 1
}

/** Opponents of a round: the circle method, with home and away swapped in the second half of the cycle. */
export function pairing(round: number, game: number): { home: number; away: number } {
  const ring = teamsPerLeague - 1
  const turn = round % ring
  const swapped = round % roundsPerDay >= ring
  const first = game === 0 ? ring : (turn + game) % ring
  const second = (turn + ring - game) % ring
  const firstIsHome = ((turn + game) % 2 === 0) !== swapped
  return firstIsHome ? { home: first, away: second } : { home: second, away: first }
}

function placeAt(place: number): (typeof schedule)[number] {
  const found = schedule[place]
  if (found === undefined) throw new RangeError(`The schedule has no place ${place}`)
  return found
}

function findStart(seed: number, place: number, round: number): number {
  const jitter = Math.floor(jitterSeconds * uniform(hash(seed, jitterSalt, place, round)))
  return placeAt(place).from + jitter + round * roundSeconds
}

function findEnd(seed: number, place: number, round: number): number {
  const [min, max] = placeAt(place).lengths
  const length = min + (max - min) * uniform(hash(seed, lengthSalt, place, round))
  return findStart(seed, place, round) + Math.round(length)
}

// The games themselves.

const turnSalt = hashText('team order')
const gameSalt = hashText('game')
const scratchSalt = hashText('scratch')
/** The share of players; far more than in reality, so that a few bets are enough to meet one. */
const scratches = 0.04
const keptGames = 3 * places
const longAgo: GameTimes = { openAt: -Infinity, startAt: -Infinity, endAt: -Infinity }
const dayMs = 86_400_000

export function createWorld(seed: number, day: number): World {
  const teams = createTeams(seed)
  const kept = new Map<string, Game>()

  function gameAt(position: SchedulePosition): Game | null {
    if (position.day > day || position.place >= places) return null
    const key = `${position.day}/${position.round}/${position.place}`
    const times = position.day < day ? longAgo : findTimes(seed, position.place, position.round)
    const game = kept.get(key) ?? createGame(teams, { seed, position, times })
    keep(kept, key, game)
    return game
  }

  const openGame = (place: number, at: number): Game | null =>
    gameAt({ day, round: roundAt(seed, place, at), place })
  return {
    seed,
    gameAt,
    openGames: at =>
      Array.from({ length: places }, (_, place) => openGame(place, at)).filter(game => game !== null),
  }
}

/** Puts the game last in the cache and removes the one used longest ago. */
function keep(kept: Map<string, Game>, key: string, game: Game): void {
  kept.delete(key)
  kept.set(key, game)
  const [oldest] = kept.keys()
  if (kept.size > keptGames && oldest !== undefined) kept.delete(oldest)
}

function createGame(
  teams: readonly (readonly Team[])[],
  { seed, position, times }: { seed: number; position: SchedulePosition; times: GameTimes },
): Game {
  const { league, home, away } = findOpponents(teams, seed, position)
  const gameSeed = hash(seed, gameSalt, hash(position.round, position.place))
  const date = new Date((position.day + Math.floor(position.round / roundsPerDay)) * dayMs)
  return {
    id: `${league.id}:${away.slug}:${home.slug}:${date.toISOString().slice(0, 10)}`,
    seed: gameSeed,
    league,
    ...position,
    ...times,
    home,
    away,
    players: [...lineUp(away, 'away', gameSeed), ...lineUp(home, 'home', gameSeed)],
  }
}

/** The leagues alternate in the places; each has equally many games. */
function findOpponents(
  teams: readonly (readonly Team[])[],
  seed: number,
  { round, place }: SchedulePosition,
) {
  const which = place % leagues.length
  const league = leagues[which]
  const numbers = Array.from({ length: teamsPerLeague }, (_, i) => i)
  const order = shuffled(numbers, hash(seed, turnSalt, which))
  const pair = pairing(round, Math.floor(place / leagues.length))
  const home = teams[which]?.[order[pair.home] ?? 0]
  const away = teams[which]?.[order[pair.away] ?? 0]
  if (!league || !home || !away) throw new RangeError(`There is no game in place ${place}`)
  return { league, home, away }
}

function lineUp(team: Team, side: Side, gameSeed: number): Participant[] {
  return team.players.map((player, i) => ({
    ...player,
    side,
    scratched: uniform(hash(gameSeed, scratchSalt, hashText(side), i)) < scratches,
  }))
}
