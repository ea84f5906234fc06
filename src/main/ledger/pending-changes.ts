/** Which tickets the window has yet to hear of; it is told once for all that happens in one turn of the event loop. */
const mostTold = 200

export class Told {
  readonly #tell: () => void
  #ids = new Set<number>()
  #isMany = false
  #planned: NodeJS.Immediate | undefined
  #seq = 0

  constructor(tell: () => void) {
    this.#tell = tell
  }

  get seq(): number {
    return this.#seq
  }

  add(ids: readonly number[]): void {
    if (ids.length === 0) return
    for (const id of ids) {
      if (this.#ids.size >= mostTold) this.#isMany = true
      else this.#ids.add(id)
    }
    this.touch()
  }

  touchAll(): void {
    this.#isMany = true
    this.touch()
  }

  touch(): void {
    this.#planned ??= setImmediate(() => {
      this.#planned = undefined
      this.#tell()
    })
  }

  /** What is told now, and the number under which. */
  take(): { seq: number; ids: number[]; isMany: boolean } {
    const taken = { seq: ++this.#seq, ids: [...this.#ids], isMany: this.#isMany }
    this.#ids = new Set()
    this.#isMany = false
    return taken
  }

  stop(): void {
    clearImmediate(this.#planned)
    this.#planned = undefined
  }
}
