/** Runs work one piece after another, in the order of the calls. */

export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves or rejects as the work does. The next piece runs either way. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }
}
