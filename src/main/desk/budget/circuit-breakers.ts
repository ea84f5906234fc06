/**
 * The gates of all hosts behind one key. A 429 closes its own host until the time it names. Hosts share the key, so when
 * several answer 429 within moments the key is what is limited: then all wait, until the first of them may be asked.
 */
import type { Meter } from '../../../shared/model/parlay/desk.ts'
import { HostGate, type Moment, type Rest } from './host-gate.ts'
import type { KeptCalls } from './budget-store.ts'

/** So close together, 429s of two hosts are about their key. */
const momentsMs = 5_000

interface Limited {
  readonly host: string
  readonly at: number
  readonly untilAt: number
}

export class Gates {
  readonly #gates = new Map<string, HostGate>()
  #lastLimited: readonly Limited[] = []
  /** The key as a whole; its gate knows no calls. */
  #key = new HostGate()

  of(host: string): HostGate {
    const known = this.#gates.get(host)
    if (known !== undefined) return known
    const gate = new HostGate()
    this.#gates.set(host, gate)
    return gate
  }

  /** Why a host may not be asked now, for its own or the key's sake. */
  rest(host: string, steady: number): Rest | undefined {
    return this.of(host).rest(steady) ?? this.#key.rest(steady)
  }

  /** The rest of the key as a whole. */
  keyRest(steady: number): Rest | undefined {
    return this.#key.rest(steady)
  }

  /** Takes in a 429. Answers whether this host alone said so lately. */
  limited(host: string, now: Moment, untilAt: number): boolean {
    this.of(host).limit(now, untilAt)
    const others = this.#lastLimited.filter(each => each.host !== host && now.steady - each.at < momentsMs)
    this.#lastLimited = [...others, { host, at: now.steady, untilAt }]
    if (others.length > 0) this.#key.limit(now, Math.min(...this.#lastLimited.map(each => each.untilAt)))
    return others.length === 0
  }

  /** When the first rest of these hosts ends, or the key's; Infinity when none rests. */
  nextEnd(hosts: Iterable<string>, steady: number): number {
    const gates = [this.#key, ...Array.from(hosts, host => this.of(host))]
    return Math.min(...gates.filter(gate => gate.rest(steady)).map(gate => gate.restsUntil(steady)))
  }

  /** Hosts at rest for the screen. */
  resting(steady: number): Meter['resting'] {
    const resting: Meter['resting'] = []
    for (const [host, gate] of this.#gates) {
      const rest = gate.rest(steady)
      if (rest !== undefined) resting.push({ host, ...rest })
    }
    return resting
  }

  kept(steady: number): Pick<KeptCalls, 'pauses' | 'pausedUntil'> {
    const pauses = this.resting(steady).filter(({ why }) => why === 'limited')
    return {
      pauses: pauses.map(({ host, untilAt }) => ({ host, untilAt })),
      pausedUntil: this.#key.rest(steady)?.untilAt ?? null,
    }
  }

  restore({ pauses, pausedUntil }: Pick<KeptCalls, 'pauses' | 'pausedUntil'>, now: Moment): void {
    for (const { host, untilAt } of pauses) this.of(host).limit(now, untilAt)
    if (pausedUntil !== null) this.#key.limit(now, pausedUntil)
  }

  /** Another key is another matter. */
  forgetLimits(): void {
    for (const gate of this.#gates.values()) gate.forgetLimit()
    this.#key = new HostGate()
    this.#lastLimited = []
  }
}
