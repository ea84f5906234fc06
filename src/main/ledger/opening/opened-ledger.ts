/**
 * A ledger whose file is open: where its lists lack many records, as after an update that has them made anew, they take
 * these in before anything else is done; then all of it is verified.
 */
import { closedBy, LedgerClosed } from './inspect.ts'
import type { Core } from './open-core.ts'
import { bringInLine, isFarBehind } from '../projection/bring-in-line.ts'
import { Verification } from './verification.ts'

interface OpenedEvents {
  /** It can be used: at once, or when the lists have what they lacked. */
  readonly onReady: () => void
  /** From time to time. */
  readonly onProgress: () => void
  /** It cannot be used after all. */
  readonly onFault: (problem: LedgerClosed) => void
}

export class OpenedLedger {
  readonly #core: Core
  readonly #events: OpenedEvents
  #verification: Verification | undefined
  #isReady = false
  #isClosed = false

  constructor(core: Core, events: OpenedEvents) {
    this.#core = core
    this.#events = events
  }

  start(): void {
    if (isFarBehind(this.#core)) void this.#bringInLine()
    else this.#begin()
  }

  /** Undefined while the lists are behind. */
  get core(): Core | undefined {
    return this.#isReady ? this.#core : undefined
  }

  /** How many records the lists lack, of how many. */
  get lists(): { readonly lacking: number; readonly records: number } {
    return { lacking: this.#core.projector.lacking, records: this.#core.log.records }
  }

  /** Records held against the running hash. */
  get verified(): number {
    return this.#verification?.verified ?? 0
  }

  /** Begins anew. */
  verify(): void {
    if (this.#isClosed) return
    this.#verification = new Verification(this.#core, {
      onProgress: this.#events.onProgress,
      onDamage: sentence => this.#events.onFault(new LedgerClosed('damaged', sentence)),
    })
    this.#verification.start()
  }

  stopVerifying(): void {
    this.#verification?.stop()
  }

  close(): void {
    this.#isClosed = true
    this.stopVerifying()
    this.#core.close()
  }

  #begin(): void {
    this.#isReady = true
    this.verify()
    this.#events.onReady()
  }

  async #bringInLine(): Promise<void> {
    try {
      await bringInLine(this.#core, this.#events.onProgress)
      if (!this.#isClosed) this.#begin()
    } catch (error) {
      if (!this.#isClosed) this.#events.onFault(closedBy(error))
    }
  }
}
