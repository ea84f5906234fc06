/** A query that names one team finds its game, and with it the bets on the other team, which it does not mean. */
import { none } from '../columns/columns.ts'
import { noTeamNames, parseTeamNames, type TeamNames } from '../facts/game-facts.ts'
import { findTeamSide, parseTeam } from '../facts/line-facts.ts'
import type { QueryWord } from '../store/search-index.ts'
import type { Store } from '../store/store.ts'
import type { Query } from './parse-query.ts'

/** Returns a test of selections: true when the query names one team of the game, and the selection is a bet on the other. */
export function matchOtherTeam(store: Store, query: Query): (row: number) => boolean {
  const games = new Map<number, { teams: TeamNames; other: number }>()
  const readGame = (event: number) => {
    const facts = store.games.get(event)
    const teams = facts === undefined ? noTeamNames : parseTeamNames(facts)
    const game = { teams, other: findOtherSide(query, teams) }
    games.set(event, game)
    return game
  }
  return row => {
    const event = store.selections.event[row] ?? none
    const { teams, other } = games.get(event) ?? readGame(event)
    return other >= 0 && findTeamSide(parseTeam(store.keyPartsOf(row).name), teams) === other
  }
}

/** The side that is not named (0 away, 1 home); -1 when the query names both teams or none. */
function findOtherSide({ words }: Query, teams: TeamNames): number {
  const [away, home] = teams.map(names =>
    words.some(word => listMeanings(word).some(each => names.some(name => name.includes(` ${each}`)))),
  )
  return away === home ? -1 : away === true ? 1 : 0
}

/** The typed word, and single words spelled like it; the short form of a market names no team. */
const listMeanings = ({ typed, guesses, isWhole }: QueryWord): string[] =>
  isWhole ? [] : [typed, ...guesses.flatMap(guess => (guess.length === 1 ? guess : []))]
