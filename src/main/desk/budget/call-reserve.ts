/**
 * Records calls on disk before they are sent, in blocks, so that most sends write nothing. At the next start, all calls
 * of the block count as just sent: a crash costs up to a tenth of the limit for a minute, and never exceeds it.
 */
import { Coalescer } from '../../async/coalescer.ts'

const fillAfterMs = 250

interface CallReserveDeps {
  /** Calls a minute. */
  readonly limit: () => number
  /** Writes that this many calls may be sent from now on. Throws when it cannot. */
  readonly write: (reserved: number) => void
}

export class CallReserve {
  readonly #deps: CallReserveDeps
  readonly #filling = new Coalescer(() => this.#fillIfLow(), fillAfterMs)
  /** Calls on disk that were not sent yet. */
  #left = 0

  constructor(deps: CallReserveDeps) {
    this.#deps = deps
  }

  /**
   * Takes one call, which may then be sent, and reserves those waiting behind it. Throws when they cannot be written:
   * the call must then not be sent, because a restart would not count it.
   */
  take(waiting: number): void {
    if (this.#left === 0) this.#fill(waiting + 1)
    this.#left -= 1
  }

  /** Prepares for the next burst, shortly after this one. */
  fillSoon(): void {
    if (this.#isLow()) this.#filling.request()
  }

  /** Writes the state around the reserve too. After a failure the disk still has the calls reserved before. */
  save(): void {
    ignoreFailure(() => this.#fill(0))
  }

  /** Returns what is left: the next start counts only calls that were sent. */
  close(): void {
    this.#filling.cancel()
    this.#left = 0
    ignoreFailure(() => this.#deps.write(0))
  }

  #isLow(): boolean {
    return this.#left < this.#blockSize() / 2
  }

  #fillIfLow(): void {
    if (this.#isLow()) this.save()
  }

  /** Reserves at least a block. */
  #fill(wanted: number): void {
    const reserved = Math.max(this.#blockSize(), Math.min(this.#deps.limit(), wanted))
    this.#deps.write(reserved)
    this.#left = reserved
  }

  #blockSize(): number {
    return Math.min(64, Math.max(1, Math.ceil(this.#deps.limit() / 10)))
  }
}

function ignoreFailure(write: () => void): void {
  try {
    write()
  } catch {
    return
  }
}
