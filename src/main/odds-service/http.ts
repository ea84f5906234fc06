/** Sends requests over warm connections, within limits of time and size. The only importer of undici. */
import './silence-debug-log.ts'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { buildConnector, Pool, type Dispatcher } from 'undici'
import { errorCode } from '../files/error-code.ts'
import type { CallFailure } from '../../shared/failure.ts'
import { isLoopback } from '../../shared/model/settings/service-address.ts'
import { cancelledCall, ServiceError } from './failures.ts'
import { Preconnection, type ConnectCallback } from './preconnect.ts'
import { findProxy, openTunnel } from './proxy.ts'
import { trustSystemCertificates } from './system-certificates.ts'
import { capAnswers } from './wire-cap.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  /** Without query and key, unless `key` is null. */
  readonly address: URL
  readonly query: Readonly<Record<string, string>>
  /** Null for a call to a host that is not the odds service; its address is used as it is. */
  readonly key: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /**
   * Closes the connection afterwards. For requests that must not be sent twice, because an idle connection may break.
   */
  readonly isAlone?: boolean
  readonly timeoutMs: number
  /** Maximum time without data; `timeoutMs` by default. */
  readonly idleMs?: number
  /** Called when the request leaves, once its connection is open. If it returns false, that is too late, and nothing is sent. */
  readonly onLeaving?: () => unknown
  /** Called for each chunk of the body. */
  readonly onBody?: () => void
  /** Takes the body of a long download in chunks, as sent; the answer's body is then empty. */
  readonly onData?: (chunk: Buffer, head: AnswerHead) => void
  /** Returns a redirect as an answer, for a file that is verified by its hash. Otherwise it is an error. */
  readonly returnsRedirect?: boolean
  /** Cap of the body in bytes, as sent and as inflated. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

/** Facts of an answer that are known before its body. */
export interface AnswerHead {
  readonly status: number
  /** Media type, as sent. */
  readonly type: string
}

export interface HttpAnswer {
  readonly status: number
  /** Several headers are joined by commas. */
  readonly retryAfter: string | undefined
  /** Time of the answer by the service's clock. */
  readonly date?: string | undefined
  /** Target of a redirect. */
  readonly location?: string | undefined
  readonly body: Buffer
}

/** Cap of every answer but a feed. */
export const smallBytes = 1024 * 1024
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

/** Maximum calls in flight that the user can set for a host. */
const maxConnections = 6

/** Path and query with the key in it: the one place where a key joins an address. */
function toPathWithKey({ address, query, key }: HttpRequest): string {
  if (key === null) return `${address.pathname}${address.search}`
  return `${address.pathname}?${new URLSearchParams({ key, ...query }).toString()}`
}

/** Node does not resolve `*.localhost`; browsers do, and so does the demo. */
const loopbackLookup: LookupFunction = (_host, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

/** Connections of one host and one cap of answers; the feed's answers may be larger. */
interface Host {
  readonly pool: Pool
  readonly preconnection: Preconnection
}

/** Creates a connector for a host, through a proxy if there is one. */
function createConnect(address: URL, environment: NodeJS.ProcessEnv): buildConnector.connector {
  const { hostname } = address
  const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost')
  const connect = buildConnector({
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    // One answer at a time on a connection, so that its bytes can be counted.
    allowH2: false,
    timeout: 5_000,
    ...(isLocalName && { lookup: loopbackLookup }),
  })
  const proxy = findProxy(address, environment)
  if (proxy === undefined) return connect
  return (options, done) =>
    openTunnel(proxy, address, (...end) => {
      if (end[0] === null) connect({ ...options, httpSocket: end[1] }, done)
      else done(...end)
    })
}

/** `maxBytes`: cap of the answers on its connections. */
function openHost(address: URL, maxBytes: number, environment: NodeJS.ProcessEnv): Host {
  const { hostname, host, protocol, port, origin } = address
  const connectOnce = createConnect(address, environment)
  const connect: typeof connectOnce = (options, done) =>
    connectOnce(options, (...end) => {
      if (end[0] !== null && trustSystemCertificates(end[0])) connectOnce(options, done)
      else done(...end)
    })
  const preconnection = new Preconnection(done => connect({ hostname, host, protocol, port }, done))
  const pool = new Pool(origin, {
    connections: maxConnections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    connect: (options, done) => {
      const cap: ConnectCallback = (...end) => {
        if (end[0] === null) capAnswers(end[1], maxBytes)
        done(...end)
      }
      if (!preconnection.take(cap)) connect(options, cap)
    },
  })
  return { pool, preconnection }
}

/** Inflates a compressed answer. Most are not compressed and are returned without a promise. */
function inflateAnswer(
  { status, headers, body }: ReceivedAnswer,
  maxBytes: number,
): HttpAnswer | Promise<HttpAnswer> {
  const read = (name: string) => [headers[name] ?? ''].flat().join()
  const retryAfter = headers['retry-after'] === undefined ? undefined : read('retry-after')
  const location = headers['location'] === undefined ? undefined : read('location')
  const plain = { status, retryAfter, date: read('date'), location, body }
  const encoding = read('content-encoding').toLowerCase()
  if (encoding === '' || encoding === 'identity') return plain
  return inflateWith(plain, encoding, maxBytes)
}

async function inflateWith(answer: HttpAnswer, encoding: string, maxBytes: number): Promise<HttpAnswer> {
  const { status, body } = answer
  const inflateBody = inflaters[encoding]
  if (inflateBody === undefined)
    throw new ServiceError({ kind: 'unreadable', status, detail: 'unknown compression' })
  try {
    return { ...answer, body: await inflateBody(body, { maxOutputLength: maxBytes }) }
  } catch (error) {
    if (toCode(error) === 'ERR_BUFFER_TOO_LARGE')
      throw new ServiceError({ kind: 'too-large', limitBytes: maxBytes })
    throw new ServiceError({ kind: 'unreadable', status, detail: 'damaged compression' })
  }
}

const toCode = (error: unknown): string => errorCode(error) ?? 'cut off'

/** undici's codes for an answer that did not start, or did not continue. */
const silenceCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

export class Http {
  /** By cap and origin. */
  readonly #hosts = new Map<string, Host>()
  readonly #environment: NodeJS.ProcessEnv

  /** `environment` names the proxies. */
  constructor(environment = process.env) {
    this.#environment = environment
  }

  /** Sends one request and reads its whole answer. Throws a ServiceError. */
  send(request: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(toServiceError(error, request))
      try {
        const { pool } = this.#getHost(request.address, request.maxBytes)
        const exchange = new Exchange(
          request,
          answer => resolve(inflateAnswer(answer, request.maxBytes)),
          fail,
        )
        pool.dispatch(toDispatchOptions(request), exchange)
      } catch (error) {
        fail(error)
      }
    })
  }

  /** Opens a connection to a host that will soon be called, unless one is open. Sends nothing. */
  preconnect(address: URL): void {
    const { pool, preconnection } = this.#getHost(address, smallBytes)
    if (pool.stats.connected === 0) preconnection.open()
  }

  async close(): Promise<void> {
    const hosts = [...this.#hosts.values()]
    for (const { preconnection } of hosts) preconnection.close()
    await Promise.allSettled(hosts.map(({ pool }) => pool.destroy()))
  }

  #getHost(address: URL, maxBytes: number): Host {
    if (address.protocol !== 'https:' && !isLoopback(address.hostname))
      throw new ServiceError({
        kind: 'bad-address',
        detail: 'it must start with https:// to protect your key.',
      })
    const name = `${maxBytes} ${address.origin}`
    const known = this.#hosts.get(name)
    if (known !== undefined) return known
    const opened = openHost(address, maxBytes, this.#environment)
    this.#hosts.set(name, opened)
    return opened
  }
}

