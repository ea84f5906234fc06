/** Tickets that the ledger shows, which an export opened there begins with. */
import { onActivated, onDeactivated, onUnmounted, shallowRef, watchEffect, type Ref } from 'vue'
import type { LedgerFilter } from '../../../../shared/model/ticket/ledger-filter.ts'
import type { LedgerTotals } from '../../../../shared/model/ticket/ledger-report.ts'
import type { TicketLine } from '../../../../shared/model/ticket/ticket-line.ts'
import { useTransferStore } from './transfer-store.ts'
import type { ShownTickets } from './transfer-text.ts'

interface ShownLedger {
  readonly filter: Readonly<Ref<LedgerFilter>>
  readonly selected: Readonly<Ref<readonly TicketLine[]>>
  /** Sums of the filtered tickets. */
  readonly totals: Readonly<Ref<LedgerTotals | undefined>>
  /** Sums of all tickets. */
  readonly whole: Readonly<Ref<LedgerTotals | undefined>>
  /** True when the sums leave tickets of other currencies out. */
  readonly hasOthers: Readonly<Ref<boolean>>
}

/** From another view an export is of all tickets, since it shows none. */
export function useExportedTickets({ filter, selected, totals, whole, hasOthers }: ShownLedger): void {
  const transfer = useTransferStore()
  const isActive = shallowRef(true)
  onActivated(() => (isActive.value = true))
  onDeactivated(() => (isActive.value = false))
  const findCounts = (): ShownTickets['counts'] =>
    hasOthers.value || !totals.value || !whole.value
      ? undefined
      : { filtered: totals.value.tickets, all: whole.value.tickets }
  watchEffect(() => {
    transfer.shown = isActive.value
      ? { filter: filter.value, selected: selected.value.map(({ id }) => id), counts: findCounts() }
      : undefined
  })
  onUnmounted(() => (transfer.shown = undefined))
}
