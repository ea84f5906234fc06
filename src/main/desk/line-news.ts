/** Whether places in line have changed and are to be told: every call that goes out changes all of them. */
export class LineNews {
  readonly #everyMs: number
  #isNews = false
  #toldAt = -Infinity

  /** They are told at most once in so many ms. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** Something waits to be told. */
  get isNews(): boolean {
    return this.#isNews
  }

  changed(): void {
    this.#isNews = true
  }

  /** Whether they are to be told now; then they are not news any more. */
  take(): boolean {
    const now = performance.now()
    if (!this.#isNews || now - this.#toldAt < this.#everyMs) return false
    this.#isNews = false
    this.#toldAt = now
    return true
  }
}
