/**
 * A game, parsed from the JSON around its odds objects. A fact of one load stays when the next load lacks it: a book
 * with fewer fields must not erase a start time or a live flag.
 */
import { splitTeams } from '../../../shared/model/game/leg-short.ts'
import type { GameInfo } from '../../../shared/model/game/selection.ts'
import {
  findNearest,
  isObject,
  startFields,
  toName,
  toText,
  type JsonObject,
  type Surroundings,
} from './surroundings.ts'
import { parseStartTime } from './parse-time.ts'

/** Fields that the JSON has; the game's other fields come from its id. */
interface ParsedGameFields {
  readonly title?: string | undefined
  /** Title with abbreviated teams. */
  readonly short?: string | undefined
  readonly league?: string | undefined
  /** Given when the league has an id and a name. */
  readonly leagueName?: string | undefined
  readonly startAt?: number | undefined
  readonly isLive?: boolean | undefined
}

export interface GameFacts {
  readonly game: GameInfo
  readonly facts: ParsedGameFields
}

export const toGameSearchText = ({ game }: GameFacts) => `${game.title} ${game.short} ${game.league}`

export function parseGame(event: string, around: Surroundings): GameFacts {
  const find = <T>(read: (node: JsonObject) => T | undefined) => findNearest(around, read)
  const teams = find(findTeams)
  return toGameFacts(event, {
    title: teams?.title ?? find(node => toText(node.title)),
    short: teams?.short,
    league: find(node => toName(node.league, 'id')),
    leagueName: find(node => (isObject(node.league) ? toText(node.league.name) : undefined)),
    startAt: find(findStart),
    isLive: find(node => (typeof node.live === 'boolean' ? node.live : undefined)),
  })
}

/** Returns the same game with the facts that only the other has. */
export function fillGaps({ game, facts }: GameFacts, other: GameFacts): GameFacts {
  return toGameFacts(game.id, {
    title: facts.title ?? other.facts.title,
    short: facts.short ?? other.facts.short,
    league: facts.league ?? other.facts.league,
    leagueName: facts.leagueName ?? other.facts.leagueName,
    startAt: facts.startAt ?? other.facts.startAt,
    isLive: facts.isLive ?? other.facts.isLive,
  })
}

/** Compares by id and by name, in any case and spacing. */
export function matchesLeague({ game, facts }: GameFacts, typed: string): boolean {
  const folded = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const wanted = folded(typed)
  return wanted !== '' && [game.league, facts.leagueName ?? ''].some(known => folded(known) === wanted)
}

export const hasTitleAndStart = ({ facts }: GameFacts) =>
  facts.title !== undefined && facts.startAt !== undefined

function toGameFacts(event: string, facts: ParsedGameFields): GameFacts {
  const fromId = parseEventId(event)
  const game = {
    id: event,
    title: facts.title ?? fromId.title,
    short: facts.short ?? facts.title ?? fromId.short,
    league: facts.league ?? fromId.league,
    startAt: facts.startAt ?? null,
    isLive: facts.isLive ?? false,
  }
  return { game, facts }
}

/** Names of the two teams, in lower case with a space at both ends. */
export type TeamNames = readonly [away: readonly string[], home: readonly string[]]
export const noTeamNames: TeamNames = [[], []]

/** Splits a title such as `River Town at Harbor City`, and its short form. */
export function parseTeamNames({ game }: GameFacts): TeamNames {
  const pairs = [game.title, game.short].map(title => splitTeams(title.toLowerCase()))
  const named = (place: number) => pairs.filter(({ length }) => length === 2).map(pair => ` ${pair[place]} `)
  return [named(0), named(1)]
}

function findStart(node: JsonObject): number | undefined {
  for (const field of startFields) {
    const at = parseStartTime(node[field])
    if (at !== undefined) return at
  }
  return undefined
}

/** Finds both teams in `teams`, or in the object's own fields. */
function findTeams(node: JsonObject) {
  const teams = isObject(node.teams) ? node.teams : node
  const away = teams.away ?? teams.away_team ?? teams.awayTeam
  const home = teams.home ?? teams.home_team ?? teams.homeTeam
  const [awayName, homeName] = [findTeamName(away), findTeamName(home)]
  if (awayName === undefined || homeName === undefined) return undefined
  const title = `${awayName} at ${homeName}`
  const short = `${findAbbreviation(away) ?? awayName} at ${findAbbreviation(home) ?? homeName}`
  return { title, short: short === title ? undefined : short }
}

/** The price or score of a side is not a name. */
function findTeamName(team: unknown): string | undefined {
  const name = toName(team, 'name')
  return name !== undefined && /\p{L}/u.test(name) ? name : undefined
}

const findAbbreviation = (team: unknown) => (isObject(team) ? toText(team.abbreviation) : undefined)

/** Parses `<league>:<away>:<home>:<date>` (docs/service-interface.md, 2.4); another id is its own title. */
function parseEventId(event: string): Pick<GameInfo, 'title' | 'short' | 'league'> {
  const [, league, away, home] = /^([^:]+):([^:]+):([^:]+):\d{4}-\d{2}-\d{2}$/.exec(event) ?? []
  if (league === undefined || away === undefined || home === undefined)
    return { title: event, short: event, league: '' }
  const lastWord = (slug: string) => toTitleCase(slug).split(' ').at(-1) ?? slug
  return {
    title: `${toTitleCase(away)} at ${toTitleCase(home)}`,
    short: `${lastWord(away)} at ${lastWord(home)}`,
    league,
  }
}

function toTitleCase(slug: string): string {
  const words = slug.split(/[-_ ]+/).filter(word => word !== '')
  return words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}
