/** GET http://feed.localhost/: all odds objects, game by game and book by book, streamed. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Answer, refusal } from './answer.ts'
import type { Call, DemoContext } from './route.ts'
import { allBooks, findBook, type Book } from '../books/book.ts'
import { oddsObjects, type Listing } from '../books/odds-objects.ts'
import { type Game, findPhase } from '../world/game.ts'
import { leagues } from '../world/teams.ts'

/** Filters: `sportsbook` (id or name), `league`, `live` and `main` (true or false). */
export function answerFeed(call: Call, context: DemoContext): Answer {
  const { query } = call
  const sportsbook = query.get('sportsbook')
  const books = sportsbook ? [findBook(sportsbook)].filter(book => book !== undefined) : allBooks
  if (books.length === 0) return refusal(404, 'Unknown sportsbook')
  const league = query.get('league')
  if (league && !leagues.some(known => known.id === league)) return refusal(404, 'Unknown league')
  const live = readFlag(query.get('live'))
  const main = readFlag(query.get('main'))
  if (live === 'unclear' || main === 'unclear') return refusal(400, 'live and main must be true or false')

  const { world, clock, port, maxFeedGames } = context
  const at = clock.worldNow()
  const games = world
    .openGames(at)
    .slice(0, maxFeedGames)
    .filter(game => {
      const isLive = findPhase(game, at) === 'In Progress'
      return (!league || game.league.id === league) && (live ?? isLive) === isLive
    })
  const listing = {
    seed: world.seed,
    port: port(),
    at,
    wallTimeOf: clock.wallTimeOf,
    ...(main === null ? {} : { main }),
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: feedText(games, books, listing),
  }
}

function readFlag(text: string | null): boolean | null | 'unclear' {
  if (text === null) return null
  if (text === 'true') return true
  return text === 'false' ? false : 'unclear'
}

/** Yields a piece for every game and book; other calls run in between. */
async function* feedText(
  games: readonly Game[],
  books: readonly Book[],
  listing: Listing,
): AsyncGenerator<string> {
  yield '{"games":['
  for (const [i, game] of games.entries()) {
    yield `${i > 0 ? ',' : ''}{${gameHead(game, listing)},"sportsbooks":[`
    for (const [j, book] of books.entries()) {
      await nextTurn()
      const head = JSON.stringify({ id: book.id, name: book.name }).slice(0, -1)
      yield `${j > 0 ? ',' : ''}${head},"odds":[${oddsObjects(book, game, listing)}]}`
    }
    yield ']}'
  }
  yield ']}'
}

function gameHead(game: Game, { at, wallTimeOf }: Listing): string {
  const status = findPhase(game, at)
  const team = ({ id, name, abbreviation }: Game['home']): Record<string, string> => ({
    id,
    name,
    abbreviation,
  })
  return JSON.stringify({
    id: game.id,
    league: game.league.id,
    start: new Date(wallTimeOf(game.startAt)).toISOString(),
    live: status === 'In Progress',
    status,
    teams: { away: team(game.away), home: team(game.home) },
  }).slice(1, -1)
}