function toDispatchOptions(request: HttpRequest): Dispatcher.DispatchOptions {
  const { method, body = null, idleMs = 0, isAlone: reset = false } = request
  const usual = body === null ? headersOfRead : headersOfPost
  const headers = { ...usual, ...request.headers }
  // 0 means no limit: `Exchange` enforces that of the whole call.
  const silence = { headersTimeout: idleMs, bodyTimeout: idleMs }
  return { method, path: toPathWithKey(request), headers, body, reset, ...silence }
}

/** Omits all parts of the original error that could contain the address. */
function toServiceError(error: unknown, { address, idleMs = 0 }: HttpRequest): ServiceError {
  if (error instanceof ServiceError) return error
  const code = toCode(error)
  if (silenceCodes.has(code)) return new ServiceError({ kind: 'timed-out', afterMs: idleMs })
  return new ServiceError({ kind: 'unreachable', host: address.hostname, detail: code })
}

interface ReceivedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

type Controller = Pick<Dispatcher.DispatchController, 'abort'>
type Headers = ReceivedAnswer['headers']

/**
 * One request in flight, as a handler of undici: collects the answer up to its cap. The time limit, the caller, a
 * redirect or a body that is too large end it early. Uses plain events, because a stream and combined signals would
 * take most of the time of this hot path.
 */
class Exchange {
  readonly #request: HttpRequest
  readonly #resolve: (answer: ReceivedAnswer) => void
  readonly #reject: (error: Error) => void
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  readonly #beganAt = performance.now()
  #controller: Controller | undefined
  #size = 0
  #status = 0
  #headers: Headers = {}
  #hasEnded = false

  constructor(
    request: HttpRequest,
    resolve: (answer: ReceivedAnswer) => void,
    reject: (error: Error) => void,
  ) {
    this.#request = request
    this.#resolve = resolve
    this.#reject = reject
    const { timeoutMs, signal } = request
    this.#timer = setTimeout(() => this.#fail({ kind: 'timed-out', afterMs: timeoutMs }), timeoutMs)
    signal?.addEventListener('abort', this.#onAbort)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    // The request may have ended while it waited for a connection.
    // Stryker disable next-line StringLiteral: its caller has got the reason already
    if (this.#hasEnded) controller.abort(new Error('ended'))
    else if (this.#request.onLeaving?.() === false)
      this.#fail({ kind: 'timed-out', afterMs: performance.now() - this.#beganAt })
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    this.#status = status
    this.#headers = headers
    const isRedirect = status >= 300 && status < 400
    if (isRedirect && this.#request.returnsRedirect !== true) this.#fail({ kind: 'redirected', status })
    else if (Number(headers['content-length']) > this.#request.maxBytes) this.#failTooLarge()
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#request.onBody?.()
    this.#size += chunk.length
    if (this.#size > this.#request.maxBytes) this.#failTooLarge()
    else if (this.#request.onData === undefined) this.#chunks.push(chunk)
    else
      this.#request.onData(chunk, { status: this.#status, type: String(this.#headers['content-type'] ?? '') })
  }

  onResponseEnd(): void {
    this.#end()
    this.#resolve({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) })
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#end()
    this.#reject(error)
  }

  readonly #onAbort = (): void => this.#abort(cancelledCall(this.#request.address.hostname))

  #failTooLarge(): void {
    this.#fail({ kind: 'too-large', limitBytes: this.#request.maxBytes })
  }

  #fail(failure: CallFailure): void {
    this.#abort(new ServiceError(failure))
  }

  #abort(why: Error): void {
    this.#end()
    this.#reject(why)
    this.#controller?.abort(why)
  }

  #end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#request.signal?.removeEventListener('abort', this.#onAbort)
  }
}
