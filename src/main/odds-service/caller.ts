/**
 * Every keyed call goes through here: the key is fetched at the last moment, a refused key stops all calls until it
 * changes, a 429 becomes a pause, and reads are asked again (at most twice, full jitter) when that may help.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { mayHelpAgain, Refused, ServiceError } from './failures.ts'
import type { Http, HttpAnswer, HttpRequest } from './http.ts'
import { retryAfterAt } from './retry-after.ts'

/** Where keys come from. `current` throws Refused when there is none or the service refused it. */
export interface KeySource {
  current(): string
  /** The service said that this key is invalid. */
  refuse(key: string): void
}

export interface CallerOptions {
  readonly http: Http
  readonly keys: KeySource
  /** Time limit of a whole read, retries included, in ms. */
  readonly timeLimitMs?: number
  readonly now?: () => number
  /** Called once for every request sent, for the meter. */
  readonly onSent?: () => void
}

type Ask = Pick<HttpRequest, 'method' | 'address' | 'query' | 'body' | 'signal'> & {
  readonly maxBytes?: number
}

export interface Caller {
  /** Sends a read and hands its answer to `use`, which throws a ServiceError for what it cannot take. */
  read<T>(ask: () => Ask, use: (answer: HttpAnswer, key: string) => T): Promise<T>
}

const smallBytes = 1024 * 1024
const attempts = 3
const firstBackoffMs = 250

export function createCaller({
  http,
  keys,
  timeLimitMs = 12_000,
  now = Date.now,
  onSent,
}: CallerOptions): Caller {
  /** One request. 429, and an invalid key whatever it comes with, are the same for every interface. */
  async function attempt<T>(
    ask: Ask,
    timeoutMs: number,
    use: (answer: HttpAnswer, key: string) => T,
  ): Promise<T> {
    const key = keys.current()
    onSent?.()
    try {
      const answer = await http.send({ maxBytes: smallBytes, ...ask, key, timeoutMs })
      if (answer.status === 429)
        throw new Refused({ kind: 'limited', untilAt: retryAfterAt(answer.retryAfter, now()) })
      return use(answer, key)
    } catch (error) {
      if (error instanceof ServiceError && error.failure.kind === 'key-refused') keys.refuse(key)
      throw error
    }
  }

  return {
    async read(ask, use) {
      const deadline = now() + timeLimitMs
      for (let tried = 1; ; tried += 1) {
        // The first try may use two thirds of the time, so that a lost answer leaves room for another.
        const timeoutMs = tried === 1 ? (timeLimitMs * 2) / 3 : deadline - now()
        try {
          return await attempt(ask(), timeoutMs, use)
        } catch (error) {
          const waitMs = Math.random() * firstBackoffMs * 2 ** tried
          if (!mayTryAgain(error) || tried === attempts || now() + waitMs + 1_000 > deadline) throw error
          await pause(waitMs)
        }
      }
    },
  }
}

function mayTryAgain(error: unknown): boolean {
  return error instanceof ServiceError && mayHelpAgain(error.failure)
}
