/**
 * The queue interface (docs/service-interface.md, 4.2): one POST and its outcome. The body's `code`, `queued` and
 * `message` decide, whatever the HTTP status; the status decides only when the body has none of them.
 */
import type { CallFailure } from '../../shared/failure.ts'
import type { Profile } from '../../shared/model/settings/profile.ts'
import { readAddress } from '../../shared/model/settings/service-address.ts'
import type { RawAnswer, SendOutcome } from '../../shared/model/parlay/submission.ts'
import type { Caller, KeyedRequest } from './caller.ts'
import { requireAddress, ServiceError } from './failures.ts'
import type { HttpAnswer } from './http.ts'
import { plainText } from './redact.ts'
import { priority } from './permits.ts'
import { readRetryAfter } from './retry-after.ts'
import { readAnswer, toBareWords, toFailure } from './wire.ts'

export interface SendRequest {
  readonly profile: Pick<Profile, 'id' | 'queue'>
  /** Odds ids of one book, verbatim. */
  readonly ids: readonly string[]
  /** Called right before the request leaves; if it throws, nothing is sent. */
  readonly onSending: () => void
}

/** Outcome of one POST, and its answer. */
export interface Sent {
  readonly outcome: SendOutcome
  /** Null when no complete answer came. */
  readonly raw: RawAnswer | null
}

export type SendParlay = (request: SendRequest) => Promise<Sent>

const maxRawLength = 500

/** Sends a parlay once. Failures are outcomes too; only errors of `onSending` are thrown. */
export function createTrending(caller: Pick<Caller, 'send'>): SendParlay {
  return async ({ profile, ids, onSending }) => {
    let raw: RawAnswer | null = null
    const use = (answer: HttpAnswer, key: string): SendOutcome => {
      raw = { status: answer.status, body: plainText(answer.body.toString(), key, maxRawLength) }
      return readQueued(answer, key)
    }
    try {
      const address = requireAddress(readAddress(profile.queue))
      const body = JSON.stringify(ids)
      const request: KeyedRequest = {
        profileId: profile.id,
        method: 'POST',
        address,
        query: {},
        body,
        emptyBody: '[]',
        onSending,
        priority: priority.user,
      }
      return { outcome: await caller.send(request, use), raw }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { outcome: toOutcome(error.failure), raw }
    }
  }
}

const documented = [
  { kind: 'queued', code: 200, message: 'queued' },
  { kind: 'event-not-found', code: 404, message: 'event not found' },
  { kind: 'already-queued', code: 409, message: 'already queued' },
  { kind: 'full', code: 429, message: 'max queued' },
] as const
type Documented = (typeof documented)[number]['kind']

/** A rate limiter before the queue may use the same code as a full queue. */
const isAboutRate = (words: string) => /\b(too many|rate|quota|throttl)/i.test(words)

interface Parts {
  readonly code: number | undefined
  readonly queued: boolean | undefined
  readonly words: string
  /** A part has the wrong type. */
  readonly isGarbled: boolean
}

/** Parses an answer. Throws ServiceError for a refused key, a rate limit, and an unreadable answer. */
function readQueued(answer: HttpAnswer, key: string): SendOutcome {
  const { status, body, retryAfter } = answer
  const limited = () => new ServiceError({ kind: 'limited', untilAt: readRetryAfter(answer, Date.now()) })
  const parts = readParts(body, status, key)
  if (parts === undefined) {
    if (status === 409) return { kind: 'already-queued' }
    if (status === 429) throw limited()
    const detail = 'it has none of code, queued and message'
    throw new ServiceError(toFailure(status, '', key) ?? { kind: 'unreadable', status, detail })
  }
  const meant = findMeaning(parts)
  if (meant === 'full' && isAboutRate(parts.words)) throw limited()
  if (meant === 'full')
    return {
      kind: 'full',
      notBeforeAt: retryAfter === undefined ? null : readRetryAfter(answer, Date.now()),
    }
  if (meant === 'unclear') return toUnclear(parts, key)
  if (meant !== undefined) return { kind: meant }
  if (status === 429) throw limited()
  const failure = toFailure(status, parts.words, key)
  if (failure !== undefined) throw new ServiceError(failure)
  const words = plainText(parts.words, key)
  if (words === '') return toUnclear(parts, key)
  const text = parts.code === undefined ? words : `${words} (code ${parts.code})`
  return { kind: 'refused', reason: { kind: 'said', text } }
}

