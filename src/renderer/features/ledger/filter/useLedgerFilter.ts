/**
 * Filter and period of the ledger. A filter that another view requested lasts until the ledger is left: then the user's
 * own is back, unless the requested one was changed since.
 */
import { onDeactivated, shallowRef } from 'vue'
import { allTickets, type LedgerFilter } from '../../../../shared/model/ticket/ledger-filter.ts'
import type { Narrowing } from '../../../navigation-store.ts'
import { narrowFilter } from './narrowing.ts'
import { getPeriodDays, type Period } from './period.ts'

export function useLedgerFilter() {
  const period = shallowRef<Period>('month')
  const filter = shallowRef<LedgerFilter>({ ...allTickets, ...getPeriodDays('month', Date.now()) })
  let requested: LedgerFilter | undefined
  let own = { period: period.value, filter: filter.value }

  function showAll(part: Narrowing): void {
    period.value = 'all'
    filter.value = { ...allTickets, ...part }
  }

  /** Shows the tickets that another view requested. */
  function showRequested(part: Narrowing): void {
    if (requested !== filter.value) own = { period: period.value, filter: filter.value }
    showAll(part)
    requested = filter.value
  }

  function narrow(part: Narrowing): void {
    if (part.toDay !== undefined) period.value = 'days'
    filter.value = narrowFilter(filter.value, part)
  }

  onDeactivated(() => {
    if (requested !== filter.value) return
    period.value = own.period
    filter.value = own.filter
  })

  return { period, filter, showAll, showRequested, narrow }
}
