/**
 * Collects changes of the desk and pushes them to the windows at most once a frame, so that twelve prices together cost
 * one event. The first change after a quiet time is pushed almost immediately.
 */
import { Coalescer } from '../async/coalescer.ts'

export interface FrameChanges {
  readonly rows: ReadonlySet<number>
  readonly isOrderChanged: boolean
}

const frameMs = 16
/** Wait for further changes after the first one of a quiet time: a quarter of a frame. */
const gatherMs = 4

export class FrameBatcher {
  readonly #onFrame: (changes: FrameChanges) => void
  readonly #next = new Coalescer(() => this.#push())
  #rows = new Set<number>()
  #isOrderChanged = false
  #pushedAt = -Infinity

  constructor(onFrame: (changes: FrameChanges) => void) {
    this.#onFrame = onFrame
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
    const changes = { rows: this.#rows, isOrderChanged: this.#isOrderChanged }
    this.#rows = new Set()
    this.#isOrderChanged = false
    this.#onFrame(changes)
  }
}
