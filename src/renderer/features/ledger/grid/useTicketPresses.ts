/** Presses of the mouse on rows of tickets, and the focus that a row gets otherwise. */
import { findTicketId } from './grid-rows.ts'
import { selectOne, type SelectModifiers } from './useTicketSelection.ts'

interface TicketPressesOptions {
  readonly selected: () => ReadonlySet<number>
  readonly focusedId: () => number | undefined
  readonly select: (ticketId: number, modifiers: SelectModifiers) => void
  readonly open: (ticketId: number) => void
}

export function useTicketPresses({ selected, focusedId, select, open }: TicketPressesOptions) {
  const onTicket = (run: (ticketId: number) => void) => (event: Event) => {
    const id = findTicketId(event.target)
    if (id !== undefined) run(id)
  }
  function press({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): void {
    const id = findTicketId(target)
    if (id !== undefined) select(id, { isRange: shiftKey, isToggle: ctrlKey || metaKey })
  }

  return {
    press,
    /** Selects the focused ticket when nothing is selected yet, as after Tab. */
    focus: onTicket(id => {
      if (focusedId() === undefined) select(id, { ...selectOne, byKey: 'move' })
    }),
    /** Opening a menu over an unselected ticket selects only that ticket. */
    point: onTicket(id => {
      if (!selected().has(id)) select(id, selectOne)
    }),
    open: onTicket(open),
  }
}
