/** Periods by which the ledger is filtered, and their days. */
import type { LedgerFilter } from '../../../../shared/model/ticket/ledger-filter.ts'
import { localDay } from '../../../format/time-text.ts'

export const periods = [
  { value: 'all', name: 'All time' },
  { value: 'today', name: 'Today' },
  { value: 'week', name: 'Last 7 days' },
  { value: 'month', name: 'Last 30 days' },
  { value: 'year', name: 'This year' },
  { value: 'days', name: 'Custom…' },
] as const
export type Period = (typeof periods)[number]['value']

type Days = Pick<LedgerFilter, 'fromDay' | 'toDay'>

/** Days of a period as of `now`; custom days begin with the last 30. */
export function getPeriodDays(period: Period, now: number): Days {
  switch (period) {
    case 'all':
      return { fromDay: null, toDay: null }
    case 'today':
      return { fromDay: localDay(now), toDay: null }
    case 'week':
      return { fromDay: localDay(now, 6), toDay: null }
    case 'month':
      return { fromDay: localDay(now, 29), toDay: null }
    case 'year':
      return { fromDay: `${localDay(now).slice(0, 4)}-01-01`, toDay: null }
    case 'days':
      return { fromDay: localDay(now, 29), toDay: localDay(now) }
  }
}
