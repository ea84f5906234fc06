/** Who waits for a turn, in the one order: by priority, then by age. Kept by host, so that a closed host costs nothing. */
import { priority, type Priority } from '../../odds-service/permits.ts'

export interface InLine {
  readonly host: string
  /** Grows with every one that joins. */
  readonly number: number
  priority: Priority
}

const levels = Object.values(priority).toSorted((a, b) => b - a)

export class CallLine<W extends InLine> {
  /** By priority, then host, oldest first; a host with nobody in line has no entry. */
  readonly #hosts: Readonly<Record<Priority, Map<string, W[]>>> = {
    [priority.recheck]: new Map(),
    [priority.act]: new Map(),
    [priority.visible]: new Map(),
    [priority.rest]: new Map(),
  }
  #size = 0
  #placeOf: ReadonlyMap<W, number> | undefined

  get size(): number {
    return this.#size
  }

  /** How many wait at this priority or above. */
  sizeFrom(lowest: Priority): number {
    const lines = levels.flatMap(level => (level < lowest ? [] : [...this.#hosts[level].values()]))
    return lines.reduce((size, line) => size + line.length, 0)
  }

  hosts(): Set<string> {
    return new Set(levels.flatMap(level => [...this.#hosts[level].keys()]))
  }

  /** All that wait for one host. */
  at(host: string): W[] {
    return levels.flatMap(level => this.#hosts[level].get(host) ?? [])
  }

  add(one: W): void {
    const hosts = this.#hosts[one.priority]
    const line = hosts.get(one.host) ?? []
    line.splice(placeFor(one.number, line), 0, one)
    hosts.set(one.host, line)
    this.#changed(1)
  }

  remove(one: W): void {
    const hosts = this.#hosts[one.priority]
    const line = hosts.get(one.host) ?? []
    const place = placeFor(one.number, line)
    if (line[place] !== one) return
    line.splice(place, 1)
    if (line.length === 0) hosts.delete(one.host)
    this.#changed(-1)
  }

  move(one: W, to: Priority): void {
    this.remove(one)
    one.priority = to
    this.add(one)
  }

  /** The first whose host is open to calls of its priority. */
  first(isOpen: (host: string, level: Priority) => boolean): W | undefined {
    for (const level of levels) {
      let oldest: W | undefined
      for (const [host, line] of this.#hosts[level]) {
        const head = line[0]
        if (head === undefined || (oldest !== undefined && oldest.number < head.number)) continue
        if (isOpen(host, level)) oldest = head
      }
      if (oldest !== undefined) return oldest
    }
    return undefined
  }

  /** A place in line, counted from 1 over the hosts not at rest; 0 at one that is. Kept until the line changes. */
  placeOf(one: W, isAtRest: (host: string) => boolean): number {
    this.#placeOf ??= new Map(this.#inOrder(isAtRest).map((each, index) => [each, index + 1]))
    return this.#placeOf.get(one) ?? 0
  }

  /** A host went to rest, or its rest is over. */
  forgetPlaces(): void {
    this.#placeOf = undefined
  }

  #inOrder(isAtRest: (host: string) => boolean): W[] {
    return levels.flatMap(level => {
      const lines = [...this.#hosts[level]].flatMap(([host, line]) => (isAtRest(host) ? [] : line))
      return lines.sort((a, b) => a.number - b.number)
    })
  }

  #changed(by: number): void {
    this.#size += by
    this.#placeOf = undefined
  }
}

/** Where a number stands, or belongs, among ones sorted by number. Most belong at the end. */
function placeFor(number: number, level: readonly InLine[]): number {
  let [low, high] = [0, level.length]
  if ((level.at(-1)?.number ?? -1) < number) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((level[middle]?.number ?? number) < number) low = middle + 1
    else high = middle
  }
  return low
}
