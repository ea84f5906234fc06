/** A real HTTP server with scripted answers that records its requests, and our client for it. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { Caller, type CallerDeps } from '../../../src/main/odds-service/caller.ts'
import { Http } from '../../../src/main/odds-service/http.ts'
import { createPricing, type PriceRequest } from '../../../src/main/odds-service/pricing.ts'
import type { CallRequest, PermitOutcome } from '../../../src/main/odds-service/permits.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { freePermits } from './free-permits.ts'

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Script = (response: ServerResponse, seen: Seen) => void

export interface TestService {
  readonly port: number
  readonly pricing: string
  readonly seen: Seen[]
  /** Connections opened so far. */
  readonly sockets: () => number
}

type Headers = Readonly<Record<string, string>>

/** An answer with this body: JSON of it, or the text or bytes as they are. */
export function answers(body: unknown, status = 200, headers: Headers = {}): Script {
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(bytes)
  }
}

/** Bytes written past Node's HTTP, then the end of the connection. */
export function writes(bytes: string): Script {
  return response => {
    response.socket?.end(bytes)
  }
}

export const resets: Script = response => {
  response.socket?.resetAndDestroy()
}

export const isSilent: Script = () => {}

function read(request: IncomingMessage, whole: (body: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    whole(Buffer.concat(chunks).toString())
  })
}

/** Starts a server that answers each script once, in order, and the last one from then on. It ends with the test. */
export async function startService(...scripts: [Script, ...Script[]]): Promise<TestService> {
  const seen: Seen[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    read(request, body => {
      const { method = '', url = '', headers } = request
      const asked = { method, url, headers, body }
      const script = scripts[Math.min(seen.length, scripts.length - 1)] ?? isSilent
      seen.push(asked)
      script(response, asked)
    })
  })
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    await new Promise(resolve => {
      server.close(resolve)
      server.closeAllConnections()
    })
  })
  const { port } = portOf(server.address())
  return { port, seen, sockets: () => sockets.size, pricing: `http://{book}.localhost:${port}/` }
}

function portOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address
}

/** Every reserved kind of character a key may hold. */
export const key = 'c4n+ary/k3y=&%"\\?#~'

export interface TestClient {
  readonly caller: Caller
  /** Profile and key of each refusal reported. */
  readonly refused: [string, string][]
  /** Requests counted as sent. */
  readonly sent: () => number
  /** Request of each permit. */
  readonly requests: readonly CallRequest[]
  /** Outcome of each permit. */
  readonly outcomes: readonly PermitOutcome[]
  readonly price: (service: TestService, request?: Partial<PriceRequest>) => Promise<QuoteOutcome>
}

export function startClient(options: Partial<CallerDeps> = {}): TestClient {
  const http = new Http()
  onTestFinished(() => http.close())
  const refused: [string, string][] = []
  const { acquirePermit, requests, outcomes } = freePermits()
  const caller = new Caller({
    http,
    keys: {
      current: () => key,
      refuse: (...pushed) => refused.push(pushed),
    },
    acquirePermit,
    ...options,
  })
  const ask = createPricing(caller)
  return {
    caller,
    refused,
    sent: () => outcomes.filter(({ kind }) => kind !== 'unsent').length,
    requests,
    outcomes,
    price: ({ pricing }, request) =>
      ask({
        profile: { id: 'mine', pricing },
        hostId: 'bravo',
        tokens: ['t'],
        format: 'american',
        ...request,
      }),
  }
}
