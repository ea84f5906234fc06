/**
 * Reports for the window. Those from the sums by day are computed immediately; sums over many tickets run in a worker,
 * which does not block the main process.
 */
import { Worker } from 'node:worker_threads'
import type { LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import type { LargestStakes, ReportKind } from '../../../shared/model/ticket/ledger-report.ts'
import { WorkerCalls } from '../../async/worker-calls.ts'
import type { TaxReport, TaxRequest } from '../../../shared/model/accounts/tax-report.ts'
import type { Bankroll, ProofReport } from '../../../shared/model/ticket/proof-report.ts'
import type { TaxTable } from '../accounts/tax-report.ts'
import type { StakesRequest } from './largest-stakes.ts'
import type { LedgerReads } from './ledger-reads.ts'
import type { Sums } from './sums.ts'

export interface ReportsDeps {
  /** Throws Refusal while the ledger is closed. */
  readonly reads: () => LedgerReads
  /** The ledger's file. */
  readonly file: string
  readonly isDemo: () => boolean
  readonly bankroll: () => Bankroll
  /** `reports-worker.ts` when TypeScript runs unbundled, else its bundle. */
  readonly workerFile: string | URL
}

/** The ledger's file, and whose tickets in it. */
export interface ReportSource {
  readonly file: string
  readonly isDemo: boolean
}
type ReportRequest = ReportSource & { readonly filter: LedgerFilter }

export interface ReportsProtocol {
  readonly request:
    | (ReportRequest & { readonly name: 'totals' | 'bankroll' | 'clv' })
    | (ReportRequest & { readonly name: 'profitBy'; readonly by: ReportKind })
    | (ReportRequest & { readonly name: 'proof'; readonly bankroll: Bankroll })
    | (ReportSource & { readonly name: 'largestStakes'; readonly stakes: StakesRequest })
    | (ReportSource & { readonly name: 'tax' | 'taxCsv'; readonly tax: TaxRequest })
  readonly answers: { readonly [N in 'totals' | 'bankroll' | 'clv' | 'profitBy']: ReturnType<Sums[N]> } & {
    readonly proof: ProofReport
    readonly largestStakes: LargestStakes
    readonly tax: TaxReport
    readonly taxCsv: TaxTable
  }
  readonly progress: never
  readonly toWorker: never
  readonly fromWorker: never
}

export class Reports {
  readonly #deps: ReportsDeps
  #calls: WorkerCalls<ReportsProtocol> | undefined

  constructor(deps: ReportsDeps) {
    this.#deps = deps
  }

  async totals(filter: LedgerFilter) {
    const reads = this.#deps.reads()
    if (isAnsweredHere(reads, filter)) return reads.sums.totals(filter)
    return this.#worker().call({ name: 'totals', filter, ...this.#source() })
  }

  async bankroll(filter: LedgerFilter) {
    const reads = this.#deps.reads()
    if (isAnsweredHere(reads, filter)) return reads.sums.bankroll(filter)
    return this.#worker().call({ name: 'bankroll', filter, ...this.#source() })
  }

  async clv(filter: LedgerFilter) {
    const reads = this.#deps.reads()
    if (isAnsweredHere(reads, filter)) return reads.sums.clv(filter)
    return this.#worker().call({ name: 'clv', filter, ...this.#source() })
  }

  async profitBy(by: ReportKind, filter: LedgerFilter) {
    const reads = this.#deps.reads()
    if (isAnsweredHere(reads, filter)) return reads.sums.profitBy(by, filter)
    return this.#worker().call({ name: 'profitBy', by, filter, ...this.#source() })
  }

  /** Always in the worker, because it reads every matching ticket. */
  async proof(filter: LedgerFilter) {
    const reads = this.#deps.reads()
    const bankroll = this.#deps.bankroll()
    if (!reads.isFoundByPath) return reads.proof(filter, bankroll)
    return this.#worker().call({ name: 'proof', filter, bankroll, ...this.#source() })
  }

  /** Always in the worker, as it reads every ticket of two months. */
  async largestStakes(stakes: StakesRequest) {
    const reads = this.#deps.reads()
    if (!reads.isFoundByPath) return reads.largestStakes(stakes)
    return this.#worker().call({ name: 'largestStakes', stakes, ...this.#source() })
  }

  /** Gains and losses of a year; always in the worker, as it reads every ticket. */
  async tax(tax: TaxRequest) {
    const reads = this.#deps.reads()
    if (!reads.isFoundByPath) return reads.tax(tax)
    return this.#worker().call({ name: 'tax', tax, ...this.#source() })
  }

  async taxCsv(tax: TaxRequest) {
    const reads = this.#deps.reads()
    if (!reads.isFoundByPath) return reads.taxCsv(tax)
    return this.#worker().call({ name: 'taxCsv', tax, ...this.#source() })
  }

  #source() {
    return { file: this.#deps.file, isDemo: this.#deps.isDemo() }
  }

  /** After a crash of the worker the next report starts another. */
  #worker(): WorkerCalls<ReportsProtocol> {
    this.#calls ??= new WorkerCalls<ReportsProtocol>(new Worker(this.#deps.workerFile), {
      endedText: 'The reports’ worker ended.',
      onEnded: () => (this.#calls = undefined),
    })
    return this.#calls
  }
}

const isAnsweredHere = (reads: LedgerReads, filter: LedgerFilter): boolean =>
  reads.isQuickToSum(filter) || !reads.isFoundByPath
