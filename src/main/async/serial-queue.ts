/** Work that must not overlap: each piece begins when all before it have ended, whether they succeeded or failed. */

export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Answers, or throws, what the work does. A failure is its caller's to handle; the next piece runs all the same. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }
}
