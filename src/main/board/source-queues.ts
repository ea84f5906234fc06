/** Loads of one source run one after another, those of different sources at the same time. */
import { SerialQueue } from '../async/serial-queue.ts'

interface SourceQueue {
  readonly queue: SerialQueue
  readonly loads: Set<AbortController>
}

export class SourceQueues {
  readonly #bySource = new Map<string, SourceQueue>()

  /** Runs the work after all earlier work for the same source. */
  async run<T>(source: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { queue, loads } = this.#bySource.get(source) ?? { queue: new SerialQueue(), loads: new Set() }
    this.#bySource.set(source, { queue, loads })
    const load = new AbortController()
    loads.add(load)
    try {
      return await queue.run(() => work(load.signal))
    } finally {
      loads.delete(load)
      if (loads.size === 0) this.#bySource.delete(source)
    }
  }

  /** Aborts all work of the source, begun or not. */
  cancel(source: string): void {
    for (const load of this.#bySource.get(source)?.loads ?? []) load.abort()
  }
}
