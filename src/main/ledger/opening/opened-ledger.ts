/**
 * A ledger whose file is open. Tables that are far behind the log, as after an update that rebuilds them, catch up before
 * anything else is done; then the whole ledger is verified.
 */
import type { LedgerStatus } from '../../../shared/model/ticket/ledger-status.ts'
import { catchUpInSlices, isFarBehind } from '../projection/projection-sync.ts'
import { LedgerClosed, toLedgerClosed } from './inspect.ts'
import type { LedgerCore } from './open-core.ts'
import { Verification } from './verification.ts'

interface OpenedEvents {
  /** It can be used: at once, or when the tables have caught up. */
  readonly onReady: () => void
  /** From time to time. */
  readonly onProgress: () => void
  /** It cannot be used after all. */
  readonly onFault: (problem: LedgerClosed) => void
}

export class OpenedLedger {
  readonly #core: LedgerCore
  readonly #events: OpenedEvents
  #verification: Verification | undefined
  #isReady = false
  #isClosed = false

  constructor(core: LedgerCore, events: OpenedEvents) {
    this.#core = core
    this.#events = events
  }

  start(): void {
    if (isFarBehind(this.#core)) void this.#catchUp()
    else this.#begin()
  }

  /** Undefined while the tables are far behind. */
  get core(): LedgerCore | undefined {
    return this.#isReady ? this.#core : undefined
  }

  /** Number of records that the tables lack, and of all records. */
  get progress(): { readonly lacking: number; readonly records: number } {
    return { lacking: this.#core.projector.lacking, records: this.#core.log.records }
  }

  /** Number of records compared with the running hash. */
  get verified(): number {
    return this.#verification?.verified ?? 0
  }

  /** Starts from the first record. */
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

  async #catchUp(): Promise<void> {
    try {
      await catchUpInSlices(this.#core, this.#events.onProgress)
      if (!this.#isClosed) this.#begin()
    } catch (error) {
      if (!this.#isClosed) this.#events.onFault(toLedgerClosed(error))
    }
  }
}

interface StatusFacts {
  readonly problem: LedgerClosed | undefined
  /** Undefined while its file is not open. */
  readonly opened: OpenedLedger | undefined
  /** The reason that the tables cannot follow the log; null while they can. */
  readonly behind: string | null
  readonly savedAt: number | null
}

export function toLedgerStatus({ problem, opened, behind, savedAt }: StatusFacts): LedgerStatus {
  if (problem !== undefined) return { kind: 'closed', problem: problem.problem, sentence: problem.sentence }
  if (opened?.core === undefined) return { kind: 'opening', ...opened?.progress }
  const { records, lastTicketId, isWitnessed } = opened.core.log
  return {
    kind: 'open',
    tickets: lastTicketId,
    records,
    verified: opened.verified,
    behind,
    isWitnessed,
    savedAt,
  }
}
