// Effect of a fault on a call: another answer, a damaged one, or none.
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Answer, json, refusal } from './answer.ts'
import type { Fault, FaultKind } from './fault.ts'
import type { RouteName } from './route.ts'

/** An answer, or what happens to the connection instead. */
export type Effect = Answer | 'no-answer' | 'reset'

interface Stroke {
  readonly fault: Fault
  readonly route: RouteName
  /** The answer there would have been. */
  readonly proceed: () => Promise<Answer>
  /** Aborted when the service closes. */
  readonly signal: AbortSignal
}

const MIB = 2 ** 20
const JSON_TYPE = { 'content-type': 'application/json' }
const HTML_PAGE =
  '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>502</h1></body></html>'

const WRONG_TYPES: Readonly<Record<RouteName, unknown>> = {
  pricing: { price: 250, links: 'none' },
  queue: { code: '200', queued: 'yes', message: 7 },
  grader: { odds: 'none' },
  feed: { games: {} },
  betslip: { slip: [] },
}

const EFFECTS: Readonly<Record<FaultKind, (stroke: Stroke) => Effect | Promise<Effect>>> = {
  delay: async ({ fault, proceed, signal }) => {
    await wait(fault.ms ?? 5000, undefined, { signal })
    return proceed()
  },
  'no-answer': () => 'no-answer',
  reset: () => 'reset',
  truncated: async ({ proceed }) => ({ ...(await proceed()), cut: true }),
  html: () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: HTML_PAGE }),
  oversize: ({ fault }) => json(200, { price: '+100', padding: 'x'.repeat(fault.bytes ?? 2 * MIB) }),
  'gzip-bomb': ({ fault }) => gzipBomb(fault.bytes ?? 200 * MIB),
  redirect: ({ fault }) => ({
    status: 302,
    headers: { location: fault.location ?? 'http://elsewhere.localhost/' },
    body: '',
  }),
  status: ({ fault }) => ({
    status: fault.status ?? 503,
    headers: JSON_TYPE,
    body: fault.body ?? '{"error":"Service unavailable"}',
  }),
  'rate-limit': ({ fault }) =>
    refusal(
      429,
      'Too many requests',
      fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter },
    ),
  'content-type': async ({ fault, proceed }) => {
    const answer = await proceed()
    return { ...answer, headers: { ...answer.headers, 'content-type': fault.type ?? 'text/plain' } }
  },
  'invalid-key': () => refusal(401, 'Invalid key'),
  malformed: () => text('{"price": "+100",'),
  null: () => text('null'),
  empty: () => text(''),
  'wrong-types': ({ route }) => json(200, WRONG_TYPES[route]),
  'error-body': ({ fault }) => refusal(200, fault.message ?? 'Something went wrong'),
  'deep-nesting': ({ fault }) => {
    const depth = fault.depth ?? 100_000
    return text('['.repeat(depth) + ']'.repeat(depth))
  },
  'duplicate-keys': () => text('{"price":"+100","price":"+900"}'),
  proto: () =>
    text('{"price":"+100","__proto__":{"price":"+900"},"constructor":{"prototype":{"price":"+900"}}}'),
}

export async function applyFault(stroke: Stroke): Promise<Effect> {
  return EFFECTS[stroke.fault.kind](stroke)
}

function text(body: string): Answer {
  return { status: 200, headers: JSON_TYPE, body }
}

/** Small on the wire: a gzip stream may be many members, so one member of a MiB of blanks is sent many times. */
function gzipBomb(bytes: number): Answer {
  const member = gzipSync(Buffer.alloc(MIB, ' '), { level: 9 })
  const members = Array.from({ length: Math.ceil(bytes / MIB) }, () => member)
  return { status: 200, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: Buffer.concat(members) }
}
