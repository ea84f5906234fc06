/** Work that must not overlap: each piece begins when all before it have ended, whether they succeeded or failed. */

export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()
  #size = 0

  /** Pieces of work waiting or under way. */
  get size(): number {
    return this.#size
  }

  /** Answers, or throws, what the work does. A failure is its caller's to handle; the next piece runs all the same. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    this.#size += 1
    const result = this.#last.then(work)
    this.#last = result.then(this.#ended, this.#ended)
    return result
  }

  /** Resolves when all work added until now has ended. */
  async idle(): Promise<void> {
    await this.#last
  }

  readonly #ended = (): void => {
    this.#size -= 1
  }
}
