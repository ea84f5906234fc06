/** Tickets of the grid that are opened to their legs, each read when it is opened and again when it changes. */
import { onScopeDispose, shallowRef } from 'vue'
import { bridge } from '../../../bridge.ts'
import type { OpenTickets } from './grid-rows.ts'
import { useLedgerStore, type TicketChange } from '../ledger-store.ts'

export function useOpenTickets() {
  const opened = shallowRef<OpenTickets>(new Map())

  async function read(ticketId: number): Promise<void> {
    const outcome = await bridge().ledger.ticket({ ticketId })
    if (opened.value.has(ticketId)) opened.value = new Map(opened.value).set(ticketId, outcome)
  }

  function toggle(ticketId: number): void {
    const next = new Map(opened.value)
    if (!next.delete(ticketId)) next.set(ticketId, undefined)
    opened.value = next
    if (next.has(ticketId)) void read(ticketId)
  }

  function onChange({ lines, gone, isMany }: TicketChange): void {
    const changed = new Set([...lines.map(({ id }) => id), ...gone])
    for (const id of opened.value.keys()) if (isMany || changed.has(id)) void read(id)
  }
  onScopeDispose(useLedgerStore().subscribe(onChange))

  return { opened, toggle }
}
