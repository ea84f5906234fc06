/**
 * Filter and period of the ledger. A filter that another view requested lasts until the ledger is left: then the user's
 * own is back, unless the requested one was changed since.
 */
import { computed, onDeactivated, shallowRef } from 'vue'
import { allTickets, type LedgerFilter } from '../../../../shared/model/ticket/ledger-filter.ts'
import type { Narrowing } from '../../../navigation-store.ts'
import { changeFilter, closeLastNumber, type Shown, toggleNumber } from './opened-numbers.ts'
import { getPeriodDays } from './period.ts'

/** True for a key that a field, a dialog or a popover takes. */
const isUsed = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented || (target instanceof Element && target.closest('dialog, [popover]') !== null)

export function useLedgerFilter() {
  const shown = shallowRef<Shown>({
    period: 'month',
    filter: { ...allTickets, ...getPeriodDays('month', Date.now()) },
    opened: [],
  })
  const period = computed({
    get: () => shown.value.period,
    set: to => (shown.value = { ...shown.value, period: to }),
  })
  const filter = computed({
    get: () => shown.value.filter,
    set: to => (shown.value = changeFilter(shown.value, to)),
  })
  let requested: LedgerFilter | undefined
  let own = shown.value

  function showAll(part: Narrowing): void {
    shown.value = { period: 'all', filter: { ...allTickets, ...part }, opened: [] }
  }

  /** Shows the tickets that another view requested. */
  function showRequested(part: Narrowing): void {
    if (requested !== filter.value) own = shown.value
    showAll(part)
    requested = filter.value
  }

  /** Narrows the filter to the tickets of a number; the same number again takes that back. */
  function narrow(part: Narrowing): void {
    shown.value = toggleNumber(shown.value, part)
  }

  /** Escape takes back the number that was opened last. */
  function closeByEscape(press: KeyboardEvent): void {
    const before = isUsed(press) ? undefined : closeLastNumber(shown.value)
    if (before === undefined) return
    press.preventDefault()
    press.stopPropagation()
    shown.value = before
  }

  onDeactivated(() => {
    if (requested === filter.value) shown.value = own
  })

  return { period, filter, showAll, showRequested, narrow, closeByEscape }
}
