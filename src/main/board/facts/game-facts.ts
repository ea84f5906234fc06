/**
 * A game as the surroundings of odds objects tell it. What one load tells stays when the next says nothing of it: a
 * start or a live flag must not be lost to a book that tells less.
 */
import type { GameInfo } from '../../../shared/model/game/selection.ts'
import { isObject, nameOf, nearest, textOf, type JsonObject, type Surroundings } from './surroundings.ts'
import { startTimeOf } from './parse-time.ts'

/** Only what was told. */
interface GameFacts {
  readonly title?: string | undefined
  /** With abbreviations. */
  readonly short?: string | undefined
  readonly league?: string | undefined
  /** Where the league has an id, and a name beside it. */
  readonly leagueName?: string | undefined
  readonly startAt?: number | undefined
  readonly isLive?: boolean | undefined
}

export interface ToldGame {
  readonly game: GameInfo
  readonly facts: GameFacts
}

/** What search reads of a game. */
export const wordingOf = ({ game }: ToldGame) => `${game.title} ${game.short} ${game.league}`

export function gameAround(event: string, around: Surroundings): ToldGame {
  const find = <T>(read: (node: JsonObject) => T | undefined) => nearest(around, read)
  const teams = find(teamsOf)
  return gameOf(event, {
    title: teams?.title ?? find(node => textOf(node.title)),
    short: teams?.short,
    league: find(node => nameOf(node.league, 'id')),
    leagueName: find(node => (isObject(node.league) ? textOf(node.league.name) : undefined)),
    startAt: find(startOf),
    isLive: find(node => (typeof node.live === 'boolean' ? node.live : undefined)),
  })
}

/** The same game with what only the other told of it. */
export function filledFrom({ game, facts }: ToldGame, other: ToldGame): ToldGame {
  return gameOf(game.id, {
    title: facts.title ?? other.facts.title,
    short: facts.short ?? other.facts.short,
    league: facts.league ?? other.facts.league,
    leagueName: facts.leagueName ?? other.facts.leagueName,
    startAt: facts.startAt ?? other.facts.startAt,
    isLive: facts.isLive ?? other.facts.isLive,
  })
}

/** Whether people who type this may mean its league: by id or by name, in any case and spacing. */
export function isOfLeague({ game, facts }: ToldGame, typed: string): boolean {
  const folded = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const wanted = folded(typed)
  return wanted !== '' && [game.league, facts.leagueName ?? ''].some(known => folded(known) === wanted)
}

/** Whether there is little left to ask of it. */
export const isWellTold = ({ facts }: ToldGame) => facts.title !== undefined && facts.startAt !== undefined

function gameOf(event: string, facts: GameFacts): ToldGame {
  const fromId = gameFromId(event)
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

/** What the teams are called, away before home; in lower case, with a space at both ends. */
export type Sides = readonly [away: readonly string[], home: readonly string[]]
export const noSides: Sides = [[], []]

/** Of a title such as `River Town at Harbor City`, and of its short form. */
export function sidesOf({ game }: ToldGame): Sides {
  const pairs = [game.title, game.short].map(title => title.toLowerCase().split(/ +(?:at|@|vs?\.?) +/))
  const named = (place: number) => pairs.filter(({ length }) => length === 2).map(pair => ` ${pair[place]} `)
  return [named(0), named(1)]
}

const startFields = [
  'start',
  'starts',
  'startTime',
  'start_time',
  'startsAt',
  'starts_at',
  'startDate',
  'start_date',
  'commence_time',
  'commenceTime',
  'date',
] as const

function startOf(node: JsonObject): number | undefined {
  for (const field of startFields) {
    const at = startTimeOf(node[field])
    if (at !== undefined) return at
  }
  return undefined
}

/** Of an object with both teams in `teams`, or in fields of its own. */
function teamsOf(node: JsonObject) {
  const teams = isObject(node.teams) ? node.teams : node
  const away = teams.away ?? teams.away_team ?? teams.awayTeam
  const home = teams.home ?? teams.home_team ?? teams.homeTeam
  const [awayName, homeName] = [teamName(away), teamName(home)]
  if (awayName === undefined || homeName === undefined) return undefined
  const title = `${awayName} at ${homeName}`
  const short = `${abbreviationOf(away) ?? awayName} at ${abbreviationOf(home) ?? homeName}`
  return { title, short: short === title ? undefined : short }
}

/** A price or a score that a side is given is no name. */
function teamName(team: unknown): string | undefined {
  const name = nameOf(team, 'name')
  return name !== undefined && /\p{L}/u.test(name) ? name : undefined
}

const abbreviationOf = (team: unknown) => (isObject(team) ? textOf(team.abbreviation) : undefined)

/** Reads `<league>:<away>:<home>:<date>` (interface document, 2.4); any other id stands for itself. */
function gameFromId(event: string): Pick<GameInfo, 'title' | 'short' | 'league'> {
  const [, league, away, home] = /^([^:]+):([^:]+):([^:]+):\d{4}-\d{2}-\d{2}$/.exec(event) ?? []
  if (league === undefined || away === undefined || home === undefined)
    return { title: event, short: event, league: '' }
  const lastWord = (slug: string) => fromSlug(slug).split(' ').at(-1) ?? slug
  return {
    title: `${fromSlug(away)} at ${fromSlug(home)}`,
    short: `${lastWord(away)} at ${lastWord(home)}`,
    league,
  }
}

function fromSlug(slug: string): string {
  const words = slug.split(/[-_ ]+/).filter(word => word !== '')
  return words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}
