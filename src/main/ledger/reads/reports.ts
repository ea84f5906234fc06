/**
 * Reports as the window asks for them. What is answered from the sums kept by day is answered at once; what has to be
 * summed over the tickets of a large ledger is summed by a worker, so that nothing waits for it.
 */
import { Worker } from 'node:worker_threads'
import type { LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import type {
  BankrollCurve,
  ClvDistribution,
  LedgerTotals,
  ProfitReport,
  ReportKind,
} from '../../../shared/model/ticket/ledger-report.ts'
import type { LedgerReads } from './ledger-reads.ts'
import type { Answer, Ask, FromReports, ToReports } from './reports-protocol.ts'

export interface ReportsOptions {
  /** Throws Refusal while the ledger is closed. */
  readonly reads: () => LedgerReads
  /** The ledger's file. */
  readonly file: string
  readonly isDemo: () => boolean
  /** `worker.ts` where TypeScript runs as it is, else what it was bundled to. */
  readonly workerFile: string | URL
}

interface Pending {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

export class Reports {
  readonly #options: ReportsOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #asks = 0

  constructor(options: ReportsOptions) {
    this.#options = options
  }

  totals(filter: LedgerFilter): Promise<LedgerTotals> {
    return this.#answer({ name: 'totals', filter }, reads => reads.totals(filter))
  }

  bankroll(filter: LedgerFilter): Promise<BankrollCurve> {
    return this.#answer({ name: 'bankroll', filter }, reads => reads.bankroll(filter))
  }

  clv(filter: LedgerFilter): Promise<ClvDistribution> {
    return this.#answer({ name: 'clv', filter }, reads => reads.clv(filter))
  }

  profitBy(by: ReportKind, filter: LedgerFilter): Promise<ProfitReport> {
    return this.#answer({ name: 'profitBy', by, filter }, reads => reads.profitBy(by, filter))
  }

  /** `now` is the same question, asked here. */
  async #answer<A extends Answer>(ask: Ask, now: (reads: LedgerReads) => A): Promise<A> {
    const reads = this.#options.reads()
    return reads.isSoonSummed(ask.filter) ? now(reads) : this.#ask(ask)
  }

  #ask<A>(ask: Ask): Promise<A> {
    const { file, isDemo } = this.#options
    const id = ++this.#asks
    const answer = new Promise<A>((resolve, reject) => this.#pending.set(id, { resolve, reject }))
    const worker = this.#started()
    worker.ref()
    worker.postMessage({ id, file, isDemo: isDemo(), ask } satisfies ToReports)
    return answer
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker
    const worker = new Worker(this.#options.workerFile)
    worker.on('message', (message: FromReports<never>) => {
      const pending = this.#pending.get(message.id)
      this.#pending.delete(message.id)
      // It keeps the program from ending only while something is asked.
      if (this.#pending.size === 0) worker.unref()
      if ('error' in message) pending?.reject(message.error)
      else pending?.resolve(message.answer)
    })
    worker.on('error', error => this.#lose(error))
    this.#worker = worker
    return worker
  }

  /** The next report begins a new one. */
  #lose(error: unknown): void {
    this.#worker = undefined
    for (const { reject } of this.#pending.values())
      reject(new Error('The reports’ worker ended.', { cause: error }))
    this.#pending.clear()
  }
}
