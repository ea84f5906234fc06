/** Loads of one source run one after the other; those of different sources at the same time. */

interface Line {
  last: Promise<unknown>
  readonly loads: Set<AbortController>
}

export class SourceLines {
  readonly #lines = new Map<string, Line>()

  /** Runs the work when what was asked before it for the same source has ended. */
  run<T>(source: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const line = this.#lines.get(source) ?? { last: Promise.resolve(), loads: new Set() }
    this.#lines.set(source, line)
    const load = new AbortController()
    line.loads.add(load)
    const result = line.last.then(() => work(load.signal))
    const ended = result
      .catch(() => {})
      .then(() => {
        line.loads.delete(load)
        if (line.loads.size === 0) this.#lines.delete(source)
      })
    line.last = ended
    return result
  }

  /** Tells all of the source’s works, begun or not, to end. */
  cancel(source: string): void {
    for (const load of this.#lines.get(source)?.loads ?? []) load.abort()
  }
}
