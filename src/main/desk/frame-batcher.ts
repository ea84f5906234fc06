/**
 * Collects changes of the desk and pushes them to the windows at most once a frame, so that twelve prices together cost
 * one event. The first change after a quiet time is pushed almost immediately. Rows in view come first, and many others
 * are spread over several frames, so that a key pressed meanwhile is answered between them.
 */
import { Coalescer } from '../async/coalescer.ts'

export interface FrameChanges {
  readonly rows: ReadonlySet<number>
  readonly isOrderChanged: boolean
}

const frameMs = 16
/** Wait for further changes after the first one of a quiet time: a quarter of a frame. */
const gatherMs = 4
/** Rows out of view in one frame. The cells priced of a row are up to 1 KB of text, which main writes and the window reads. */
const maxOutOfView = 12

interface FrameBatcherOptions {
  readonly onFrame: (changes: FrameChanges) => void
  readonly isInView: (rowId: number) => boolean
}

export class FrameBatcher {
  readonly #options: FrameBatcherOptions
  readonly #next = new Coalescer(() => this.#push())
  #rows = new Set<number>()
  #isOrderChanged = false
  #pushedAt = -Infinity

  constructor(options: FrameBatcherOptions) {
    this.#options = options
  }

  addRow(rowId: number): void {
    this.#rows.add(rowId)
    this.#requestNext()
  }

  addOrder(): void {
    this.#isOrderChanged = true
    this.#requestNext()
  }

  /** Makes sure that a frame is pushed within this time, even an empty one. */
  pushWithin(ms: number): void {
    this.#next.request(ms)
  }

  /** Pushes a frame on the next turn of the event loop, when no further change is expected. */
  pushSoon(): void {
    this.#next.request('turn')
  }

  pushNow(): void {
    this.#next.runNow()
  }

  #requestNext(): void {
    this.#next.request(Math.max(gatherMs, this.#pushedAt + frameMs - performance.now()))
  }

  #push(): void {
    this.#pushedAt = performance.now()
    const changes = { rows: this.#takeRows(), isOrderChanged: this.#isOrderChanged }
    this.#isOrderChanged = false
    if (this.#rows.size > 0) this.#requestNext()
    this.#options.onFrame(changes)
  }

  /** A new order comes with all its rows. */
  #takeRows(): Set<number> {
    const rows = new Set([...this.#rows].filter(this.#options.isInView))
    let room = this.#isOrderChanged ? Infinity : maxOutOfView
    for (const rowId of this.#rows) if (!rows.has(rowId) && room-- > 0) rows.add(rowId)
    for (const rowId of rows) this.#rows.delete(rowId)
    return rows
  }
}
