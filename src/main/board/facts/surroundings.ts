/**
 * What stands around an odds object in its JSON: the objects it lies in, nearest first. Game and book facts are taken
 * from the object itself, else from the nearest that has them, else read from the odds id.
 */
import { bookIdOf } from '../../../shared/model/game/book.ts'

/** A JSON object with the fields that this program knows; anything may be in them. */
export interface JsonObject {
  readonly id?: unknown
  readonly sgp?: unknown
  readonly grade?: unknown
  readonly price?: unknown
  readonly points?: unknown
  readonly name?: unknown
  readonly selection?: unknown
  readonly side?: unknown
  readonly line?: unknown
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
  readonly away_team?: unknown
  readonly awayTeam?: unknown
  readonly home_team?: unknown
  readonly homeTeam?: unknown
  readonly start?: unknown
  readonly starts?: unknown
  readonly startTime?: unknown
  readonly start_time?: unknown
  readonly startsAt?: unknown
  readonly starts_at?: unknown
  readonly startDate?: unknown
  readonly start_date?: unknown
  readonly commence_time?: unknown
  readonly commenceTime?: unknown
  readonly date?: unknown
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

/** Looks in the object, in the game it names, then in what it lies in. */
export function nearest<T>(around: Surroundings, read: (node: JsonObject) => T | undefined): T | undefined {
  for (let place: Surroundings | undefined = around; place; place = place.above) {
    const { node } = place
    for (const part of [node, node.game, node.event]) {
      const found = isObject(part) ? read(part) : undefined
      if (found !== undefined) return found
    }
  }
  return undefined
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

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
}

/** Something given as text or as an object with an id and a name. */
export function nameOf(value: unknown, prefer: 'id' | 'name'): string | undefined {
  if (!isObject(value)) return textOf(value)
  return prefer === 'id' ? (textOf(value.id) ?? textOf(value.name)) : (textOf(value.name) ?? textOf(value.id))
}
