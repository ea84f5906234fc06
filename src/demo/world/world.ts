// The world: its teams, and the game of any place and round. A pure function of the seed and the day the world
// began, but for a cache of recent games.
import type { Game, Participant, Side, Station } from './game.ts'
import { hash, hashText, shuffled, uniform } from './random.ts'
import {
  pairing,
  PLACES,
  roundAt,
  ROUNDS_PER_DAY,
  findTimes,
  TEAMS_PER_LEAGUE,
  type GameTimes,
} from './schedule.ts'
import { createTeams, LEAGUES, type Team } from './teams.ts'

export interface World {
  readonly seed: number
  /** The games that are listed at a moment: one in every place. */
  openGames(at: number): Game[]
  /** The game at a station. Games of earlier days are over; null for days to come and places there are not. */
  gameAt(station: Station): Game | null
}

const TURN = hashText('team order')
const GAME = hashText('game')
const SCRATCH = hashText('scratch')
/** The share of players; far more than in earnest, so that a few bets are enough to meet one. */
const SCRATCHES = 0.04
const KEPT_GAMES = 3 * PLACES
const LONG_AGO: GameTimes = { openAt: -Infinity, startAt: -Infinity, endAt: -Infinity }
const DAY_MS = 86_400_000

export function createWorld(seed: number, day: number): World {
  const teams = createTeams(seed)
  const kept = new Map<string, Game>()

  function gameAt(station: Station): Game | null {
    if (station.day > day || station.place >= PLACES) return null
    const key = `${station.day}/${station.round}/${station.place}`
    const times = station.day < day ? LONG_AGO : findTimes(seed, station.place, station.round)
    const game = kept.get(key) ?? createGame(teams, { seed, station, times })
    keep(kept, key, game)
    return game
  }

  const openGame = (place: number, at: number): Game | null =>
    gameAt({ day, round: roundAt(seed, place, at), place })
  return {
    seed,
    gameAt,
    openGames: at =>
      Array.from({ length: PLACES }, (_, place) => openGame(place, at)).filter(game => game !== null),
  }
}

/** Puts the game last in the cache and lets go of the one used longest ago. */
function keep(kept: Map<string, Game>, key: string, game: Game): void {
  kept.delete(key)
  kept.set(key, game)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_GAMES && oldest !== undefined) kept.delete(oldest)
}

function createGame(
  teams: readonly (readonly Team[])[],
  { seed, station, times }: { seed: number; station: Station; times: GameTimes },
): Game {
  const { league, home, away } = findOpponents(teams, seed, station)
  const gameSeed = hash(seed, GAME, hash(station.day, station.round, station.place))
  const date = new Date((station.day + Math.floor(station.round / ROUNDS_PER_DAY)) * DAY_MS)
  return {
    id: `${league.id}:${away.slug}:${home.slug}:${date.toISOString().slice(0, 10)}`,
    seed: gameSeed,
    league,
    ...station,
    ...times,
    home,
    away,
    players: [...lineUp(away, 'away', gameSeed), ...lineUp(home, 'home', gameSeed)],
  }
}

/** The leagues take turns in the places; each has as many games as the others. */
function findOpponents(teams: readonly (readonly Team[])[], seed: number, { day, round, place }: Station) {
  const which = place % LEAGUES.length
  const league = LEAGUES[which]
  const numbers = Array.from({ length: TEAMS_PER_LEAGUE }, (_, i) => i)
  const order = shuffled(numbers, hash(seed, TURN, day, which))
  const pair = pairing(round, Math.floor(place / LEAGUES.length))
  const home = teams[which]?.[order[pair.home] ?? 0]
  const away = teams[which]?.[order[pair.away] ?? 0]
  if (!league || !home || !away) throw new RangeError(`There is no game in place ${place}`)
  return { league, home, away }
}

function lineUp(team: Team, side: Side, gameSeed: number): Participant[] {
  return team.players.map((player, i) => ({
    ...player,
    side,
    scratched: uniform(hash(gameSeed, SCRATCH, hashText(side), i)) < SCRATCHES,
  }))
}
