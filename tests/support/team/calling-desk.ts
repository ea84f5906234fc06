/** Desks that call one service with one key, for tests of shared calls: each over its own connection to a real server. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CallSlot, CallSlots, OwnSlots } from '../../../src/main/odds-service/call-slots.ts'
import type { CallTimes } from '../../../src/main/team/calls/call-times.ts'
import { TeamCalls } from '../../../src/main/team/calls/team-calls.ts'
import { PostgresConnection } from '../../../src/main/team/postgres/connection.ts'
import type { ServerAddress } from '../../../src/main/team/postgres/server-address.ts'

/** Calls in a window of all desks. */
export const limit = 12

/** All times of the protocol, a fiftieth, so that a window is 1.2 s. */
export const shortTimes: CallTimes = {
  windowMs: 1_210,
  useMs: 100,
  renewMs: 100,
  shareFromMs: 1_900,
  shareForMs: 8_000,
  askAgainMs: 20,
  reportWithinMs: 2,
}

/** Sets the server's times to match. */
export const shortenTimes = `UPDATE parlay_team.call_times SET window_ms = 1210, use_ms = 100, request_ms = 200,
  contact_ms = 300, share_ms = 8000`

/** A service that counts what it gets. Calls of a minute are 1.2 s here. */
export class CountingService {
  readonly #ownCalls = new Map<string, { at: number }[]>()
  readonly arrivals: { readonly desk: string; readonly at: number }[] = []

  arrive(desk: string): void {
    this.arrivals.push({ desk, at: performance.now() })
  }

  /** Calls that a desk has on disk. */
  ownCalls(desk: string): { at: number }[] {
    const known = this.#ownCalls.get(desk) ?? []
    this.#ownCalls.set(desk, known)
    return known
  }

  countOf(desk: string, sinceMs: number): number {
    const since = performance.now() - sinceMs
    return this.arrivals.filter(call => call.desk === desk && call.at > since).length
  }

  /** Most calls in any 1.2 s that began after a time. */
  countMax(after = -Infinity): number {
    const times = this.arrivals.map(({ at }) => at).filter(at => at > after)
    let [max, first] = [0, 0]
    times.forEach((at, last) => {
      while ((times[first] ?? at) <= at - 1_200) first += 1
      max = Math.max(max, last - first + 1)
    })
    return max
  }
}

/** The desk's own slots, with a short window. Its calls outlive a kill, as in the desk's file. */
class ShortSlots implements OwnSlots {
  readonly limitFrom = 'user'
  readonly #calls: { at: number }[]
  #limit = limit

  constructor(calls: { at: number }[]) {
    this.#calls = calls
  }

  get limit(): number {
    return this.#limit
  }

  get fairLimit(): number {
    return this.#limit
  }

  limitTo(perMinute: number | undefined): void {
    this.#limit = perMinute ?? limit
  }

  count(): number {
    return this.#counted().length
  }

  freeAt(nth: number, now: number): number {
    const counted = this.#counted()
    const over = counted.length + nth - this.#limit
    return over <= 0 ? now : (counted[over - 1]?.at ?? now) + shortTimes.windowMs
  }

  take(): CallSlot {
    const call = { at: performance.now() }
    this.#calls.push(call)
    return {
      left: () => (call.at = performance.now()) > 0,
      giveBack: () => (call.at = -Infinity),
    }
  }

  prepare(): void {}
  delayed(): boolean {
    return false
  }
  answered(): void {}
  limited(): void {}
  forgetLearned(): void {}
  save(): void {}
  close(): void {}

  #counted(): { at: number }[] {
    const since = performance.now() - shortTimes.windowMs
    return this.#calls.filter(({ at }) => at > since).sort((a, b) => a.at - b.at)
  }
}

/** A desk that wants to call all the time. */
export class CallingDesk {
  readonly #name: string
  readonly #address: ServerAddress
  readonly #service: CountingService
  readonly #calls: TeamCalls
  readonly #slots: CallSlots
  readonly problems: unknown[] = []
  #connection: PostgresConnection | undefined
  #clockOffMs = 0
  readonly #end = new AbortController()

  constructor(name: string, address: ServerAddress, service: CountingService) {
    this.#name = name
    this.#address = address
    this.#service = service
    this.#calls = new TeamCalls({
      secret: () => Buffer.from('team'),
      keyOf: () => 'key',
      times: shortTimes,
      clock: {
        steady: () => performance.now(),
        epoch: () => Date.now() + this.#clockOffMs,
        uptime: () => performance.now(),
      },
      onProblem: problem => this.problems.push(problem),
    })
    this.#slots = this.#calls.open('mine', new ShortSlots(service.ownCalls(name)), () => this.#send())
    void this.#stayConnected()
    void this.#callOn()
  }

  get slots(): CallSlots {
    return this.#slots
  }

  setClock(offMs: number): void {
    this.#clockOffMs = offMs
  }

  cut(): void {
    this.#connection?.close()
  }

  /** Ends silently. */
  kill(): void {
    this.#end.abort()
    this.#slots.close()
    this.#calls.disconnect()
    this.cut()
  }

  async signOff(): Promise<void> {
    this.#end.abort()
    await this.#calls.signOff()
    this.cut()
  }

  /** Sends all that it may, of as many as it would like. */
  #send(): void {
    const waiting = 8
    for (let sent = 0; sent < waiting && !this.#end.signal.aborted; sent += 1) {
      const now = performance.now()
      if (this.#slots.freeAt(1, now) > now) return void this.#slots.delayed(waiting - sent)
      const slot = this.#slots.take(waiting - sent - 1)
      if (slot === undefined) return
      // Some calls take long to connect, and some are never sent.
      const chance = Math.random()
      if (chance < 0.1) slot.giveBack()
      else if (chance < 0.4) setTimeout(() => this.#leave(slot), Math.random() * 150)
      else this.#leave(slot)
    }
  }

  #isOver(): boolean {
    return this.#end.signal.aborted
  }

  #leave(slot: CallSlot): void {
    if (this.#end.signal.aborted) return
    if (slot.left()) this.#service.arrive(this.#name)
    else slot.giveBack()
  }

  async #callOn(): Promise<void> {
    while (!this.#end.signal.aborted) {
      this.#send()
      await pause(5)
    }
  }

  async #stayConnected(): Promise<void> {
    while (!this.#end.signal.aborted) {
      try {
        const connection = await PostgresConnection.open(this.#address)
        const closed = new Promise(resolve => connection.once('closed', resolve))
        this.#connection = connection
        if (this.#isOver()) connection.close()
        else this.#calls.connect(connection)
        await closed
      } catch {
        // The server is down.
      }
      if (!this.#isOver()) this.#calls.disconnect()
      await pause(10)
    }
  }
}
