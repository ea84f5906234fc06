/** Calls back when something changes: at once, or while much is going on at most once in a while. */

const quietMs = 100

export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>()
  readonly #value: () => T
  #toldAt = -quietMs
  #timer: NodeJS.Timeout | undefined

  /** `value` is read when listeners are called. */
  constructor(value: () => T) {
    this.#value = value
  }

  /** Answers how to stop that. */
  add(listener: (value: T) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(): void {
    this.stop()
    this.#toldAt = performance.now()
    const value = this.#value()
    for (const listener of this.#listeners) listener(value)
  }

  /** Tells now, or a little later with what comes until then. */
  tellSoon(): void {
    const wait = this.#toldAt + quietMs - performance.now()
    if (wait <= 0) this.tell()
    else this.#timer ??= setTimeout(() => this.tell(), wait)
  }

  /** Forgets what is to be told later. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
