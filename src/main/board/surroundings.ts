/**
 * What stands around an odds object in its JSON: the objects it lies in, nearest first. Game and book facts are taken
 * from the object itself, else from the nearest that has them, else read from the odds id.
 */
import { bookIdOf } from '../../shared/model/book-id.ts'
import type { GameInfo } from '../../shared/model/selection.ts'

/** A JSON object with the fields that this program knows; anything may be in them. */
export interface JsonObject {
  readonly id?: unknown
  readonly sgp?: unknown
  readonly grade?: unknown
  readonly price?: unknown
  readonly points?: unknown
  readonly name?: unknown
  readonly players?: unknown
  readonly main?: unknown
  readonly updated?: unknown
  readonly game?: unknown
  readonly event?: unknown
  readonly teams?: unknown
  readonly away?: unknown
  readonly home?: unknown
  readonly title?: unknown
  readonly league?: unknown
  readonly start?: unknown
  readonly live?: unknown
  readonly abbreviation?: unknown
  readonly sportsbook?: unknown
  readonly book?: unknown
  readonly message?: unknown
  readonly error?: unknown
  readonly errors?: unknown
}

export interface Surroundings {
  readonly node: JsonObject
  readonly above: Surroundings | undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A game as odds objects tell it. `isTold` is false when only the event id was there to read it from. */
export interface ToldGame {
  readonly game: GameInfo
  readonly isTold: boolean
}

/** What search reads of a game. */
export const wordingOf = ({ game }: ToldGame) => `${game.title} ${game.short} ${game.league}`

export function gameAround(event: string, around: Surroundings): ToldGame {
  const told = factsAround(around)
  const isTold = told.teams !== undefined || told.title !== undefined || told.startAt !== null
  const fromId = gameFromId(event)
  const title = told.teams?.title ?? told.title ?? fromId.title
  const game = {
    id: event,
    title,
    short: told.teams?.short ?? told.title ?? fromId.short,
    league: told.league ?? fromId.league,
    startAt: told.startAt,
    isLive: told.isLive,
  }
  return { game, isTold }
}

function factsAround(around: Surroundings) {
  const find = <T>(read: (node: JsonObject) => T | undefined) => nearest(around, read)
  return {
    teams: find(node => teamsOf(node.teams)),
    title: find(node => textOf(node.title)),
    league: find(node => nameOf(node.league, 'id')),
    startAt: find(node => timeOf(node.start)) ?? null,
    isLive: find(node => (typeof node.live === 'boolean' ? node.live : undefined)) ?? false,
  }
}

/** Looks in the object, in the game it names, then in what it lies in. */
function nearest<T>(around: Surroundings, read: (node: JsonObject) => T | undefined): T | undefined {
  for (let place: Surroundings | undefined = around; place; place = place.above) {
    const { node } = place
    for (const part of [node, node.game, node.event]) {
      const found = isObject(part) ? read(part) : undefined
      if (found !== undefined) return found
    }
  }
  return undefined
}

function teamsOf(teams: unknown) {
  if (!isObject(teams)) return undefined
  const away = nameOf(teams.away, 'name')
  const home = nameOf(teams.home, 'name')
  if (away === undefined || home === undefined) return undefined
  const short = `${abbreviationOf(teams.away) ?? away} at ${abbreviationOf(teams.home) ?? home}`
  return { title: `${away} at ${home}`, short }
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

/**
 * What people call the book of this id: its written name in the surroundings, else the odds id's own spelling.
 * `isReadable` is false when that is only the id again.
 */
export function bookNameAround(
  spelling: string,
  around: Surroundings,
): { name: string; isReadable: boolean } {
  const id = bookIdOf(spelling)
  const told = nearest(around, node => bookNamed(node, id) ?? bookNamed(node.sportsbook ?? node.book, id))
  const name = told ?? spelling
  return { name, isReadable: name !== id }
}

function bookNamed(node: unknown, id: string): string | undefined {
  if (typeof node === 'string') return bookIdOf(node) === id && node !== id ? node : undefined
  if (!isObject(node)) return undefined
  const name = textOf(node.name)
  if (name === undefined || name.length > 80 || name === id) return undefined
  return bookIdOf(name) === id || (typeof node.id === 'string' && bookIdOf(node.id) === id) ? name : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
}

/** Something given as text or as an object with an id and a name. */
function nameOf(value: unknown, prefer: 'id' | 'name'): string | undefined {
  if (!isObject(value)) return textOf(value)
  return prefer === 'id' ? (textOf(value.id) ?? textOf(value.name)) : (textOf(value.name) ?? textOf(value.id))
}

/** Epoch ms of an ISO time, or of epoch seconds or milliseconds. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number' && value > 0) return value < 1e11 ? value * 1000 : value
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
