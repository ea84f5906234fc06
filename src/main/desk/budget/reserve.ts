/**
 * Keeps the promise across restarts, also after a crash: before a call is sent, the disk says that it may have been.
 * Calls are therefore reserved in blocks, so that most sends write nothing; what was reserved and perhaps not used counts
 * as just used at the next start.
 */
import type { CallWindow } from './call-window.ts'
import type { KeptCalls } from './budget-store.ts'

/** Uptime is told in whole seconds on some systems. */
const uptimeErrorMs = 1_000
/** So the age of calls is kept in whole seconds too, later rather than sooner: a minute of them is a short text. */
export const grainMs = uptimeErrorMs

export class Reserve {
  #left = 0
  readonly #write: (reserved: number) => void

  /** `write` puts the calls so far and the reserve on disk; it may throw when nothing can be written. */
  constructor(write: (reserved: number) => void) {
    this.#write = write
  }

  /** Uses one of the reserve, which is filled first where it is empty, for those waiting behind it too. */
  use(limit: number, waiting: number): void {
    if (this.#left === 0) this.fill(limit, waiting + 1)
    this.#left -= 1
  }

  isLow(limit: number): boolean {
    return this.#left < blockOf(limit) / 2
  }

  /** Where the disk takes nothing, calls go on by the window in memory alone: the desk says that it cannot save. */
  fill(limit: number, wanted: number): void {
    this.#left = Math.max(blockOf(limit), Math.min(limit, wanted))
    try {
      this.#write(this.#left)
    } catch {
      return
    }
  }

  /** Nothing more is sent: the next start need not count on more than was. */
  close(): void {
    this.#left = 0
    try {
      this.#write(0)
    } catch {
      return
    }
  }
}

/** A tenth of the limit is what a crash can cost. */
const blockOf = (limit: number): number => Math.min(64, Math.max(1, Math.ceil(limit / 10)))

/**
 * Counts what an earlier run sent, or may have. How long ago that was is told by the machine's uptime, which no clock
 * change moves; after a restart of the machine it tells too little, never too much.
 */
export function restore(window: CallWindow, kept: KeptCalls, clock: { now: number; uptimeMs: number }): void {
  const elapsedMs = Math.max(0, clock.uptimeMs - kept.uptimeMs - uptimeErrorMs)
  for (const [ageMs, count] of kept.sent.toSorted(([a], [b]) => b - a)) {
    for (let call = 0; call < count; call += 1) window.add(clock.now - ageMs - elapsedMs)
  }
  for (let call = 0; call < kept.reserved; call += 1) window.add(clock.now)
}
