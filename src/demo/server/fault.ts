// Faults: what can be made to go wrong, where, and how often. This file reads and counts them;
// fault-answer.ts carries them out.
import { ROUTE_NAMES, type RouteName } from './route.ts'

/** Each kind with its own parameters. README.md says what they do. */
const KINDS = {
  delay: { ms: 'number' },
  'no-answer': {},
  reset: {},
  truncated: {},
  html: {},
  oversize: { bytes: 'number' },
  'gzip-bomb': { bytes: 'number' },
  redirect: { location: 'string' },
  status: { status: 'number', body: 'string' },
  'rate-limit': { retryAfter: 'string' },
  'content-type': { type: 'string' },
  'invalid-key': {},
  malformed: {},
  null: {},
  empty: {},
  'wrong-types': {},
  'error-body': { message: 'string' },
  'deep-nesting': { depth: 'number' },
  'duplicate-keys': {},
  proto: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, 'number' | 'string'>>>>

export type FaultKind = keyof typeof KINDS

export interface Fault {
  readonly route: RouteName
  readonly kind: FaultKind
  /** Only at this book; pricing and betslip calls alone have one. */
  readonly book?: string
  /** Number of calls it strikes; all when left out. */
  readonly count?: number
  /** Number of calls it lets pass first. */
  readonly after?: number
  readonly ms?: number
  readonly bytes?: number
  readonly location?: string
  readonly status?: number
  readonly body?: string
  readonly retryAfter?: string
  readonly type?: string
  readonly message?: string
  readonly depth?: number
}

const COMMON = { route: 'string', kind: 'string', book: 'string', count: 'number', after: 'number' } as const

/** Reads a list of faults; throws an Error with one plain sentence about the first thing that is wrong. */
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
  const { route, kind }: { route?: unknown; kind?: unknown } = item
  if (!ROUTE_NAMES.some(name => name === route)) return `"route" must be one of ${ROUTE_NAMES.join(', ')}.`
  if (!isKind(kind)) return `"kind" must be one of ${Object.keys(KINDS).join(', ')}.`
  const allowed: Readonly<Record<string, string>> = { ...COMMON, ...KINDS[kind] }
  const problems = Object.entries(item).map(([name, given]) =>
    parameterProblem(kind, { name, given, expected: allowed[name] }),
  )
  return problems.find(problem => problem !== null) ?? null
}

function parameterProblem(
  kind: FaultKind,
  { name, given, expected }: { name: string; given: unknown; expected: string | undefined },
): string | null {
  if (expected === undefined) return `"${name}" is not a parameter of ${kind}.`
  if (typeof given !== expected) return `"${name}" must be a ${expected}.`
  if (typeof given !== 'number') return null
  if (!Number.isInteger(given) || given < 0) return `"${name}" must be a whole number, 0 or more.`
  return name === 'status' && (given < 200 || given > 599) ? '"status" must be from 200 to 599.' : null
}

function isKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && Object.hasOwn(KINDS, value)
}

/** Counts calls and picks the fault that strikes: the first that fits and is not used up. */
export interface FaultPlan {
  strike(route: RouteName, book: string | null): Fault | null
}

export function planFaults(faults: readonly Fault[]): FaultPlan {
  const entries = faults.map(fault => ({ fault, seen: 0 }))
  return {
    strike: (route, book) => {
      const fitting = entries.filter(
        ({ fault }) => fault.route === route && (fault.book === undefined || fault.book === book),
      )
      for (const entry of fitting) entry.seen++
      const struck = fitting.find(({ fault, seen }) => {
        const turn = seen - (fault.after ?? 0)
        return turn > 0 && turn <= (fault.count ?? Infinity)
      })
      return struck?.fault ?? null
    },
  }
}
