/** Tickets changed since the last push to the window; one push per event-loop turn. */
import { Coalescer } from '../async/coalescer.ts'

/** Above this the window reads its lists again in place of single tickets. */
const maxPushed = 200

export class PendingChanges {
  readonly #push: Coalescer
  #ids = new Set<number>()
  #isMany = false
  #seq = 0

  constructor(push: () => void) {
    this.#push = new Coalescer(push)
  }

  /** The number of the last push. */
  get seq(): number {
    return this.#seq
  }

  add(ids: readonly number[]): void {
    if (ids.length === 0) return
    for (const id of ids) {
      if (this.#ids.size >= maxPushed) this.#isMany = true
      else this.#ids.add(id)
    }
    this.schedule()
  }

  addAll(): void {
    this.#isMany = true
    this.schedule()
  }

  /** Plans a push, also where only the status changed. */
  schedule(): void {
    this.#push.request()
  }

  /** The changes to push now, under the next number. */
  take(): { seq: number; ids: number[]; isMany: boolean } {
    const taken = { seq: ++this.#seq, ids: [...this.#ids], isMany: this.#isMany }
    this.#ids = new Set()
    this.#isMany = false
    return taken
  }

  stop(): void {
    this.#push.cancel()
  }
}
