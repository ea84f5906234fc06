/** Ends work that windows began: each window's signal lasts until its work is cancelled, and the next work has a new one. */
export class WindowAborts {
  readonly #byWindow = new Map<string, AbortController>()

  signalOf(window: string): AbortSignal {
    const abort = this.#byWindow.get(window) ?? new AbortController()
    this.#byWindow.set(window, abort)
    return abort.signal
  }

  /** Aborts the work of one window, or of all. */
  cancel(window?: string): void {
    for (const [name, abort] of this.#byWindow) {
      if (window !== undefined && name !== window) continue
      abort.abort()
      this.#byWindow.delete(name)
    }
  }
}
