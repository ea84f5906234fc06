/** The tickets behind a row of a report, as a filter: every sum can be followed to the tickets that make it. */
import type { LedgerFilter } from '../../../shared/model/ledger-filter.ts'
import type { ReportKind } from '../../../shared/model/ledger-report.ts'

export function filterOf(by: ReportKind, value: string): Partial<LedgerFilter> {
  if (by === 'book') return { bookId: value }
  if (by === 'month') return { fromDay: `${value}-01`, toDay: lastDayOf(value) }
  return { [by]: value }
}

/** Of a month, `2026-11`: the day before the first of the next. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
