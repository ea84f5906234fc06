/**
 * Every keyed call goes through here: the key is fetched at the last moment, a refused key stops all calls until it
 * changes, a 429 becomes a pause, and reads are asked again (at most twice, full jitter) when that may help.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { mayHelpAgain, Refused, ServiceError, Unreachable } from './failures.ts'
import type { Http, HttpAnswer, HttpRequest } from './http.ts'
import { retryAfterAt } from './retry-after.ts'

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
  /** Time limit of a whole read, retries included, in ms. */
  readonly timeLimitMs?: number
  /** Called once for every request sent, for the meter. */
  readonly onSent?: () => void
}

export interface Ask extends Pick<HttpRequest, 'method' | 'address' | 'query' | 'body' | 'signal'> {
  /** Whose key goes with it. */
  readonly profileId: string
  readonly maxBytes?: number
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
    const deadline = performance.now() + this.#timeLimitMs
    // The first try may use two thirds of the time, so that a lost answer leaves room for another.
    let timeoutMs = Math.floor((this.#timeLimitMs * 2) / 3)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(ask, timeoutMs, use)
      } catch (error) {
        const waitMs = Math.random() * firstBackoffMs * 2 ** attempt
        timeoutMs = Math.floor(deadline - performance.now() - waitMs)
        const isLast = attempt === mostAttempts || timeoutMs < leastAttemptMs || ask.signal?.aborted === true
        if (isLast || !(error instanceof ServiceError) || !mayHelpAgain(error.failure)) throw error
        await pause(waitMs)
      }
    }
  }

  /** One request. A 429, and an invalid key whatever it comes with, are the same for every interface. */
  async #once<T>({ profileId, ...ask }: Ask, timeoutMs: number, use: Use<T>): Promise<T> {
    const { http, keys, onSent } = this.#options
    if (ask.signal?.aborted === true) throw new Unreachable(ask.address.hostname, 'called off')
    const key = keys.current(profileId)
    onSent?.()
    try {
      const answer = await http.send({ maxBytes: smallBytes, ...ask, key, timeoutMs })
      if (answer.status !== 429) return use(answer, key)
      throw new Refused({ kind: 'limited', untilAt: retryAfterAt(answer.retryAfter, Date.now()) })
    } catch (error) {
      if (error instanceof ServiceError && error.failure.kind === 'key-refused') keys.refuse(profileId, key)
      throw error
    }
  }
}
