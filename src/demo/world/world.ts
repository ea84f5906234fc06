// The world: its teams, and the game of any place and round. A pure function of the seed and the day the world
// began, but for a cache of recent games.
import type { Game, Participant, Side, Station } from './game.ts'
import type { League } from './league.ts'
import { hash, hashText, shuffled, uniform } from './random.ts'
import {
  leaguePlace,
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
  readonly day: number
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
    day,
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
  const { league, home, away } = opponents(teams, { seed, station })
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

function opponents(
  teams: readonly (readonly Team[])[],
  { seed, station }: { seed: number; station: Station },
): { league: League; home: Team; away: Team } {
  const where = leaguePlace(station.place)
  const league = LEAGUES[where.league]
  const numbers = Array.from({ length: TEAMS_PER_LEAGUE }, (_, i) => i)
  const order = shuffled(numbers, hash(seed, TURN, station.day, where.league))
  const pair = pairing(station.round, where.game)
  const home = teams[where.league]?.[order[pair.home] ?? 0]
  const away = teams[where.league]?.[order[pair.away] ?? 0]
  if (!league || !home || !away) throw new RangeError(`There is no game in place ${station.place}`)
  return { league, home, away }
}

function lineUp(team: Team, side: Side, gameSeed: number): Participant[] {
  return team.players.map((player, i) => ({
    ...player,
    side,
    scratched: uniform(hash(gameSeed, SCRATCH, hashText(side), i)) < SCRATCHES,
  }))
}
