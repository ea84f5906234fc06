/** The ticket in its dialog, and the notice of a copy or of an undo that has nothing to undo. */
import { shallowRef } from 'vue'
import type { Outcome } from '../../../shared/failure.ts'
import { bridge } from '../../bridge.ts'

/** Forms of the dialog. */
export type TicketAction = 'decide' | 'correct' | 'void' | 'undo' | 'redo'

interface ShownTicket {
  readonly ticketId: number
  /** Form that the dialog opens at. */
  readonly openAt?: TicketAction | undefined
}

export function useShownTicket() {
  const shown = shallowRef<ShownTicket>()
  /** Outcome of the last action, or its failure. */
  const notice = shallowRef<Outcome<string>>()

  function open(ticketId: number, openAt?: TicketAction): void {
    shown.value = { ticketId, openAt }
  }

  /** Opens the dialog only if there is something to undo or redo. It shows the failure to read the ticket, too. */
  async function openStep(ticketId: number, openAt: 'undo' | 'redo'): Promise<void> {
    const detail = await bridge().ledger.ticket({ ticketId })
    if (detail.ok && detail.value[openAt === 'undo' ? 'lastChange' : 'nextRedo'] === null)
      notice.value = { ok: true, value: `Nothing to ${openAt} on this ticket.` }
    else shown.value = { ticketId, openAt }
  }

  function close(): void {
    shown.value = undefined
  }

  return { shown, notice, open, openStep, close }
}
