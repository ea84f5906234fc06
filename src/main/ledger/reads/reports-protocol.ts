/** What the reports' worker is asked, and answers. */
import type { LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import type {
  BankrollCurve,
  ClvDistribution,
  LedgerTotals,
  ProfitReport,
  ReportKind,
} from '../../../shared/model/ticket/ledger-report.ts'

export type Answer = LedgerTotals | BankrollCurve | ClvDistribution | ProfitReport

export type Ask =
  | { readonly name: 'totals' | 'bankroll' | 'clv'; readonly filter: LedgerFilter }
  | { readonly name: 'profitBy'; readonly filter: LedgerFilter; readonly by: ReportKind }

export interface ToReports {
  readonly id: number
  /** The ledger's file. */
  readonly file: string
  readonly isDemo: boolean
  readonly ask: Ask
}

export type FromReports<A> =
  { readonly id: number; readonly answer: A } | { readonly id: number; readonly error: Error }
