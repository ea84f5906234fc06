/**
 * Gathers changes and tells them at most once a frame: a price that arrives with eleven others costs one event, not
 * twelve. The first change after a quiet time is told almost at once.
 */

export interface FrameContent {
  /** Rows to tell anew. */
  readonly rows: ReadonlySet<number>
  readonly isOrderChanged: boolean
}

const frameMs = 16
/** What comes within this of the first change after a quiet time goes with it. */
const gatherMs = 2

export class Frames {
  readonly #tell: (content: FrameContent) => void
  #rows = new Set<number>()
  #isOrderChanged = false
  #timer: NodeJS.Timeout | undefined
  /** When the timer ends, by the monotonic clock. */
  #dueAt = 0
  #toldAt = -Infinity

  constructor(tell: (content: FrameContent) => void) {
    this.#tell = tell
  }

  touch(rowId: number): void {
    this.#rows.add(rowId)
    this.#scheduleNext()
  }

  /** Adds the row to the next frame without asking for one. */
  touchLater(rowId: number): void {
    this.#rows.add(rowId)
  }

  touchOrder(): void {
    this.#isOrderChanged = true
    this.#scheduleNext()
  }

  /** Makes sure that a frame is told within this time, even an empty one. */
  schedule(withinMs: number): void {
    const dueAt = performance.now() + withinMs
    if (this.#timer !== undefined && this.#dueAt <= dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = dueAt
    this.#timer = setTimeout(() => this.flush(), withinMs).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#toldAt = performance.now()
    const content = { rows: this.#rows, isOrderChanged: this.#isOrderChanged }
    this.#rows = new Set()
    this.#isOrderChanged = false
    this.#tell(content)
  }

  #scheduleNext(): void {
    this.schedule(Math.max(gatherMs, this.#toldAt + frameMs - performance.now()))
  }
}
