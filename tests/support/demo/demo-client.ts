// A raw HTTP client for the demo service, and a service whose clock the test sets.
import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import { startDemoService } from '../../../src/demo/service.ts'
import type { DemoOptions, DemoService } from '../../../src/demo/service.ts'

export const EPOCH = Date.UTC(2026, 2, 14, 12)
export const KEY = 'test-key'

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
}

export interface Asked {
  /** The host's part before `.localhost`. */
  readonly host: string
  readonly path: string
  readonly body?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** One call; rejects when the answer does not arrive whole. */
export function ask(port: number, asked: Asked): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const method = asked.method ?? (asked.body === undefined ? 'GET' : 'POST')
  const type: Record<string, string> = asked.body === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { host: `${asked.host}.localhost:${port}`, ...type, ...asked.headers }
  const sent = request(
    { host: '127.0.0.1', port, path: asked.path, method, headers, agent: false },
    response => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.once('error', reject)
      response.once('end', () => {
        const bytes = Buffer.concat(pieces)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text: bytes.toString(),
        })
      })
    },
  )
  sent.once('error', reject)
  sent.end(asked.body)
  return promise
}

export interface TestDemo extends DemoService {
  /** Sets the clock, in seconds of the world's time. */
  readonly turnTo: (at: number) => void
  readonly ask: (asked: Asked) => Promise<Reply>
  /** The JSON answer of a book to these tokens. */
  readonly price: (
    book: string,
    tokens: readonly string[],
    query?: string,
  ) => Promise<Record<string, unknown>>
  readonly feed: (query?: string) => Promise<Feed>
  readonly grade: (tokens: readonly string[]) => Promise<readonly Settled[]>
}

/** A service without latency and with a still clock, closed when the test ends. */
export async function startTestDemo(options: DemoOptions = {}): Promise<TestDemo> {
  let now = EPOCH
  const service = await startDemoService({ key: KEY, latency: 0, now: () => now, ...options })
  onTestFinished(() => service.close())
  const call = (asked: Asked): Promise<Reply> => ask(service.port, asked)
  return {
    ...service,
    turnTo: at => {
      now = EPOCH + at * 1000
    },
    ask: call,
    price: async (book, tokens, query = '') =>
      checked(
        parseJson(await call({ host: book, path: `/?key=${KEY}${query}`, body: JSON.stringify(tokens) })),
        isRecord,
      ),
    feed: async (query = '') =>
      checked(parseJson(await call({ host: 'feed', path: `/?key=${KEY}${query}` })), isFeed),
    grade: async tokens => {
      const body = JSON.stringify({ odds: tokens.map(grade => ({ grade })) })
      const path = `/v1/grader?key=${KEY}`
      return checked(parseJson(await call({ host: 'grader', path, body })), isBatch).odds
    },
  }
}

export function parseJson(reply: Reply): unknown {
  return JSON.parse(reply.text)
}

/** The sentence of a reply that refuses. */
export function readError(reply: Reply): unknown {
  const body = parseJson(reply)
  return isRecord(body) ? body['error'] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isFeed(value: unknown): value is Feed {
  return isRecord(value) && Array.isArray(value['games'])
}

function isBatch(value: unknown): value is { readonly odds: readonly Settled[] } {
  return isRecord(value) && Array.isArray(value['odds'])
}

/** The desktop link of a price result. */
export function readDesktopLink(result: Readonly<Record<string, unknown>>): string {
  const links = checked(result['links'], isRecord)
  return String(links['desktop'])
}

/** Returns the value after checking it with the guard. */
function checked<T>(value: unknown, guard: (value: unknown) => value is T): T {
  if (guard(value)) return value
  throw new Error(`Not the expected answer: ${JSON.stringify(value).slice(0, 200)}`)
}

export interface Feed {
  readonly games: readonly FeedGame[]
}

export interface FeedGame {
  readonly id: string
  readonly league: string
  readonly start: string
  readonly live: boolean
  readonly status: string
  readonly teams: Readonly<Record<'away' | 'home', { id: string; name: string; abbreviation: string }>>
  readonly sportsbooks: readonly {
    readonly id: string
    readonly name: string
    readonly odds: readonly Odds[]
  }[]
}

export interface Odds {
  readonly id: string
  readonly sgp?: string
  readonly grade?: string
  readonly market: string
  readonly name: string
  readonly group: string
  readonly main: boolean
  readonly points: number | null
  readonly price: string
  readonly players: readonly { readonly name: string; readonly position: string }[]
  readonly link?: { readonly desktop: string; readonly mobile: string }
  readonly updated: string
}

export interface Settled {
  readonly grade: string
  readonly market: string
  readonly name: string
  readonly game: {
    readonly id: string
    readonly teams: Readonly<Record<'away' | 'home', { name: string; score: number }>>
    readonly status: string
    readonly live: boolean
  }
  readonly players?: readonly { readonly name: string; readonly position: string; readonly score: number }[]
  readonly result: string
}

/** The decimal price an American one says. */
export function toDecimal(american: unknown): number {
  const value = Number(american)
  return 1 + (value > 0 ? value / 100 : -100 / value)
}

/** The odds objects of one game at one book. */
export function oddsAt(feed: Feed, book: string, game = 0): readonly Odds[] {
  return feed.games[game]?.sportsbooks.find(entry => entry.id === book)?.odds ?? []
}

/** The first odds object that fits; throws when there is none. */
export function pick(odds: readonly Odds[], fits: (odds: Odds) => boolean): Odds {
  const found = odds.find(fits)
  if (!found) throw new Error('The feed has no such odds object')
  return found
}

/** The first leg of each of the given markets: main lines with an sgp token, the "Over" where there is one. */
export function legs(odds: readonly Odds[], markets: readonly string[]): Odds[] {
  return markets.map(market =>
    pick(odds, o => o.main && o.market === market && o.sgp !== undefined && !/Under/.test(o.name)),
  )
}

export function listSgpTokens(odds: readonly Odds[]): string[] {
  return odds.map(o => o.sgp ?? '')
}
