// Which host and path is which route.
import type { RouteName } from './route.ts'
import type { Book } from '../books/book.ts'
import { BOOKS } from '../books/book.ts'

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
export function destinationOf(host: string, path: string, method: string): Destination | Refused {
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
