// Takes a request through its stages: route, body, fault, key, rate limit, the route's own answer, latency.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { json, refusal, send, type Answer } from './answer.ts'
import { answerBetslip } from './betslip.ts'
import { queryWithoutKey, type CallLog } from './call-log.ts'
import { applyFault, type Effect } from './fault-answer.ts'
import type { Fault, FaultPlan } from './fault.ts'
import { answerFeed } from './feed.ts'
import { answerGrader } from './grader.ts'
import { answerPricing } from './pricing.ts'
import type { RateLimit } from './rate-limit.ts'
import { type Call, type Surroundings, findDestination } from './route.ts'
import type { Book } from '../books/book.ts'

export interface ListenerDeps {
  readonly surroundings: Surroundings
  readonly key: string
  readonly rateLimit: RateLimit
  readonly queue: (call: Call) => Answer
  readonly latency: (book: Book) => number
  readonly faults: () => FaultPlan
  readonly log: CallLog
  /** Aborted when the service closes. */
  readonly signal: AbortSignal
}

interface Visit {
  readonly call: Call
  readonly book: Book | null
  readonly fault: Fault | null
}

const MAX_BODY_BYTES = 2 ** 20

/** A request listener that never throws; a call that outlives the service just ends. */
export function createListener(deps: ListenerDeps) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    serve(deps, request, response).catch(() => response.destroy())
  }
}

async function serve(deps: ListenerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://demo.localhost')
  const destination = findDestination(request.headers.host ?? '', url.pathname, request.method ?? '')
  if ('error' in destination) {
    const allow: Record<string, string> = destination.allow ? { allow: destination.allow } : {}
    return send(request, response, refusal(destination.status, destination.error, allow))
  }
  const body = await readText(request)
  if (body === null)
    return send(request, response, refusal(413, 'The body is too large', { connection: 'close' }))
  const { route, book } = destination
  const contentType = request.headers['content-type'] ?? ''
  const call: Call = { route, method: request.method ?? '', query: url.searchParams, contentType, body }
  const visit: Visit = { call, book, fault: deps.faults().strike(route, book?.id ?? null) }
  const effect = await effectOn(deps, visit)
  logCall(deps, visit, effect)
  if (effect === 'no-answer') return
  if (effect === 'reset') request.socket.resetAndDestroy()
  else await send(request, response, effect)
}

async function effectOn(deps: ListenerDeps, visit: Visit): Promise<Effect> {
  const proceed = (): Promise<Answer> => answerVisit(deps, visit)
  const { call, fault } = visit
  return fault ? applyFault({ fault, route: call.route, proceed, signal: deps.signal }) : proceed()
}

async function answerVisit(deps: ListenerDeps, { call, book }: Visit): Promise<Answer> {
  const { surroundings } = deps
  if (call.route === 'betslip') return book ? answerBetslip({ ...call, book }, surroundings) : json(404, {})
  if (call.query.get('key') !== deps.key) return refusal(401, 'Invalid key')
  if (call.route === 'queue') return deps.queue(call)
  if (call.route === 'grader') return answerGrader(call, surroundings)
  if (call.route === 'feed') return answerFeed(call, surroundings)
  return book ? pricing(deps, call, book) : json(404, {})
}

async function pricing(deps: ListenerDeps, call: Call, book: Book): Promise<Answer> {
  const waitSeconds = deps.rateLimit.take()
  if (waitSeconds !== null) return refusal(429, 'Too many requests', { 'retry-after': String(waitSeconds) })
  const latencyMs = deps.latency(book)
  if (latencyMs > 0) await wait(latencyMs, undefined, { signal: deps.signal })
  return answerPricing({ ...call, book }, deps.surroundings)
}

/** The body as text; null when it is larger than any call needs. */
async function readText(request: IncomingMessage): Promise<string | null> {
  const incoming: AsyncIterable<Buffer> = request
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of incoming) {
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function logCall({ log, surroundings }: ListenerDeps, { call, book, fault }: Visit, effect: Effect): void {
  const { route, method, query, body } = call
  const logged = {
    at: surroundings.clock.now(),
    route,
    book: book?.id ?? null,
    method,
    query: queryWithoutKey(query),
    body,
    status: typeof effect === 'string' ? effect : effect.status,
    fault: fault?.kind ?? null,
  }
  log.add(logged, query.get('key'))
}
