/**
 * Sends every call that needs the key. Each send first acquires a permit, and reads the key at the last moment. A
 * refused key stops all calls until it changes (a 403 without a reason is checked by one more call). A 429 becomes a
 * pause. Reads are retried at most twice, with full jitter, when that may help and a permit comes in time.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { cancelledCall, isRetryable, ServiceError } from './failures.ts'
import { smallBytes, type Http, type HttpAnswer, type HttpRequest } from './http.ts'
import { KeyCheck } from './key-check.ts'
import { priority, type AcquirePermit, type Permit, type PermitOutcome, type Priority } from './permits.ts'
import { readRetryAfter } from './retry-after.ts'
import { refusesKey } from './wire.ts'

/** Source of keys, by profile, so that no key follows a switch to another profile's host. */
export interface KeySource {
  /** Throws ServiceError when there is none, or the service refused it. */
  current(profileId: string): string
  /** Records that the service refused this key as invalid. */
  refuse(profileId: string, key: string): void
}

/** Time and chance of retries. */
export interface RetryClock {
  /** Ms of a clock that never jumps. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<unknown>
  /** From 0 to below 1. */
  readonly random: () => number
}

export interface CallerDeps {
  readonly http: Pick<Http, 'send'>
  readonly keys: KeySource
  readonly acquirePermit: AcquirePermit
  /** Time limit of a whole read, retries included, in ms; waiting for the first permit does not count. */
  readonly timeLimitMs?: number
  readonly clock?: RetryClock
}

/** Time limits of a long answer, which may take long while data keeps coming. */
export interface LongRead {
  /** Limit of silence. */
  readonly idleMs: number
  /** Limit of the whole read, retries included. */
  readonly totalMs: number
}

export interface KeyedRequest extends Pick<HttpRequest, 'method' | 'address' | 'query' | 'body' | 'signal'> {
  /** Profile whose key is sent. */
  readonly profileId: string
  readonly maxBytes?: number
  /** Body of an empty request to the same address, which checks the key. */
  readonly emptyBody?: string
  /** Maximum sends, retries included; 3 unless given. */
  readonly maxAttempts?: number
  /** Without it the caller's time limit applies. */
  readonly longRead?: LongRead
  /** Called right before the request leaves; if it throws, nothing is sent. */
  readonly onSending?: () => void
  /** A permit already acquired. Without one it acquires its own, at this priority. */
  readonly permit?: Permit
  /** `background` unless given. */
  readonly priority?: Priority | undefined
  /** Limits and failures are counted by it; the address's host unless given. */
  readonly host?: string | undefined
}

interface Attempt extends Pick<HttpRequest, 'timeoutMs' | 'idleMs' | 'onBody'> {
  readonly permit: Permit
}

/** Parses an answer; throws ServiceError for one that cannot be used. */
type UseAnswer<T> = (answer: HttpAnswer, key: string) => T

const systemClock: RetryClock = { now: () => performance.now(), pause, random: () => Math.random() }
const defaultMaxAttempts = 3
const firstBackoffMs = 250
/** Minimum time for a last attempt; a shorter one would time out. */
const minAttemptMs = 1_000
/** Time limit of a check of the key, from its wait for a permit on. */
const checkMs = 10_000

export class Caller {
  readonly #deps: CallerDeps
  readonly #timeLimitMs: number
  readonly #clock: RetryClock
  readonly #keyCheck: KeyCheck

  constructor(deps: CallerDeps) {
    this.#deps = deps
    this.#timeLimitMs = deps.timeLimitMs ?? 12_000
    this.#clock = deps.clock ?? systemClock
    this.#keyCheck = new KeyCheck(this.#clock.now)
  }

