/**
 * Moves the selection from a ticket that left the list, as one that was deleted, to the ticket in its place, and the focus
 * with it: without a focus, the next key would act on the first ticket.
 */
import { nextTick, shallowRef, watch, type Ref } from 'vue'
import { useNavigationStore } from '../../../navigation-store.ts'
import type { SelectModifiers } from './useTicketSelection.ts'

interface RemainingTicketOptions {
  /** Filter and order; a change of these is no reason to move. */
  readonly list: Readonly<Ref<unknown>>
  readonly ids: Readonly<Ref<readonly number[]>>
  /** The ticket that was moved to last. */
  readonly lastId: Readonly<Ref<number | undefined>>
  /** The ticket in the dialog of the ledger. */
  readonly shown: Readonly<Ref<unknown>>
  readonly select: (ticketId: number, modifiers: SelectModifiers) => void
  readonly focusTicket: (ticketId: number) => unknown
  /** Called when no ticket is left. */
  readonly focusElsewhere: () => void
}

export function useRemainingTicket(options: RemainingTicketOptions): void {
  const { list, ids, lastId, shown, select, focusTicket, focusElsewhere } = options
  /** Successor of the ticket that left, with no id if there is none; waits until no dialog is open. */
  const successor = shallowRef<{ readonly id: number | undefined }>()
  let listBefore = list.value
  const navigation = useNavigationStore()
  const isDialogOpen = () => shown.value !== undefined || navigation.dialog !== undefined

  watch(ids, (now, before) => {
    const isSameList = listBefore === list.value
    listBefore = list.value
    const id = lastId.value
    if (!isSameList || id === undefined || now.includes(id) || !before.includes(id)) return
    successor.value = { id: findSuccessor(id, before, now) }
  })
  watch(
    () => (isDialogOpen() ? undefined : successor.value),
    async next => {
      if (next === undefined) return
      successor.value = undefined
      // A dialog gives the focus back first.
      await nextTick()
      const isLost = document.activeElement === document.body
      if (next.id === undefined) {
        if (isLost) focusElsewhere()
      } else if (isLost) focusTicket(next.id)
      else select(next.id, { isRange: false, isToggle: false, byKey: 'move' })
    },
    { flush: 'post' },
  )
}

/** The next ticket that is still listed, else the one before. */
function findSuccessor(id: number, before: readonly number[], now: readonly number[]): number | undefined {
  const at = before.indexOf(id)
  const isListed = (other: number) => now.includes(other)
  return before.slice(at + 1).find(isListed) ?? before.slice(0, at).findLast(isListed)
}
