/**
 * Undo in the ledger. The key reverses the user's last action, also where the table lists no ticket any more; the menu of
 * a ticket reverses the last change of that ticket.
 */
import type { Ref } from 'vue'
import { useCommands } from '../../../commands/command-store.ts'
import { useTicketNoticeStore } from '../ticket-notice-store.ts'
import { explainNoTarget, findTarget } from './useTicketCommands.ts'

interface UndoCommandOptions {
  readonly selected: Readonly<Ref<ReadonlySet<number>>>
  readonly focusedId: Readonly<Ref<number | undefined>>
  readonly openUndo: (ticketId: number) => unknown
}

export function useUndoCommand({ selected, focusedId, openUndo }: UndoCommandOptions): void {
  const notices = useTicketNoticeStore()
  useCommands({
    'ticket.undo': {
      run: press => {
        if (press !== undefined && notices.undoLast()) return
        const id = findTarget(selected.value, focusedId.value)
        if (id !== undefined) openUndo(id)
      },
      blocked: () => (notices.canUndoLast ? undefined : explainNoTarget(selected.value, focusedId.value)),
    },
  })
}
