/** Who waits for a turn, in the one order: by priority, then by age. Kept by host, so that a closed host costs nothing. */
import { priority, type Priority } from '../../odds-service/turns.ts'

export interface InLine {
  readonly host: string
  /** Grows with every one that joins. */
  readonly number: number
  priority: Priority
}

const levels = Object.values(priority).toSorted((a, b) => b - a)

export class CallLine<W extends InLine> {
  /** By host, then priority, oldest first. */
  readonly #hosts = new Map<string, Map<Priority, W[]>>()
  #size = 0
  #placeOf: ReadonlyMap<W, number> | undefined

  get size(): number {
    return this.#size
  }

  /** How many wait at this priority or above. */
  sizeFrom(level: Priority): number {
    const all = [...this.#hosts.values()].flatMap(byLevel => [...byLevel])
    return all.reduce((size, [each, line]) => (each >= level ? size + line.length : size), 0)
  }

  hosts(): Iterable<string> {
    return this.#hosts.keys()
  }

  /** All that wait for one host. */
  at(host: string): W[] {
    return [...(this.#hosts.get(host)?.values() ?? [])].flat()
  }

  add(one: W): void {
    const byLevel = this.#hosts.get(one.host) ?? new Map<Priority, W[]>()
    const level = byLevel.get(one.priority) ?? []
    level.splice(placeFor(one.number, level), 0, one)
    this.#hosts.set(one.host, byLevel.set(one.priority, level))
    this.#changed(1)
  }

  remove(one: W): void {
    const byLevel = this.#hosts.get(one.host)
    const level = byLevel?.get(one.priority) ?? []
    const place = placeFor(one.number, level)
    if (byLevel === undefined || level[place] !== one) return
    level.splice(place, 1)
    if ([...byLevel.values()].every(each => each.length === 0)) this.#hosts.delete(one.host)
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
      for (const [host, byLevel] of this.#hosts) {
        const head = byLevel.get(level)?.[0]
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
    const all = [...this.#hosts.keys()].filter(host => !isAtRest(host)).flatMap(host => this.at(host))
    return all.sort((a, b) => b.priority - a.priority || a.number - b.number)
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
