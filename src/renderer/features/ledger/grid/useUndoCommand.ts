/**
 * Undo and redo in the ledger. The keys reverse what was done last there, be it to a ticket, to the filter or to the table,
 * and after that the changes of the selected ticket; the menu of a ticket reverses the last change of that ticket.
 */
import type { Ref } from 'vue'
import { useCommands } from '../../../commands/command-store.ts'
import { type Change, useUndoStore } from '../../../commands/undo-store.ts'
import { explainNoTarget, findTarget } from './useTicketCommands.ts'

interface UndoCommandOptions {
  readonly selected: Readonly<Ref<ReadonlySet<number>>>
  readonly focusedId: Readonly<Ref<number | undefined>>
  readonly openStep: (ticketId: number, openAt: 'undo' | 'redo') => unknown
  /** Says what was undone. */
  readonly say: (text: string) => void
}

export function useUndoCommand({ selected, focusedId, openStep, say }: UndoCommandOptions): void {
  const changes = useUndoStore()
  async function replay(word: string, run: Promise<Change | undefined>): Promise<void> {
    const change = await run
    if (change !== undefined) say(`${word}: ${change.label}.`)
  }
  function onTarget(openAt: 'undo' | 'redo'): unknown {
    const id = findTarget(selected.value, focusedId.value)
    return id === undefined ? undefined : openStep(id, openAt)
  }

  useCommands({
    'ledger.redo': {
      run: () => {
        const next = changes.nextRedoOfLedger
        if (next === undefined) return onTarget('redo')
        return next.isAsked === true ? next.redo() : replay('Redone', changes.redo(next))
      },
      blocked: () => {
        const isNothing =
          changes.nextRedoOfLedger === undefined && findTarget(selected.value, focusedId.value) === undefined
        return isNothing ? 'Nothing to redo' : undefined
      },
    },
    'ticket.undo': {
      run: press => {
        const last = changes.lastOfLedger
        if (press === undefined || last === undefined) return onTarget('undo')
        // Asking changes nothing: the change is undone, and forgotten, once the dialog is answered.
        return last.isAsked === true ? last.undo() : replay('Undone', changes.undo(last))
      },
      blocked: () =>
        changes.lastOfLedger === undefined ? explainNoTarget(selected.value, focusedId.value) : undefined,
    },
  })
}
