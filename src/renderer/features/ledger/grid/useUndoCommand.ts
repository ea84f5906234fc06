/**
 * Undo in the ledger. The key reverses the user's last action, also where the table lists no ticket any more, and a change
 * of the table; the menu of a ticket reverses the last change of that ticket.
 */
import type { Ref } from 'vue'
import { useCommands } from '../../../commands/command-store.ts'
import { type Change, useUndoStore } from '../../../commands/undo-store.ts'
import { useTicketNoticeStore } from '../ticket-notice-store.ts'
import { explainNoTarget, findTarget } from './useTicketCommands.ts'

interface UndoCommandOptions {
  readonly selected: Readonly<Ref<ReadonlySet<number>>>
  readonly focusedId: Readonly<Ref<number | undefined>>
  readonly openUndo: (ticketId: number) => unknown
  /** Says what was undone. */
  readonly say: (text: string) => void
}

export function useUndoCommand({ selected, focusedId, openUndo, say }: UndoCommandOptions): void {
  const notices = useTicketNoticeStore()
  const changes = useUndoStore()
  async function replay(word: string, run: () => Promise<Change | undefined>): Promise<void> {
    const change = await run()
    if (change !== undefined) say(`${word}: ${change.label}.`)
  }

  useCommands({
    'ledger.redo': {
      run: () => replay('Redone', changes.redo),
      blocked: () => (changes.isRedoOfLedger ? undefined : 'Nothing to redo'),
    },
    'ticket.undo': {
      run: press => {
        if (press !== undefined && changes.isNextOfLedger) return replay('Undone', () => changes.undo())
        if (press !== undefined && notices.undoLast()) return undefined
        const id = findTarget(selected.value, focusedId.value)
        return id === undefined ? undefined : openUndo(id)
      },
      blocked: () =>
        notices.canUndoLast || changes.isNextOfLedger
          ? undefined
          : explainNoTarget(selected.value, focusedId.value),
    },
  })
}
