/** Takes a request through its stages: route, body, fault, key, the route's own answer, log. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusal, send, type Answer } from './answer.ts'
import { answerBetslip } from './betslip.ts'
import { applyFault, type Effect, type FaultPlan } from './fault.ts'
import { answerFeed } from './feed.ts'
import { answerGrader } from './grader.ts'
import { type BookCall, type Call, type RouteName, type DemoContext, findDestination } from './route.ts'

export interface LoggedCall {
  /** Epoch milliseconds at which the answer began. */
  readonly at: number
  readonly route: RouteName
  readonly book: string | null
  readonly method: string
  /** The query without the key. */
  readonly query: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number | 'no-answer' | 'reset'
  /** The kind of fault that struck, or null. */
  readonly fault: string | null
}

export interface ListenerDeps {
  readonly context: DemoContext
  readonly key: string
  readonly pricing: (call: BookCall) => Promise<Answer>
  readonly queue: (call: Call) => Answer
  readonly faults: () => FaultPlan
  /** Takes every call, with the key as it came in the query. */
  readonly log: (call: LoggedCall, key: string | null) => void
  /** Aborted when the service closes. */
  readonly signal: AbortSignal
}

const maxBodyBytes = 2 ** 20

/** A request listener that never throws; calls under way end silently when the service closes. */
export function createListener(deps: ListenerDeps) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    serve(deps, request, response).catch(() => response.destroy())
  }
}

async function serve(deps: ListenerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', headers } = request
  const url = new URL(request.url ?? '/', 'http://demo.localhost')
  const destination = findDestination(headers.host ?? '', url.pathname, method)
  if ('refused' in destination) return send(request, response, destination.refused)
  const body = await readText(request)
  if (body === null)
    return send(request, response, refusal(413, 'The body is too large', { connection: 'close' }))
  const contentType = headers['content-type'] ?? ''
  const effect = await answerCall(deps, {
    ...destination,
    method,
    query: url.searchParams,
    contentType,
    body,
  })
  if (effect === 'no-answer') return
  if (effect === 'reset') request.socket.resetAndDestroy()
  else await send(request, response, effect)
}

/** Answers a call, with its fault if there is one, and logs it. */
async function answerCall(deps: ListenerDeps, call: Call): Promise<Effect> {
  const { route, method, query, body } = call
  const book = call.book?.id ?? null
  const fault = deps.faults()(route, book)
  const proceed = () => answerRightly(deps, call)
  const effect = await (fault ? applyFault(fault, { proceed, signal: deps.signal }) : proceed())
  const logged = {
    at: deps.context.clock.now(),
    route,
    book,
    method,
    query: Object.fromEntries([...query].filter(([name]) => name !== 'key')),
    body,
    status: typeof effect === 'string' ? effect : effect.status,
    fault: fault?.kind ?? null,
  }
  deps.log(logged, query.get('key'))
  return effect
}

async function answerRightly(deps: ListenerDeps, call: Call): Promise<Answer> {
  const { context } = deps
  const { book, route } = call
  if (book && route === 'betslip') return answerBetslip({ ...call, book }, context)
  if (call.query.get('key') !== deps.key) return refusal(401, 'Invalid key')
  if (book) return deps.pricing({ ...call, book })
  if (route === 'queue') return deps.queue(call)
  return route === 'grader' ? answerGrader(call, context) : answerFeed(call, context)
}

/** The body as text; null when it is larger than any call needs. */
async function readText(request: IncomingMessage): Promise<string | null> {
  const incoming: AsyncIterable<Buffer> = request
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of incoming) {
    bytes += piece.length
    if (bytes > maxBodyBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