/** Undefined when the body cannot be read, or has none of the parts. */
function readParts(body: Buffer, status: number, key: string): Parts | undefined {
  let answer: ReturnType<typeof readAnswer>
  try {
    answer = readAnswer(body, status, key)
  } catch (error) {
    const isByStatus = status === 409 || status === 429
    if (error instanceof ServiceError && error.failure.kind === 'unreadable' && isByStatus) return undefined
    throw error
  }
  const [code, queued] = [parseCode(answer.code), parseQueued(answer.queued)]
  const words = answer.message ?? answer.error ?? ''
  if (code === undefined && queued === undefined && words === '') return undefined
  return {
    code: code === 'garbled' ? undefined : code,
    queued: queued === 'garbled' ? undefined : queued,
    words,
    isGarbled: code === 'garbled' || queued === 'garbled',
  }
}

function parseCode(value: unknown): number | 'garbled' | undefined {
  if (value == null) return undefined
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\s*\d{3}\s*$/.test(value) ? Number(value) : 'garbled'
}

function parseQueued(value: unknown): boolean | 'garbled' | undefined {
  if (value == null) return undefined
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' || !/^\s*(true|false)\s*$/i.test(value)) return 'garbled'
  return value.trim().toLowerCase() === 'true'
}

/**
 * The documented outcome that all parts agree on. A missing part contradicts nothing, but "queued" without its code counts
 * only where `queued` is true too.
 */
function findMeaning({ code, queued, words, isGarbled }: Parts): Documented | 'unclear' | undefined {
  const message = toBareWords(words)
  const said = documented.find(each => each.message === message)?.kind
  const meant = code === undefined ? said : documented.find(each => each.code === code)?.kind
  if (isGarbled) return 'unclear'
  if (meant === undefined) return said === undefined && queued !== true ? undefined : 'unclear'
  const isAgreed = (said ?? meant) === meant && (queued ?? meant === 'queued') === (meant === 'queued')
  const isConfirmed = code !== undefined || meant !== 'queued' || queued === true
  return isAgreed && isConfirmed ? meant : 'unclear'
}

function toUnclear({ code, queued, words, isGarbled }: Parts, key: string): SendOutcome {
  const said = [
    code === undefined ? 'no code' : `code ${code}`,
    queued === undefined ? 'no “queued”' : `queued ${queued}`,
    words === '' ? 'no message' : `message “${plainText(words, key, 100)}”`,
  ].join(', ')
  const why = isGarbled ? 'Part of the response is malformed' : 'The response contradicts itself'
  return { kind: 'refused', reason: { kind: 'unclear', text: `${why}: ${said}.` } }
}

/** Node's and undici's codes for a connection that was never made: nothing was sent. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|aborted|the proxy .*)$/

function toOutcome(failure: CallFailure): SendOutcome {
  switch (failure.kind) {
    case 'key-missing':
    case 'key-refused':
      return { kind: 'no-key', failure }
    case 'limited':
      return { kind: 'limited', untilAt: failure.untilAt }
    case 'host-failing':
    case 'storage':
      return { kind: 'unsent', failure }
    case 'unreachable':
      return { kind: neverConnected.test(failure.detail) ? 'unsent' : 'lost', failure }
    case 'timed-out':
    case 'too-large':
      return { kind: 'lost', failure }
    case 'unreadable':
      // After a status of success it may be queued; sending it again shows that.
      if (failure.status < 300) return { kind: 'lost', failure }
      return { kind: 'refused', reason: { kind: 'failed', failure } }
    default:
      return { kind: 'refused', reason: { kind: 'failed', failure } }
  }
}