  /** Sends a read and returns the result of `use` on its answer. Throws ServiceError. */
  async read<T>(request: KeyedRequest, use: UseAnswer<T>): Promise<T> {
    const permit = request.permit ?? (await this.#acquirePermit(request))
    const { longRead, maxAttempts = defaultMaxAttempts } = request
    const clock = this.#clock
    const totalMs = longRead?.totalMs ?? this.#timeLimitMs
    const deadline = clock.now() + totalMs
    // The first attempt may use two thirds of the time, which leaves time for another; a long read fails by silence
    // before that.
    let timeoutMs = longRead === undefined ? Math.floor((totalMs * 2) / 3) : totalMs
    let hasBegun = false
    const long = longRead && { idleMs: longRead.idleMs, onBody: () => (hasBegun = true) }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendOnce(request, { permit, timeoutMs, ...long }, unlessLimited(use))
      } catch (error) {
        const waitMs = clock.random() * firstBackoffMs * 2 ** attempt
        const spareMs = deadline - clock.now() - waitMs - minAttemptMs
        if (attempt === maxAttempts || spareMs < 0 || !isWorthRetrying(error, request, hasBegun)) throw error
        await clock.pause(waitMs)
        if (!(await permit.renew(spareMs))) throw error
        timeoutMs = Math.floor(deadline - clock.now())
      }
    }
  }

  /**
   * Sends a request that changes something at the service, once; the caller decides whether to send it again. `use`
   * gets the answer with any status, even 429, because its body may name another reason than a rate limit. Throws
   * ServiceError.
   */
  async send<T>(request: KeyedRequest, use: UseAnswer<T>): Promise<T> {
    const permit = request.permit ?? (await this.#acquirePermit(request))
    return this.#sendOnce(request, { permit, timeoutMs: this.#timeLimitMs }, use)
  }

  #acquirePermit(request: KeyedRequest): Promise<Permit> {
    const { profileId, address, host = address.hostname, signal } = request
    const level = request.priority ?? priority.background
    return this.#deps.acquirePermit({ profileId, host, priority: level, signal })
  }

  /** Sends one request. Every interface reports an invalid key in the same way. */
  async #sendOnce<T>(request: KeyedRequest, { permit, ...time }: Attempt, use: UseAnswer<T>): Promise<T> {
    const { http, keys } = this.#deps
    // Undefined until the request leaves.
    let key: string | undefined
    try {
      if (request.signal?.aborted === true) throw cancelledCall(request.address.hostname)
      const current = keys.current(request.profileId)
      request.onSending?.()
      key = current
      const onLeaving = () => permit.left()
      const used = use(await http.send({ maxBytes: smallBytes, ...request, key, ...time, onLeaving }), key)
      permit.release({ kind: 'answered' })
      return used
    } catch (error) {
      permit.release(key === undefined ? { kind: 'unsent' } : toPermitOutcome(error, request.signal))
      if (key === undefined || !(await this.#isKeyRefused(error, request, key))) throw error
      keys.refuse(request.profileId, key)
      throw new ServiceError({ kind: 'key-refused' })
    }
  }

  async #isKeyRefused(error: unknown, request: KeyedRequest, key: string): Promise<boolean> {
    if (!(error instanceof ServiceError)) return false
    if (error.failure.kind !== 'forbidden') return error.failure.kind === 'key-refused'
    const { profileId, address, body, emptyBody } = request
    if (body !== undefined && body === emptyBody) return true
    return this.#keyCheck.isRefused(profileId, address.host, key, () => this.#sendEmptyRequest(request, key))
  }

  /**
   * Returns true when an empty request is refused, too; false when it cannot be sent, or the key is no longer in use.
   */
  async #sendEmptyRequest(request: KeyedRequest, key: string): Promise<boolean> {
    const { profileId, method, address, query, host, emptyBody: body } = request
    const check: KeyedRequest = {
      ...{ profileId, method, address, host, body, priority: priority.recheck },
      // Without a body the query names the data, which alone may be forbidden.
      query: body === undefined ? {} : query,
      signal: AbortSignal.timeout(checkMs),
    }
    const isRefused: UseAnswer<boolean> = (answer, used) => used === key && refusesKey(answer, key)
    try {
      return await this.send(check, unlessLimited(isRefused))
    } catch (error) {
      if (error instanceof ServiceError) return false
      throw error
    }
  }
}

/** Converts a 429 to an error before the answer is read. */
function unlessLimited<T>(use: UseAnswer<T>): UseAnswer<T> {
  return (answer, key) => {
    if (answer.status !== 429) return use(answer, key)
    throw new ServiceError({ kind: 'limited', untilAt: readRetryAfter(answer, Date.now()) })
  }
}

/** True when a retry may help. A call whose answer had begun is not paid for again. */
function isWorthRetrying(error: unknown, { signal }: KeyedRequest, hasBegun: boolean): boolean {
  if (!(error instanceof ServiceError) || signal?.aborted === true) return false
  return isRetryable(error.failure) && (!hasBegun || error.failure.kind === 'server-error')
}

/** Separates failures of the host, which open its circuit breaker, from answers and cancelled calls. */
function toPermitOutcome(error: unknown, signal: AbortSignal | undefined): PermitOutcome {
  if (signal?.aborted === true) return { kind: 'called-off' }
  if (!(error instanceof ServiceError)) return { kind: 'answered' }
  const { failure } = error
  if (failure.kind === 'limited') return failure
  return { kind: isRetryable(failure) ? 'failed' : 'answered' }
}
