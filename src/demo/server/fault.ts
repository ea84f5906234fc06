/** Simulated faults: kind, place and number. */
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Answer, json, refusal } from './answer.ts'
import { routeNames, type RouteName } from './route.ts'

/** Type of each parameter of a fault: those of `common` fit any kind. README.md says what the others do. */
const parameterTypes = {
  /** Only at this book; for pricing and betslip calls. */
  book: 'string',
  /** Number of calls affected; all by default. */
  count: 'number',
  /** Number of calls that pass first. */
  after: 'number',
  ms: 'number',
  bytes: 'number',
  location: 'string',
  status: 'number',
  body: 'string',
  retryAfter: 'string',
  type: 'string',
  message: 'string',
  depth: 'number',
} as const
const common = ['book', 'count', 'after']

type Parameters = {
  readonly [P in keyof typeof parameterTypes]?: (typeof parameterTypes)[P] extends 'number' ? number : string
}

export interface Fault extends Parameters {
  readonly route: RouteName
  readonly kind: FaultKind
}

/** An answer, or an effect on the connection. */
export type Effect = Answer | 'no-answer' | 'reset'

/** A call affected by a fault, with the fault's parameters. */
interface FaultCall extends Parameters {
  readonly route: RouteName
  /** Returns the answer without the fault. */
  readonly proceed: () => Promise<Answer>
  /** Aborted when the service closes. */
  readonly signal: AbortSignal
}

interface Kind {
  readonly takes: readonly (keyof Parameters)[]
  readonly strike: (call: FaultCall) => Effect | Promise<Effect>
}

const kind = (takes: Kind['takes'], strike: Kind['strike']): Kind => ({ takes, strike })

const mib = 2 ** 20
const jsonType = { 'content-type': 'application/json' }
const htmlPage =
  '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>502</h1></body></html>'

const wrongTypes: Readonly<Record<RouteName, unknown>> = {
  pricing: { price: 250, links: 'none' },
  queue: { code: '200', queued: 'yes', message: 7 },
  grader: { odds: 'none' },
  feed: { games: {} },
  betslip: { slip: [] },
}

/** Each kind with its parameters and its effect on a call. README.md describes them. */
const kinds = {
  delay: kind(['ms'], async ({ ms = 5000, proceed, signal }) => {
    await wait(ms, undefined, { signal })
    return proceed()
  }),
  'no-answer': kind([], () => 'no-answer'),
  reset: kind([], () => 'reset'),
  truncated: kind([], async ({ proceed }) => ({ ...(await proceed()), cut: true })),
  html: kind([], () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: htmlPage })),
  oversize: kind(['bytes'], ({ bytes = 2 * mib }) =>
    json(200, { price: '+100', padding: 'x'.repeat(bytes) }),
  ),
  'gzip-bomb': kind(['bytes'], ({ bytes = 200 * mib }) => gzipBomb(bytes)),
  redirect: kind(['location'], ({ location = 'http://elsewhere.localhost/' }) => ({
    status: 302,
    headers: { location },
    body: '',
  })),
  status: kind(['status', 'body'], ({ status = 503, body = '{"error":"Service unavailable"}' }) => ({
    status,
    headers: jsonType,
    body,
  })),
  'rate-limit': kind(['retryAfter'], ({ retryAfter }) =>
    refusal(429, 'Too many requests', retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  ),
  'content-type': kind(['type'], async ({ type = 'text/plain', proceed }) => {
    const answer = await proceed()
    return { ...answer, headers: { ...answer.headers, 'content-type': type } }
  }),
  'invalid-key': kind([], () => refusal(401, 'Invalid key')),
  malformed: kind([], () => text('{"price": "+100",')),
  null: kind([], () => text('null')),
  empty: kind([], () => text('')),
  'wrong-types': kind([], ({ route }) => json(200, wrongTypes[route])),
  'error-body': kind(['message'], ({ message = 'Something went wrong' }) => refusal(200, message)),
  'deep-nesting': kind(['depth'], ({ depth = 100_000 }) => text('['.repeat(depth) + ']'.repeat(depth))),
  'duplicate-keys': kind([], () => text('{"price":"+100","price":"+900"}')),
  proto: kind([], () =>
    text('{"price":"+100","__proto__":{"price":"+900"},"constructor":{"prototype":{"price":"+900"}}}'),
  ),
}

type FaultKind = keyof typeof kinds

function text(body: string): Answer {
  return { status: 200, headers: jsonType, body }
}

/** Small on the wire: a gzip stream may have many members, so one with a MiB of spaces is sent many times. */
function gzipBomb(bytes: number): Answer {
  const member = gzipSync(Buffer.alloc(mib, ' '), { level: 9 })
  const members = Array.from({ length: Math.ceil(bytes / mib) }, () => member)
  return { status: 200, headers: { ...jsonType, 'content-encoding': 'gzip' }, body: Buffer.concat(members) }
}

/** Applies a fault to a call. */
export async function applyFault(
  fault: Fault,
  { proceed, signal }: Pick<FaultCall, 'proceed' | 'signal'>,
): Promise<Effect> {
  return kinds[fault.kind].strike({ ...fault, proceed, signal })
}

/** Parses a list of faults; throws an Error with a sentence about the first problem. */
export function readFaults(value: unknown): readonly Fault[] {
  if (!Array.isArray(value)) throw new Error('Faults must be a JSON list of objects.')
  return value.map((item: unknown, i) => {
    if (isFault(item)) return item
    throw new Error(`Fault ${i + 1}: ${findProblem(item) ?? 'it cannot be read.'}`)
  })
}

function isFault(item: unknown): item is Fault {
  return findProblem(item) === null
}

function findProblem(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return 'it must be an object.'
  const { route, kind, ...parameters }: { route?: unknown; kind?: unknown } = item
  if (!routeNames.some(name => name === route)) return `"route" must be one of ${routeNames.join(', ')}.`
  if (!isKind(kind)) return `"kind" must be one of ${Object.keys(kinds).join(', ')}.`
  const allowed: readonly string[] = [...common, ...kinds[kind].takes]
  for (const [name, given] of Object.entries<unknown>(parameters)) {
    const problem = allowed.includes(name)
      ? findParameterProblem(name, given)
      : `"${name}" is not a parameter of ${kind}.`
    if (problem !== null) return problem
  }
  return null
}

function findParameterProblem(name: string, given: unknown): string | null {
  const types: Readonly<Record<string, string>> = parameterTypes
  if (typeof given !== types[name]) return `"${name}" must be a ${types[name]}.`
  if (typeof given !== 'number') return null
  if (!Number.isInteger(given) || given < 0) return `"${name}" must be a whole number, 0 or more.`
  return name === 'status' && (given < 200 || given > 599) ? '"status" must be from 200 to 599.' : null
}

function isKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && Object.hasOwn(kinds, value)
}

/** Counts calls and picks the fault: the first that matches and is not used up. */
export type FaultPlan = (route: RouteName, book: string | null) => Fault | null

export function planFaults(faults: readonly Fault[]): FaultPlan {
  const entries = faults.map(fault => ({ fault, seen: 0 }))
  return (route, book) => {
    const fitting = entries.filter(
      ({ fault }) => fault.route === route && (fault.book === undefined || fault.book === book),
    )
    for (const entry of fitting) entry.seen++
    const struck = fitting.find(({ fault, seen }) => {
      const turn = seen - (fault.after ?? 0)
      return turn > 0 && turn <= (fault.count ?? Infinity)
    })
    return struck?.fault ?? null
  }
}
