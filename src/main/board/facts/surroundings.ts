/**
 * Surroundings of an odds object in its JSON: the objects that contain it, nearest first. Game and book are read from
 * the object itself, else from the nearest surrounding object that has them, else from the odds id.
 */
import { toBookId } from '../../../shared/model/game/book.ts'

/** A JSON object with the fields this program knows; their values are unchecked. */
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

/** Searches the object, the game in it, then each surrounding object. */
export function findNearest<T>(
  around: Surroundings,
  read: (node: JsonObject) => T | undefined,
): T | undefined {
  for (let place: Surroundings | undefined = around; place; place = place.above) {
    const { node } = place
    for (const part of [node, node.game, node.event]) {
      const found = isObject(part) ? read(part) : undefined
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Finds the book's display name, else takes the spelling of the odds id. `isReadable` is false for the bare book id. */
export function findBookName(spelling: string, around: Surroundings): { name: string; isReadable: boolean } {
  const id = toBookId(spelling)
  const found = findNearest(
    around,
    node => matchBookName(node, id) ?? matchBookName(node.sportsbook ?? node.book, id),
  )
  const name = found ?? spelling
  return { name, isReadable: name !== id }
}

function matchBookName(node: unknown, id: string): string | undefined {
  if (typeof node === 'string') return toBookId(node) === id && node !== id ? node : undefined
  if (!isObject(node)) return undefined
  const name = toText(node.name)
  if (name === undefined || name.length > 80 || name === id) return undefined
  return toBookId(name) === id || (typeof node.id === 'string' && toBookId(node.id) === id) ? name : undefined
}

export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
}

/** Reads a text, or an object with an id and a name. */
export function toName(value: unknown, prefer: 'id' | 'name'): string | undefined {
  if (!isObject(value)) return toText(value)
  return prefer === 'id' ? (toText(value.id) ?? toText(value.name)) : (toText(value.name) ?? toText(value.id))
}
