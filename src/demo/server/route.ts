// What all routes share: the call they get, the world they answer from, and how they read a body.
import type { Answer } from './answer.ts'
import { refusal } from './answer.ts'
import type { Book } from '../books/book.ts'
import type { Clock } from '../clock.ts'
import type { World } from '../world/world.ts'

export const ROUTE_NAMES = ['pricing', 'queue', 'grader', 'feed', 'betslip'] as const

export type RouteName = (typeof ROUTE_NAMES)[number]

export interface Call {
  readonly route: RouteName
  readonly method: string
  readonly query: URLSearchParams
  readonly contentType: string
  readonly body: string
}

/** A call to a book's own host. */
export interface BookCall extends Call {
  readonly book: Book
}

export interface Surroundings {
  readonly world: World
  readonly clock: Clock
  readonly port: () => number
}

/** The JSON of a POST body, or the answer that refuses it. */
export function readBody<T>(
  call: Call,
  read: (value: unknown) => T | string,
): { value: T } | { refused: Answer } {
  if (!/^application\/json\b/.test(call.contentType)) {
    return { refused: refusal(400, 'The Content-Type must be application/json') }
  }
  const parsed = parseJson(call.body)
  if (parsed === undefined) return { refused: refusal(400, 'The body is not JSON') }
  const value = read(parsed)
  return typeof value === 'string' ? { refused: refusal(400, value) } : { value }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a list of one or more strings, or says what is wrong with it. */
export function readStrings(value: unknown): readonly string[] | string {
  const isList = Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
  return isList ? value : 'The body must be a JSON array of one or more strings'
}
