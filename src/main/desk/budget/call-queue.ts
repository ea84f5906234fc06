/** Calls waiting for a permit, by priority, then by age. Kept by host, so that a paused host costs nothing. */
import { priority, type Priority } from '../../odds-service/permits.ts'

export interface QueuedCall {
  readonly host: string
  /** Grows with every call that joins. */
  readonly number: number
  priority: Priority
}

const levels = Object.values(priority).toSorted((a, b) => b - a)

export class CallQueue<C extends QueuedCall> {
  /** By priority, then host, oldest first; a host without calls has no entry. */
  readonly #hosts: Readonly<Record<Priority, Map<string, C[]>>> = {
    [priority.closing]: new Map(),
    [priority.recheck]: new Map(),
    [priority.user]: new Map(),
    [priority.visible]: new Map(),
    [priority.background]: new Map(),
  }
  #size = 0
  /** Computed at first use, cached until the queue changes. */
  #positions: ReadonlyMap<C, number> | undefined

  get size(): number {
    return this.#size
  }

  /** Calls of this priority or above. */
  sizeFrom(lowest: Priority): number {
    const calls = levels.flatMap(level => (level < lowest ? [] : [...this.#hosts[level].values()]))
    return calls.reduce((size, ofHost) => size + ofHost.length, 0)
  }

  hosts(): Set<string> {
    return new Set(levels.flatMap(level => [...this.#hosts[level].keys()]))
  }

  ofHost(host: string): C[] {
    return levels.flatMap(level => this.#hosts[level].get(host) ?? [])
  }

  add(call: C): void {
    const hosts = this.#hosts[call.priority]
    const calls = hosts.get(call.host) ?? []
    calls.splice(findIndex(call.number, calls), 0, call)
    hosts.set(call.host, calls)
    this.#changed(1)
  }

  remove(call: C): void {
    const hosts = this.#hosts[call.priority]
    const calls = hosts.get(call.host) ?? []
    const index = findIndex(call.number, calls)
    if (calls[index] !== call) return
    calls.splice(index, 1)
    if (calls.length === 0) hosts.delete(call.host)
    this.#changed(-1)
  }

  setPriority(call: C, to: Priority): void {
    this.remove(call)
    call.priority = to
    this.add(call)
  }

  /** The first call whose host takes calls of its priority. */
  first(isAllowed: (host: string, level: Priority) => boolean): C | undefined {
    for (const level of levels) {
      let oldest: C | undefined
      for (const [host, calls] of this.#hosts[level]) {
        const head = calls[0]
        if (head === undefined || (oldest !== undefined && oldest.number < head.number)) continue
        if (isAllowed(host, level)) oldest = head
      }
      if (oldest !== undefined) return oldest
    }
    return undefined
  }

  /** A call's position from 1, paused hosts left out; 0 at a paused host. */
  positionOf(call: C, isPaused: (host: string) => boolean): number {
    this.#positions ??= new Map(this.#inOrder(isPaused).map((each, index) => [each, index + 1]))
    return this.#positions.get(call) ?? 0
  }

  /** Called when a pause begins or ends. */
  forgetPositions(): void {
    this.#positions = undefined
  }

  #inOrder(isPaused: (host: string) => boolean): C[] {
    return levels.flatMap(level => {
      const calls = [...this.#hosts[level]].flatMap(([host, ofHost]) => (isPaused(host) ? [] : ofHost))
      return calls.sort((a, b) => a.number - b.number)
    })
  }

  #changed(by: number): void {
    this.#size += by
    this.#positions = undefined
  }
}

/** Index of a number among calls sorted by number, or where it belongs. Most belong at the end. */
function findIndex(number: number, calls: readonly QueuedCall[]): number {
  let [low, high] = [0, calls.length]
  if ((calls.at(-1)?.number ?? -1) < number) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((calls[middle]?.number ?? number) < number) low = middle + 1
    else high = middle
  }
  return low
}
