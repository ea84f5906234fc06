/**
 * A ledger whose file is open. Tables that are far behind the log, as after an update that rebuilds them, first catch
 * up. Then the whole ledger is verified in small steps: the running hash of every record, and each table against the
 * records.
 */
import { Refusal } from '../../../shared/failure.ts'
import { Timer } from '../../async/timer.ts'
import { damaged, LedgerClosed, toLedgerClosed } from './inspect.ts'
import type { LedgerCore } from './ledger-file.ts'
import { verify } from './verify.ts'

interface OpenedEvents {
  /** Called when the ledger can be used: immediately, or when the tables have caught up. */
  readonly onReady: () => void
  /** Called from time to time, and at the end of a verification. */
  readonly onProgress: () => void
  /** Called when the ledger cannot be used after all. */
  readonly onFault: (problem: LedgerClosed) => void
}

const sliceMs = 6
const pauseMs = 20
const firstAfterMs = 500
const progressEveryMs = 1_000
const retryAfterMs = 30_000

export class OpenedLedger {
  readonly #core: LedgerCore
  readonly #events: OpenedEvents
  readonly #timer = new Timer(() => this.#verifySlice())
  #steps: ReturnType<typeof verify>
  #verified = 0
  #isVerified = false
  #progressAt = 0
  #isReady = false
  #isClosed = false

  constructor(core: LedgerCore, events: OpenedEvents) {
    this.#core = core
    this.#events = events
    this.#steps = verify(core)
  }

  start(): void {
    if (this.#core.projector.isFarBehind) void this.#catchUp()
    else this.#begin()
  }

  /** Undefined while the tables are far behind. */
  get core(): LedgerCore | undefined {
    return this.#isReady ? this.#core : undefined
  }

  /** Number of records that the tables lack, and of all records. */
  get progress(): { readonly lacking: number; readonly records: number } {
    return { lacking: this.#core.projector.lacking, records: this.#core.log.tail.records }
  }

  /** Number of records found intact; at the end all of them, including later ones. */
  get verified(): number {
    return this.#isVerified ? this.#core.log.tail.records : this.#verified
  }

  /** Starts from the first record. */
  verify(afterMs = firstAfterMs): void {
    if (this.#isClosed) return
    this.#steps = verify(this.#core)
    this.#verified = 0
    this.#isVerified = false
    this.#timer.start(afterMs)
  }

  stopVerifying(): void {
    this.#timer.stop()
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

  async #catchUp(): Promise<void> {
    try {
      await this.#core.projector.catchUpInSlices(this.#events.onProgress)
      if (!this.#isClosed) this.#begin()
    } catch (error) {
      if (!this.#isClosed) this.#events.onFault(toLedgerClosed(error))
    }
  }

  #verifySlice(): void {
    const endAt = performance.now() + sliceMs
    let hasMore = true
    while (hasMore && performance.now() < endAt) hasMore = this.#verifyStep()
    if (hasMore) this.#timer.start(pauseMs)
    if (hasMore && performance.now() - this.#progressAt <= progressEveryMs) return
    this.#progressAt = performance.now()
    this.#events.onProgress()
  }

  /** Returns false at the end. */
  #verifyStep(): boolean {
    try {
      const { done, value } = this.#steps.next()
      if (done === true) this.#isVerified = true
      else this.#verified = value
      return !this.#isVerified
    } catch (error) {
      // Refusal means that the tables cannot be written now, which is not damage.
      if (error instanceof Refusal) this.verify(retryAfterMs)
      else this.#events.onFault(toDamage(error))
      return false
    }
  }
}

/** Unreadable records are damage, too. */
function toDamage(error: unknown): LedgerClosed {
  if (error instanceof LedgerClosed) return error
  return damaged(error instanceof Error ? error.message : String(error))
}
