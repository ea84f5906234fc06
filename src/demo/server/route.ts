// Parts all routes share: the call they get, the world they answer from, and reading a body.
import { type Answer, refusal } from './answer.ts'
import { type Book, BOOKS } from '../books/book.ts'
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

// The route of a host and path.

export interface Destination {
  readonly route: RouteName
  readonly book: Book | null
}

interface Entry {
  readonly route: RouteName
  readonly path: string
  readonly methods: readonly string[]
}

const SERVICE_HOSTS: Readonly<Record<string, Entry>> = {
  queue: { route: 'queue', path: '/', methods: ['POST'] },
  grader: { route: 'grader', path: '/v1/grader', methods: ['GET', 'POST'] },
  feed: { route: 'feed', path: '/', methods: ['GET'] },
}
const BOOK_HOSTS: ReadonlyMap<string, Book> = new Map(BOOKS.map(book => [book.id, book]))
const BOOK_ENTRIES: readonly Entry[] = [
  { route: 'pricing', path: '/', methods: ['POST'] },
  { route: 'betslip', path: '/betslip', methods: ['GET'] },
]

export type Refused = { readonly status: 404 | 405; readonly error: string; readonly allow?: string }

/** The route of a request by its Host header, path and method, or why there is none. */
export function findDestination(host: string, path: string, method: string): Destination | Refused {
  const name = /^([^:]+)\.localhost(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase() ?? ''
  const service = SERVICE_HOSTS[name]
  const book = service ? null : (BOOK_HOSTS.get(name) ?? null)
  const entries = service ? [service] : book ? BOOK_ENTRIES : null
  if (!entries)
    return { status: 404, error: 'Unknown host; use {book}, queue, grader or feed before .localhost' }
  const entry = entries.find(candidate => candidate.path === path)
  if (!entry) return { status: 404, error: 'There is nothing at this path' }
  if (!entry.methods.includes(method)) {
    const allow = entry.methods.join(', ')
    return { status: 405, error: `Use ${allow} here`, allow }
  }
  return { route: entry.route, book }
}
