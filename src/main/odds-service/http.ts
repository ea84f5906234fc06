/**
 * The only importer of undici. One pool per host, kept warm for minutes (a cold TLS connection costs more than ten warm
 * calls) and preconnected where a call will come soon; redirects are never followed; size is capped on the wire and after
 * inflation; a call has a time limit, and a long one also a limit of silence.
 */
import './silence-debug-log.ts'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { buildConnector, Pool, type Dispatcher } from 'undici'
import { isLoopback } from '../../shared/model/settings/service-address.ts'
import { Exchange, type RawAnswer } from './exchange.ts'
import { BadAddress, Refused, ServiceError, TimedOut, TooLarge, Unreachable } from './failures.ts'
import { Preconnection } from './preconnect.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  /** Without query and key. */
  readonly address: URL
  readonly query: Readonly<Record<string, string>>
  readonly key: string
  readonly body?: string
  readonly timeoutMs: number
  /** Limit of silence; `timeoutMs` unless given. */
  readonly idleMs?: number
  /** Called for each chunk of the body. */
  readonly onBody?: () => void
  /** Cap of the body in bytes, as sent and as inflated. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

export interface HttpAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: Buffer
}

const keepAliveMs = 4 * 60_000
const headersOfRead = { accept: 'application/json', 'accept-encoding': 'gzip' }
const headersOfPost = { ...headersOfRead, 'content-type': 'application/json' }
const inflaters: Readonly<
  Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** The most calls in flight that the user can set for a host. */
const maxConnections = 6

/** Path and query with the key in it: the one place where a key joins an address. */
function toPathWithKey({ address, query, key }: HttpRequest): string {
  return `${address.pathname}?${new URLSearchParams({ key, ...query }).toString()}`
}

/** Node does not resolve `*.localhost` by itself; browsers do, and so does the demo. */
const loopbackLookup: LookupFunction = (_host, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

interface Host {
  readonly pool: Pool
  readonly preconnection: Preconnection
}

function openHost(address: URL): Host {
  const { hostname, host, protocol, port, origin } = address
  const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost')
  const connect = buildConnector({
    rejectUnauthorized: true,
    timeout: 5_000,
    ...(isLocalName && { lookup: loopbackLookup }),
  })
  const preconnection = new Preconnection(done => connect({ hostname, host, protocol, port }, done))
  const pool = new Pool(origin, {
    connections: maxConnections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: 2 * keepAliveMs,
    connect: (options, done) => {
      if (!preconnection.take(done)) connect(options, done)
    },
  })
  return { pool, preconnection }
}

/** Inflates a compressed answer. Most are not compressed: they cost no promise more. */
function inflateAnswer(
  answer: RawAnswer,
  limits: Pick<HttpRequest, 'maxBytes'>,
): HttpAnswer | Promise<HttpAnswer> {
  const { status, headers, body } = answer
  const plain = { status, retryAfter: headerText(headers['retry-after']) || undefined, body }
  const encoding = headerText(headers['content-encoding']).toLowerCase()
  if (encoding === '' || encoding === 'identity') return plain
  return inflateWith(plain, encoding, limits)
}

async function inflateWith(
  answer: HttpAnswer,
  encoding: string,
  { maxBytes }: Pick<HttpRequest, 'maxBytes'>,
): Promise<HttpAnswer> {
  const { status, body } = answer
  const inflateBody = inflaters[encoding]
  if (inflateBody === undefined)
    throw new Refused({ kind: 'unreadable', status, detail: 'unknown compression' })
  try {
    return { ...answer, body: await inflateBody(body, { maxOutputLength: maxBytes }) }
  } catch (error) {
    if (toCode(error) === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(maxBytes)
    throw new Refused({ kind: 'unreadable', status, detail: 'damaged compression' })
  }
}

const toCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'broken off'

/** undici's codes for an answer that did not begin, or did not continue. */
const isSilence = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/

const headerText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

export class Http {
  readonly #hosts = new Map<string, Host>()

  /** Sends one request and reads its whole answer. Throws a ServiceError. */
  send(request: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(toServiceError(error, request))
      try {
        const { pool } = this.#getHost(request.address)
        const exchange = new Exchange(request, answer => resolve(inflateAnswer(answer, request)), fail)
        pool.dispatch(toDispatchOptions(request), exchange)
      } catch (error) {
        fail(error)
      }
    })
  }

  /** Opens a connection to a host that will soon be called, unless one is open. Sends nothing. */
  preconnect(address: URL): void {
    const { pool, preconnection } = this.#getHost(address)
    if (pool.stats.connected === 0) preconnection.open()
  }

  async close(): Promise<void> {
    const hosts = [...this.#hosts.values()]
    for (const { preconnection } of hosts) preconnection.close()
    await Promise.allSettled(hosts.map(({ pool }) => pool.destroy()))
  }

  #getHost(address: URL): Host {
    if (address.protocol !== 'https:' && !isLoopback(address.hostname))
      throw new BadAddress('Only https:// addresses are called.')
    const known = this.#hosts.get(address.origin)
    if (known !== undefined) return known
    const opened = openHost(address)
    this.#hosts.set(address.origin, opened)
    return opened
  }
}

function toDispatchOptions(request: HttpRequest): Dispatcher.DispatchOptions {
  const { method, body = null, idleMs = 0 } = request
  const headers = body === null ? headersOfRead : headersOfPost
  // The exchange has the limit of the whole call; 0 is no limit.
  const silence = { headersTimeout: idleMs, bodyTimeout: idleMs }
  return { method, path: toPathWithKey(request), headers, body, ...silence }
}

/** Keeps no part of the original error that could hold the address. */
function toServiceError(error: unknown, { address, idleMs }: HttpRequest): ServiceError {
  if (error instanceof ServiceError) return error
  const code = toCode(error)
  if (idleMs !== undefined && isSilence.test(code)) return new TimedOut(idleMs)
  return new Unreachable(address.hostname, code)
}
