/**
 * Surroundings of an odds object in its JSON: the objects that contain it, nearest first. Game and book are read from
 * the object itself, else from the nearest surrounding object that has them, else from the odds id.
 */
import { toBookId } from '../../../shared/model/game/book.ts'
import { cleanText } from '../../../shared/clean-text.ts'

/** Fields that may have the start of a game, the first one counts. */
export const startFields = [
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

type OddsField = 'id' | 'sgp' | 'grade' | 'price' | 'players' | 'main' | 'updated' | 'sportsbook' | 'book'
type LineField = 'name' | 'points' | 'selection' | 'side' | 'line'
type GameField = 'game' | 'event' | 'title' | 'league' | 'live' | (typeof startFields)[number]
type TeamField =
  'teams' | 'away' | 'away_team' | 'awayTeam' | 'home' | 'home_team' | 'homeTeam' | 'abbreviation'
type ErrorField = 'message' | 'error' | 'errors'

/** A JSON object with the fields this program knows; their values are unchecked. */
export type JsonObject = {
  readonly [F in OddsField | LineField | GameField | TeamField | ErrorField]?: unknown
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
  if (typeof node === 'string') {
    const spelled = cleanText(node)
    return toBookId(spelled) === id && spelled !== id ? spelled : undefined
  }
  if (!isObject(node)) return undefined
  const name = toText(node.name)
  if (name === undefined || name.length > 80 || name === id) return undefined
  return toBookId(name) === id || toBookId(toText(node.id) ?? '') === id ? name : undefined
}

/** Reads a text to show; undefined when none of it is visible. */
export function toText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? cleanText(value).slice(0, 200) : ''
  return text === '' ? undefined : text
}

/** Reads a text, or an object with an id and a name. */
export function toName(value: unknown, prefer: 'id' | 'name'): string | undefined {
  if (!isObject(value)) return toText(value)
  return prefer === 'id' ? (toText(value.id) ?? toText(value.name)) : (toText(value.name) ?? toText(value.id))
}
