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
/** What comes within this of the first change after a quiet time goes with it: a quarter of a frame. */
const gatherMs = 4

export class Frames {
  readonly #tell: (content: FrameContent) => void
  #rows = new Set<number>()
  #isOrderChanged = false
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined
  /** Whether the timer's end is the very next frame. */
  #isNext = false
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

  touchOrder(): void {
    this.#isOrderChanged = true
    this.#scheduleNext()
  }

  /** Makes sure that a frame is told within this time, even an empty one. */
  schedule(withinMs: number): void {
    if (this.#isNext && withinMs >= frameMs) return
    const dueAt = performance.now() + withinMs
    if (this.#timer !== undefined && this.#dueAt <= dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = dueAt
    this.#timer = setTimeout(() => this.flush(), withinMs).unref()
  }

  /** Tells a frame right after what is going on now: nothing comes that it would have to wait for. */
  tellNow(): void {
    this.#immediate ??= setImmediate(() => this.flush())
  }

  flush(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    this.#timer = undefined
    this.#immediate = undefined
    this.#isNext = false
    this.#toldAt = performance.now()
    const content = { rows: this.#rows, isOrderChanged: this.#isOrderChanged }
    this.#rows = new Set()
    this.#isOrderChanged = false
    this.#tell(content)
  }

  #scheduleNext(): void {
    if (this.#isNext) return
    this.schedule(Math.max(gatherMs, this.#toldAt + frameMs - performance.now()))
    this.#isNext = true
  }
}
