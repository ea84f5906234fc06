/**
 * Gathers changes and tells them once a frame: a price that arrives with eleven others costs one event, not twelve.
 */

export interface FrameContent {
  /** Rows to tell anew. */
  readonly rows: ReadonlySet<number>
  readonly isOrderChanged: boolean
}

const frameMs = 16

export class Frames {
  readonly #tell: (content: FrameContent) => void
  #rows = new Set<number>()
  #isOrderChanged = false
  #timer: NodeJS.Timeout | undefined
  /** When the timer ends, by the monotonic clock. */
  #dueAt = 0

  constructor(tell: (content: FrameContent) => void) {
    this.#tell = tell
  }

  touch(rowId: number): void {
    this.#rows.add(rowId)
    this.schedule(frameMs)
  }

  /** Adds the row to the next frame without asking for one. */
  touchLater(rowId: number): void {
    this.#rows.add(rowId)
  }

  touchOrder(): void {
    this.#isOrderChanged = true
    this.schedule(frameMs)
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
    const content = { rows: this.#rows, isOrderChanged: this.#isOrderChanged }
    this.#rows = new Set()
    this.#isOrderChanged = false
    this.#tell(content)
  }
}
