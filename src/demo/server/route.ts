/** Parts all routes share: the call they get, the world they answer from, and reading a body. */
import { type Answer, refusal } from './answer.ts'
import { type Book, findBook } from '../books/book.ts'
import type { Clock } from '../clock.ts'
import type { World } from '../world/world.ts'

export type RouteName = 'pricing' | 'queue' | 'grader' | 'feed' | 'betslip'

interface Route {
  readonly name: RouteName
  /** Its part of the Host header; null for each book's own. */
  readonly host: string | null
  readonly path: string
  readonly methods: readonly string[]
}

const allRoutes: readonly Route[] = [
  { name: 'pricing', host: null, path: '/', methods: ['POST'] },
  { name: 'queue', host: 'queue', path: '/', methods: ['POST'] },
  { name: 'grader', host: 'grader', path: '/v1/grader', methods: ['GET', 'POST'] },
  { name: 'feed', host: 'feed', path: '/', methods: ['GET'] },
  { name: 'betslip', host: null, path: '/betslip', methods: ['GET'] },
]
export const routeNames: readonly RouteName[] = allRoutes.map(({ name }) => name)

export interface Call {
  readonly route: RouteName
  /** The book whose host it came to; null at the service's own hosts. */
  readonly book: Book | null
  readonly method: string
  readonly query: URLSearchParams
  readonly contentType: string
  readonly body: string
}

export interface BookCall extends Call {
  readonly book: Book
}

/** World, clock and port that answers are made from. */
export interface DemoContext {
  readonly world: World
  readonly clock: Clock
  readonly port: () => number
  /** The most games in the feed; all by default. */
  readonly maxFeedGames?: number
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

/** Parses a list of one or more strings, or returns a sentence about its fault. */
export function readStrings(value: unknown): readonly string[] | string {
  const isList = Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
  return isList ? value : 'The body must be a JSON array of one or more strings'
}

/** The route of a request by its Host header, path and method, or the answer that refuses it. */
export function findDestination(
  host: string,
  path: string,
  method: string,
): Pick<Call, 'route' | 'book'> | { refused: Answer } {
  const name = /^([^:]+)\.localhost(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase() ?? ''
  const book = findBook(name) ?? null
  const routes = allRoutes.filter(route => route.host === (book ? null : name))
  if (routes.length === 0)
    return { refused: refusal(404, 'Unknown host; use {book}, queue, grader or feed before .localhost') }
  const route = routes.find(candidate => candidate.path === path)
  if (!route) return { refused: refusal(404, 'There is nothing at this path') }
  if (!route.methods.includes(method)) {
    const allow = route.methods.join(', ')
    return { refused: refusal(405, `Use ${allow} here`, { allow }) }
  }
  return { route: route.name, book }
}
