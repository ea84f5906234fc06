/**
 * The only importer of undici. One pool a host, kept warm for minutes (a cold TLS connection costs more than ten warm
 * calls) and connected ahead where it will soon be called; redirects never followed; size capped on the wire and after
 * inflation; one time limit for the whole call, and one for its silence where it may take long.
 */
import './silence-debug-log.ts'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { buildConnector, Pool, type Dispatcher } from 'undici'
import { isLoopback } from '../../shared/model/settings/service-address.ts'
import { Exchange, type RawAnswer } from './exchange.ts'
import { BadAddress, Refused, ServiceError, TimedOut, TooLarge, Unreachable } from './failures.ts'
import { SocketAhead } from './preconnect.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  /** Where to; carries neither query nor key. */
  readonly address: URL
  readonly query: Readonly<Record<string, string>>
  readonly key: string
  readonly body?: string
  readonly timeoutMs: number
  /** How long nothing of the answer may come; without it, as long as all of it may take. */
  readonly idleMs?: number
  /** Called when something of the body has come. */
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

/** As many as a host may be asked at once where the user sets that by hand. */
const mostConnections = 6

/** Path and query with the key in it: the one place where a key joins an address. */
function pathWithKey({ address, query, key }: HttpRequest): string {
  return `${address.pathname}?${new URLSearchParams({ key, ...query }).toString()}`
}

/** Node does not resolve `*.localhost` by itself; browsers do, and so does the demo. */
const loopbackLookup: LookupFunction = (_host, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

interface Host {
  readonly pool: Pool
  readonly ahead: SocketAhead
}

function openHost(address: URL): Host {
  const { hostname, host, protocol, port, origin } = address
  const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost')
  const connect = buildConnector({
    rejectUnauthorized: true,
    timeout: 5_000,
    ...(isLocalName && { lookup: loopbackLookup }),
  })
  const ahead = new SocketAhead(done => connect({ hostname, host, protocol, port }, done))
  const pool = new Pool(origin, {
    connections: mostConnections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: 2 * keepAliveMs,
    connect: (options, done) => {
      if (!ahead.take(done)) connect(options, done)
    },
  })
  return { pool, ahead }
}

/** An answer as it was before it was compressed for the way; most are not, which then costs no step more. */
function plainAnswer(
  answer: RawAnswer,
  limits: Pick<HttpRequest, 'maxBytes'>,
): HttpAnswer | Promise<HttpAnswer> {
  const { status, headers, body } = answer
  const plain = { status, retryAfter: headerText(headers['retry-after']) || undefined, body }
  const encoding = headerText(headers['content-encoding']).toLowerCase()
  if (encoding === '' || encoding === 'identity') return plain
  return inflated(plain, encoding, limits)
}

async function inflated(
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
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(maxBytes)
    throw new Refused({ kind: 'unreadable', status, detail: 'damaged compression' })
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'broken off'

/** undici's codes for an answer that did not begin, or did not go on. */
const isSilence = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/

const headerText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

export class Http {
  readonly #hosts = new Map<string, Host>()

  /** Sends one request and reads its whole answer. Throws a ServiceError. */
  send(request: HttpRequest): Promise<HttpAnswer> {
    return new Promise((give, fail) => {
      const refuse = (error: unknown) => fail(plainError(error, request))
      try {
        const { pool } = this.#hostOf(request.address)
        const exchange = new Exchange(request, answer => give(plainAnswer(answer, request)), refuse)
        pool.dispatch(optionsOf(request), exchange)
      } catch (error) {
        refuse(error)
      }
    })
  }

  /** Opens a connection to a host that will soon be called, unless one is open. Sends nothing. */
  connectAhead(address: URL): void {
    const { pool, ahead } = this.#hostOf(address)
    if (pool.stats.connected === 0) ahead.open()
  }

  async close(): Promise<void> {
    const hosts = [...this.#hosts.values()]
    for (const { ahead } of hosts) ahead.close()
    await Promise.allSettled(hosts.map(({ pool }) => pool.destroy()))
  }

  #hostOf(address: URL): Host {
    if (address.protocol !== 'https:' && !isLoopback(address.hostname))
      throw new BadAddress('Only https:// addresses are called.')
    const known = this.#hosts.get(address.origin)
    if (known !== undefined) return known
    const opened = openHost(address)
    this.#hosts.set(address.origin, opened)
    return opened
  }
}

function optionsOf(request: HttpRequest): Dispatcher.DispatchOptions {
  const { method, body = null, idleMs = 0 } = request
  const headers = body === null ? headersOfRead : headersOfPost
  // The exchange keeps the time of the whole; 0 is none.
  const silence = { headersTimeout: idleMs, bodyTimeout: idleMs }
  return { method, path: pathWithKey(request), headers, body, ...silence }
}

/** One of ours for whatever was thrown, without any part of the original that could hold the address. */
function plainError(error: unknown, { address, idleMs }: HttpRequest): ServiceError {
  if (error instanceof ServiceError) return error
  const code = codeOf(error)
  if (idleMs !== undefined && isSilence.test(code)) return new TimedOut(idleMs)
  return new Unreachable(address.hostname, code)
}
