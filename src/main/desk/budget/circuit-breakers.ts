/**
 * Circuit breakers, which stop calls to a host after a 429 and while it keeps failing. Times are ms of a monotonic
 * clock; those shown to the user are also given as epoch ms.
 */
import { isLongPause, type Meter } from '../../../shared/model/parlay/desk.ts'
import type { StoredCalls } from './budget-store.ts'

export const failuresToOpen = 5
const firstPauseMs = 15_000
const maxPauseMs = 5 * 60_000

/** Reason for not calling a host, and its end in epoch ms. */
export interface Pause {
  readonly why: 'limited' | 'failing'
  readonly untilAt: number
}

/** A time on both clocks, ms. */
export interface Moment {
  readonly steady: number
  readonly epoch: number
}

const never: Moment = { steady: -Infinity, epoch: 0 }

/**
 * The breaker of one host. After five failures in a row it pauses the host, longer each time; then one call tests the
 * host.
 */
export class CircuitBreaker {
  inFlight = 0
  #limitedUntil = never
  #failingUntil = never
  #failures = 0
  #pauseMs = firstPauseMs

  /** True if the host may be called now. */
  allows(steady: number): boolean {
    if (steady < this.#limitedUntil.steady || steady < this.#failingUntil.steady) return false
    return this.#failures < failuresToOpen || this.inFlight === 0
  }

  /** True if a call of the user may be sent now, which may test a failing host before the pause ends. */
  allowsUser(steady: number): boolean {
    return steady >= this.#limitedUntil.steady && (this.allows(steady) || this.inFlight === 0)
  }

  /** The present pause; undefined without one. */
  pause(steady: number): Pause | undefined {
    if (steady < this.#limitedUntil.steady) return { why: 'limited', untilAt: this.#limitedUntil.epoch }
    if (steady < this.#failingUntil.steady) return { why: 'failing', untilAt: this.#failingUntil.epoch }
    return undefined
  }

  /** End of the last pause (monotonic clock). */
  get pausedUntil(): number {
    return Math.max(this.#limitedUntil.steady, this.#failingUntil.steady)
  }

  /** Pauses for a rate limit until this epoch time, unless an earlier limit ends later. */
  limit(now: Moment, untilAt: number): void {
    const until = { steady: now.steady + Math.max(0, untilAt - now.epoch), epoch: untilAt }
    if (until.steady > this.#limitedUntil.steady) this.#limitedUntil = until
  }

  clearLimit(): void {
    this.#limitedUntil = never
  }

  /** Ends a rate limit that the user may end. */
  endLongLimit({ steady, epoch }: Moment): void {
    const leftMs = this.#limitedUntil.steady - steady
    if (isLongPause({ untilAt: epoch + leftMs }, epoch)) this.clearLimit()
  }

  succeeded(): void {
    this.#failures = 0
    this.#pauseMs = firstPauseMs
    this.#failingUntil = never
  }

  /** Returns whether this failure begins a pause. */
  failed(now: Moment): boolean {
    this.#failures += 1
    // A call sent before the pause began may fail late; that does not count again.
    if (this.#failures < failuresToOpen || now.steady < this.#failingUntil.steady) return false
    this.#failingUntil = { steady: now.steady + this.#pauseMs, epoch: now.epoch + this.#pauseMs }
    this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs)
    return true
  }
}

/** 429s of two hosts within this time mean that their common key is limited. */
const sameKeyWithinMs = 5_000

/**
 * The breakers of all hosts behind one key. A 429 pauses its own host until the time it names. When several hosts
 * answer 429 within seconds, the key is limited: all hosts then pause until the first of them may be called again.
 */
export class CircuitBreakers {
  readonly #breakers = new Map<string, CircuitBreaker>()
  /** `at`: ms of the steady clock. */
  #lastLimited: readonly { readonly host: string; readonly at: number; readonly untilAt: number }[] = []
  /** Holds the pause of the key as a whole; it counts no calls. */
  #key = new CircuitBreaker()

  of(host: string): CircuitBreaker {
    const known = this.#breakers.get(host)
    if (known !== undefined) return known
    const breaker = new CircuitBreaker()
    this.#breakers.set(host, breaker)
    return breaker
  }

  /** The pause of a host, or that of the key. */
  pauseOf(host: string, steady: number): Pause | undefined {
    return this.of(host).pause(steady) ?? this.#key.pause(steady)
  }

  keyPause(steady: number): Pause | undefined {
    return this.#key.pause(steady)
  }

  /** Records a 429. Returns true when no other host answered 429 lately. */
  limited(host: string, now: Moment, untilAt: number): boolean {
    this.of(host).limit(now, untilAt)
    const others = this.#lastLimited.filter(
      each => each.host !== host && now.steady - each.at < sameKeyWithinMs,
    )
    this.#lastLimited = [...others, { host, at: now.steady, untilAt }]
    if (others.length > 0) this.#key.limit(now, Math.min(...this.#lastLimited.map(each => each.untilAt)))
    return others.length === 0
  }

  /** End of the first pause among these hosts and the key; Infinity without one. */
  nextEndAt(hosts: Iterable<string>, steady: number): number {
    const breakers = [this.#key, ...Array.from(hosts, host => this.of(host))]
    return Math.min(...breakers.map(each => each.pausedUntil).filter(endAt => endAt > steady))
  }

  /** Paused hosts, for the screen. */
  paused(steady: number): Meter['pausedHosts'] {
    return [...this.#breakers].flatMap(([host, breaker]) => {
      const pause = breaker.pause(steady)
      return pause === undefined ? [] : [{ host, ...pause }]
    })
  }

  toStored(steady: number): Pick<StoredCalls, 'pauses' | 'pausedUntil'> {
    return {
      pauses: this.paused(steady).flatMap(({ why, ...pause }) => (why === 'limited' ? [pause] : [])),
      pausedUntil: this.#key.pause(steady)?.untilAt ?? null,
    }
  }

  restore({ pauses, pausedUntil }: Pick<StoredCalls, 'pauses' | 'pausedUntil'>, now: Moment): void {
    for (const { host, untilAt } of pauses) this.of(host).limit(now, untilAt)
    if (pausedUntil !== null) this.#key.limit(now, pausedUntil)
  }

  /** Ends every rate limit that the user may end. */
  endLongLimits(now: Moment): void {
    for (const breaker of [this.#key, ...this.#breakers.values()]) breaker.endLongLimit(now)
  }

  /** Clears rate limits, which belonged to another key. */
  clearLimits(): void {
    for (const breaker of this.#breakers.values()) breaker.clearLimit()
    this.#key = new CircuitBreaker()
    this.#lastLimited = []
  }
}
