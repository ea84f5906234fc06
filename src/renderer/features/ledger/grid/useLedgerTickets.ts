/** Tickets that the ledger lists: their pages, rows with the opened legs, and selection. */
import { computed, nextTick, type Ref } from 'vue'
import type { LedgerFilter, TicketSort } from '../../../../shared/model/ticket/ledger-filter.ts'
import { toGridRows } from './grid-rows.ts'
import { useKeptSelection } from './useKeptSelection.ts'
import { useOpenTickets } from './useOpenTickets.ts'
import { useTicketPages } from './useTicketPages.ts'
import { useTicketSelection } from './useTicketSelection.ts'

interface LedgerTicketsOptions {
  readonly filter: Readonly<Ref<LedgerFilter>>
  readonly sort: Readonly<Ref<TicketSort>>
  readonly showTop: () => void
}

/** Maximum tickets selected together; more are for an export. */
const maxSelected = 2_000

export function useLedgerTickets({ filter, sort, showTop }: LedgerTicketsOptions) {
  const list = computed(() => ({ filter: filter.value, sort: sort.value }))
  const pages = useTicketPages(() => list.value)
  const { opened, toggle } = useOpenTickets()
  const rows = computed(() => toGridRows(pages.lines.value, opened.value))
  const ids = computed(() => pages.lines.value.map(({ id }) => id))
  const selection = useTicketSelection(ids)
  useKeptSelection({ list, ids, ...pages, ...selection, showTop })
  const selectedLines = computed(() => pages.lines.value.filter(({ id }) => selection.selected.value.has(id)))

  async function selectEvery(): Promise<void> {
    await pages.readAll(maxSelected)
    await nextTick()
    selection.selectAll()
  }

  return { list, ...pages, rows, ids, toggle, ...selection, selectedLines, selectEvery }
}
