/**
 * Every keyed call goes through here: each send takes its turn, the key is fetched at the last moment, a refused key
 * stops all calls until it changes, a 429 becomes a pause, and reads are asked again (at most twice, full jitter) when
 * that may help and there is a turn in time.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { mayHelpAgain, Refused, ServiceError, Unreachable } from './failures.ts'
import type { Http, HttpAnswer, HttpRequest } from './http.ts'
import { retryAfterAt } from './retry-after.ts'
import { priority, type Priority, type TakeTurn, type Turn, type TurnEnd } from './permits.ts'

/** Where keys come from, by profile, so that no key follows a switch to another profile's host. */
export interface KeySource {
  /** Throws Refused when there is none, or the service refused it. */
  current(profileId: string): string
  /** The service said that this key is invalid. */
  refuse(profileId: string, key: string): void
}

export interface CallerOptions {
  readonly http: Http
  readonly keys: KeySource
  readonly takeTurn: TakeTurn
  /** Time limit of a whole read, retries included, in ms; waiting for the first turn does not count. */
  readonly timeLimitMs?: number
}

/** The time of an answer that is long: it goes on as long as something of it comes. */
export interface LongTime {
  /** How long nothing may come. */
  readonly idleMs: number
  /** Of the whole read, retries included. */
  readonly wholeMs: number
}

export interface Ask extends Pick<HttpRequest, 'method' | 'address' | 'query' | 'body' | 'signal'> {
  /** Whose key goes with it. */
  readonly profileId: string
  readonly maxBytes?: number
  /** For an answer that is long. Any other shares the caller's time limit. */
  readonly time?: LongTime
  /** Called right before the request leaves; what it throws keeps it from leaving. */
  readonly onSending?: () => void
  /** A turn already taken for it. Without one it takes its own, at this priority. */
  readonly turn?: Turn
  /** How much it matters, by default as little as any. */
  readonly priority?: Priority
  /** What limits and failures are counted by; by default the address's host. */
  readonly host?: string
}

interface Attempt extends Pick<HttpRequest, 'timeoutMs' | 'idleMs' | 'onBody'> {
  readonly turn: Turn
}

/** Takes an answer apart; throws a ServiceError for what it cannot use. */
type Use<T> = (answer: HttpAnswer, key: string) => T

const smallBytes = 1024 * 1024
const mostAttempts = 3
const firstBackoffMs = 250
/** A last attempt with less time than this would only end in a time-out. */
const leastAttemptMs = 1_000

export class Caller {
  readonly #options: CallerOptions
  readonly #timeLimitMs: number

  constructor(options: CallerOptions) {
    this.#options = options
    this.#timeLimitMs = options.timeLimitMs ?? 12_000
  }

  /** Sends a read and hands its answer to `use`. Throws a ServiceError. */
  async read<T>(ask: Ask, use: Use<T>): Promise<T> {
    const turn = ask.turn ?? (await this.#takeTurn(ask))
    const { time } = ask
    const wholeMs = time?.wholeMs ?? this.#timeLimitMs
    const deadline = performance.now() + wholeMs
    // The first try may use two thirds of the time, so that a lost answer leaves room for another; a long one is
    // known to be lost by its silence.
    let timeoutMs = time === undefined ? Math.floor((wholeMs * 2) / 3) : wholeMs
    let hasBegun = false
    const long = time && { idleMs: time.idleMs, onBody: () => (hasBegun = true) }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(ask, { turn, timeoutMs, ...long }, unlessLimited(use))
      } catch (error) {
        const waitMs = Math.random() * firstBackoffMs * 2 ** attempt
        const spareMs = deadline - performance.now() - waitMs - leastAttemptMs
        if (attempt === mostAttempts || spareMs < 0 || !isWorthAnother(error, ask, hasBegun)) throw error
        await pause(waitMs)
        if (ask.signal?.aborted === true || !(await turn.again(spareMs))) throw error
        timeoutMs = Math.floor(deadline - performance.now())
      }
    }
  }

  /**
   * Sends once what changes something at the service; sending it again is the caller's to decide. `use` gets the answer
   * whatever its status, a 429 too, whose body may say that it is no rate limit. Throws a ServiceError.
   */
  async send<T>(ask: Ask, use: Use<T>): Promise<T> {
    const turn = ask.turn ?? (await this.#takeTurn(ask))
    return this.#once(ask, { turn, timeoutMs: this.#timeLimitMs }, use)
  }

  #takeTurn({ profileId, address, host = address.hostname, signal, ...ask }: Ask): Promise<Turn> {
    const level = ask.priority ?? priority.rest
    return this.#options.takeTurn({ profileId, host, priority: level, ...(signal && { signal }) })
  }

  /** One request. An invalid key, whatever it comes with, is the same for every interface. */
  async #once<T>(ask: Ask, { turn, ...time }: Attempt, use: Use<T>): Promise<T> {
    const { http, keys } = this.#options
    // Undefined until the request leaves.
    let key: string | undefined
    try {
      if (ask.signal?.aborted === true) throw new Unreachable(ask.address.hostname, 'called off')
      const current = keys.current(ask.profileId)
      ask.onSending?.()
      key = current
      const used = use(await http.send({ maxBytes: smallBytes, ...ask, key, ...time }), key)
      turn.end({ kind: 'answered' })
      return used
    } catch (error) {
      turn.end(key === undefined ? { kind: 'unsent' } : endOf(error, ask.signal))
      const isRefused = error instanceof ServiceError && error.failure.kind === 'key-refused'
      if (isRefused && key !== undefined) keys.refuse(ask.profileId, key)
      throw error
    }
  }
}

/** Makes a 429 a pause before the answer is looked at. */
function unlessLimited<T>(use: Use<T>): Use<T> {
  return (answer, key) => {
    if (answer.status !== 429) return use(answer, key)
    throw new Refused({ kind: 'limited', untilAt: retryAfterAt(answer.retryAfter, Date.now()) })
  }
}

/** What broke off after it had begun would only be paid for once more. */
function isWorthAnother(error: unknown, { signal }: Ask, hasBegun: boolean): boolean {
  if (!(error instanceof ServiceError) || signal?.aborted === true) return false
  return mayHelpAgain(error.failure) && (!hasBegun || error.failure.kind === 'server-error')
}

/** What a failure says of the host: whether it could be reached and did its work. */
function endOf(error: unknown, signal: AbortSignal | undefined): TurnEnd {
  if (signal?.aborted === true) return { kind: 'called-off' }
  if (!(error instanceof ServiceError)) return { kind: 'answered' }
  const { failure } = error
  if (failure.kind === 'limited') return failure
  return { kind: mayHelpAgain(failure) || failure.kind === 'server-error' ? 'failed' : 'answered' }
}
