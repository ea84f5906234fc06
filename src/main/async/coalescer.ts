/** Runs something once for all requests that come within a short time, such as one event for many changes. */

/** Delay until a request is served: after the current microtasks, on the next event-loop turn, or after this many ms. */
export type Delay = 'microtask' | 'turn' | number

export class Coalescer {
  readonly #run: () => void
  readonly #delay: Delay
  /** Monotonic time of the planned run; Infinity without a request. Microtask and turn come before any time. */
  #dueAt = Infinity
  #timeout: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined
  /** Grows at each run and cancel, so that a queued microtask, which cannot be cancelled, does nothing. */
  #round = 0

  /** `delay`: default delay of a request. */
  constructor(run: () => void, delay: Delay = 'turn') {
    this.#run = run
    this.#delay = delay
  }

  /** Requests a run no later than `delay` from now; a run planned sooner serves this request too. */
  request(delay: Delay = this.#delay): void {
    const dueAt = toDueAt(delay)
    if (dueAt >= this.#dueAt) return
    this.cancel()
    this.#dueAt = dueAt
    if (delay === 'microtask') this.#planMicrotask()
    else if (delay === 'turn') this.#immediate = setImmediate(() => this.runNow())
    else this.#timeout = setTimeout(() => this.runNow(), delay).unref()
  }

  /** Runs now, requested or not; that serves all requests until now. */
  runNow(): void {
    this.cancel()
    this.#run()
  }

  /** Drops the request. */
  cancel(): void {
    this.#round += 1
    this.#dueAt = Infinity
    clearTimeout(this.#timeout)
    clearImmediate(this.#immediate)
  }

  #planMicrotask(): void {
    const round = this.#round
    queueMicrotask(() => {
      if (round === this.#round) this.runNow()
    })
  }
}

function toDueAt(delay: Delay): number {
  if (delay === 'microtask') return -2
  return delay === 'turn' ? -1 : performance.now() + delay
}
