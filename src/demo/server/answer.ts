// Answers of routes, and sending them over the wire.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer | AsyncIterable<string>
  /** Ends the connection half-way through the body. */
  readonly cut?: boolean
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** An error in the service's own words. */
export function refusal(
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return json(status, { error }, headers)
}

/** Sends the answer; resolves when it is out or the client has gone. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  const { status, headers, body } = answer
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const bytes = Buffer.from(body)
    response.writeHead(status, { ...headers, 'content-length': bytes.length })
    if (answer.cut) cutOff(response, bytes.subarray(0, bytes.length / 2))
    else response.end(bytes)
    return
  }
  if (answer.cut) {
    response.writeHead(status, headers)
    const first = await body[Symbol.asyncIterator]().next()
    cutOff(response, Buffer.from(String(first.value)))
    return
  }
  await stream(request, response, { status, headers: headers ?? {}, body })
}

function cutOff(response: ServerResponse, bytes: Buffer): void {
  response.write(bytes, () => response.destroy())
}

async function stream(
  request: IncomingMessage,
  response: ServerResponse,
  {
    status,
    headers,
    body,
  }: { status: number; headers: Readonly<Record<string, string>>; body: AsyncIterable<string> },
): Promise<void> {
  const gzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  response.writeHead(
    status,
    gzip ? { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' } : headers,
  )
  const source = Readable.from(body)
  const fast = { level: constants.Z_BEST_SPEED }
  try {
    await (gzip ? pipeline(source, createGzip(fast), response) : pipeline(source, response))
  } catch {
    response.destroy()
  }
}
