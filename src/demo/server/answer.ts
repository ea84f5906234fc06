/** Answers of routes, and sending them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'

type Headers = Readonly<Record<string, string>>

export interface Answer {
  readonly status: number
  readonly headers?: Headers
  readonly body: string | Buffer | AsyncIterable<string>
  /** Ends the connection half-way through the body. */
  readonly cut?: boolean
}

export function json(status: number, body: unknown, headers: Headers = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** An error with the service's text. */
export function refusal(status: number, error: string, headers: Headers = {}): Answer {
  return json(status, { error }, headers)
}

/** Sends the answer; resolves when it was sent or the client disconnected. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body, cut }: Answer,
): Promise<void> {
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const bytes = Buffer.from(body)
    response.writeHead(status, { ...headers, 'content-length': bytes.length })
    if (cut) cutOff(response, bytes.subarray(0, bytes.length / 2))
    else response.end(bytes)
  } else if (cut) {
    response.writeHead(status, headers)
    const first = await body[Symbol.asyncIterator]().next()
    cutOff(response, Buffer.from(String(first.value)))
  } else if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' })
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    await pipeline(Readable.from(body), gzip, response).catch(() => response.destroy())
  } else {
    response.writeHead(status, headers)
    await pipeline(Readable.from(body), response).catch(() => response.destroy())
  }
}

function cutOff(response: ServerResponse, bytes: Buffer): void {
  response.write(bytes, () => response.destroy())
}
