/**
 * The only importer of undici. One pool a host, kept warm for minutes (a cold TLS connection costs more than ten warm
 * calls); redirects never followed; size capped on the wire and after inflation; one time limit for the whole call.
 */
import './no-debug-log.ts'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Pool } from 'undici'
import { isLoopback } from '../../shared/model/service-address.ts'
import { BadAddress, Refused, TimedOut, TooLarge, Unreachable } from './failures.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  /** Where to; carries neither query nor key. */
  readonly address: URL
  readonly query: Readonly<Record<string, string>>
  readonly key: string
  readonly body?: string
  readonly timeoutMs: number
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

/** Path and query with the key in it: the one place where a key joins an address. */
function pathWithKey({ address, query, key }: HttpRequest): string {
  return `${address.pathname}?${new URLSearchParams({ key, ...query }).toString()}`
}

/** Node does not resolve `*.localhost` by itself; browsers do, and so does the demo. */
function loopbackLookup(
  _host: string,
  options: { all?: boolean },
  done: (error: null, ...found: unknown[]) => void,
): void {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

function openPool(address: URL): Pool {
  const isLocalName = address.hostname === 'localhost' || address.hostname.endsWith('.localhost')
  return new Pool(address.origin, {
    connections: 2,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: 2 * keepAliveMs,
    connect: { rejectUnauthorized: true, timeout: 5_000, ...(isLocalName && { lookup: loopbackLookup }) },
  })
}

async function readCapped(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new TooLarge(maxBytes)
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)
}

async function inflated(
  body: Buffer,
  encoding: string,
  { status, maxBytes }: { status: number; maxBytes: number },
): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return body
  const inflateBody = inflaters[encoding]
  if (inflateBody === undefined)
    throw new Refused({ kind: 'unreadable', status, detail: 'unknown compression' })
  try {
    return await inflateBody(body, { maxOutputLength: maxBytes })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(maxBytes)
    throw new Refused({ kind: 'unreadable', status, detail: 'damaged compression' })
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'broken off'

const headerText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

export class Http {
  readonly #pools = new Map<string, Pool>()

  /** Sends one request and reads its whole answer. Throws a ServiceError. */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const limit = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal])
    try {
      return await this.#exchange(request, signal)
    } catch (error) {
      throw plainError(error, request, limit)
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#pools.values()].map(pool => pool.destroy()))
  }

  #poolOf(address: URL): Pool {
    if (address.protocol !== 'https:' && !isLoopback(address.hostname))
      throw new BadAddress('Only https:// addresses are called.')
    const open = this.#pools.get(address.origin) ?? openPool(address)
    this.#pools.set(address.origin, open)
    return open
  }

  async #exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const { address, method, timeoutMs, maxBytes } = request
    const {
      statusCode: status,
      headers,
      body,
    } = await this.#poolOf(address).request({
      method,
      path: pathWithKey(request),
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: request.body === undefined ? headersOfRead : headersOfPost,
      body: request.body ?? null,
    })
    if (status >= 300 && status < 400) {
      // A body that is thrown away tells of it as an error, which nobody else listens for.
      body.once('error', () => {}).destroy()
      throw new Refused({ kind: 'redirected', status })
    }
    const sent = await readCapped(body, maxBytes)
    const plain = await inflated(sent, headerText(headers['content-encoding']).toLowerCase(), {
      status,
      maxBytes,
    })
    return { status, retryAfter: headerText(headers['retry-after']) || undefined, body: plain }
  }
}

/** One of ours for whatever was thrown, without any part of the original that could hold the address. */
function plainError(error: unknown, request: HttpRequest, limit: AbortSignal): Error {
  if (error instanceof TooLarge || error instanceof Refused || error instanceof BadAddress) return error
  const code = codeOf(error)
  if (limit.aborted || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new TimedOut(request.timeoutMs)
  return new Unreachable(request.address.hostname, code)
}
