/** Commands of the table of tickets: keys that move and select, and what is done to one ticket. */
import type { Ref } from 'vue'
import { maxChangedTogether } from '../../../../shared/model/ticket/ticket-changes.ts'
import { useCommands } from '../../../commands/command-store.ts'
import { pluralize } from '../../../format/number-text.ts'
import type { ManyKind } from '../many/many-changes.ts'
import type { TicketAction } from '../useShownTicket.ts'

interface TicketCommandsOptions {
  /** Tickets in the order shown. */
  readonly tickets: Readonly<Ref<readonly number[]>>
  readonly selected: () => ReadonlySet<number>
  /** Selected tickets that the filter hides. */
  readonly hidden: () => ReadonlySet<number>
  readonly focusedId: () => number | undefined
  /** Tickets that fit the view. */
  readonly pageSize: () => number
  /** Gives the focus to the ticket at this place; with `isRange`, selects all up to it. */
  readonly moveTo: (at: number, isRange?: boolean) => unknown
  /** Gives the focus to a ticket, and leaves the selection as it is. */
  readonly showRow: (ticketId: number) => unknown
  readonly emit: Readonly<Record<'selectAll' | 'clear' | 'copy', () => void>> &
    Readonly<Record<'select' | 'toggle' | 'hedge', (ticketId: number) => void>> & {
      readonly open: (ticketId: number, openAt?: TicketAction) => void
      readonly change: (kind: ManyKind) => void
    }
}

export function useTicketCommands(options: TicketCommandsOptions): void {
  const { selected, hidden, focusedId, moveTo, showRow, emit } = options

  const onFocused = (run: (ticketId: number, press?: KeyboardEvent) => unknown) => ({
    run: (press?: KeyboardEvent) => {
      const id = focusedId()
      if (id !== undefined) run(id, press)
    },
    blocked: () => (focusedId() === undefined ? 'Select a ticket first' : undefined),
  })
  useCommands({
    ...listMoves(options),
    'ledger.focus-tickets': {
      run: () => {
        const id = focusedId()
        return id === undefined ? moveTo(0) : showRow(id)
      },
    },
    'tickets.select-all': { run: emit.selectAll },
    'tickets.clear-selection': {
      run: emit.clear,
      blocked: () => (selected().size + hidden().size > 1 ? undefined : 'Only one ticket is selected'),
    },
    'tickets.copy': {
      run: emit.copy,
      blocked: () => (selected().size > 0 ? undefined : 'Select a ticket first'),
      title: () => (selected().size > 1 ? `Copy ${pluralize(selected().size, 'ticket')}` : undefined),
    },
    'ticket.select': onFocused(emit.select),
  })
  useTargetCommands(options)
  useManyCommands(options)
}

/** Commands of one ticket: the selected one. */
function useTargetCommands({ selected, focusedId, emit }: TicketCommandsOptions): void {
  const onTarget = (run: (ticketId: number) => void) => ({
    run: () => {
      const id = findTarget(selected(), focusedId())
      if (id !== undefined) run(id)
    },
    blocked: () => explainNoTarget(selected(), focusedId()),
  })

  useCommands({
    'ticket.toggle': onTarget(emit.toggle),
    'ticket.open': onTarget(id => emit.open(id)),
    'ticket.hedge': onTarget(emit.hedge),
    'ticket.correct': onTarget(id => emit.open(id, 'correct')),
  })
}

/** Commands of all selected tickets. For one alone, its own dialog opens where it has the form. */
function useManyCommands({ selected, focusedId, emit }: TicketCommandsOptions): void {
  const areSeveral = () => selected().size > 1
  const count = () => pluralize(selected().size, 'ticket')
  const onEach = (kind: ManyKind, titleOf: (tickets: string) => string, openAt?: TicketAction) => ({
    run: () => {
      const id = areSeveral() || openAt === undefined ? undefined : findTarget(selected(), focusedId())
      if (id === undefined) emit.change(kind)
      else emit.open(id, openAt)
    },
    blocked: () => (areSeveral() ? explainTooMany(selected()) : explainNoTarget(selected(), focusedId())),
    title: () => (areSeveral() ? titleOf(count()) : undefined),
  })

  useCommands({
    'ticket.decide': onEach('decide', tickets => `Set result of ${tickets}…`, 'decide'),
    'ticket.delete': onEach('void', tickets => `Delete ${tickets}…`, 'void'),
    'tickets.tag': onEach('tag', tickets => `Add tag to ${tickets}…`),
  })
}

const explainTooMany = (selected: ReadonlySet<number>): string | undefined =>
  selected.size > maxChangedTogether ? `Select ${maxChangedTogether} tickets or fewer` : undefined

/** From no ticket, every move goes to the first one. */
function listMoves({ tickets, focusedId, pageSize, moveTo }: TicketCommandsOptions) {
  const move = (toPlace: (at: number) => number) => ({
    run: (press?: KeyboardEvent) => {
      const id = focusedId()
      moveTo(id === undefined ? 0 : toPlace(tickets.value.indexOf(id)), press?.shiftKey)
    },
  })
  return {
    'tickets.up': move(at => at - 1),
    'tickets.down': move(at => at + 1),
    'tickets.page-up': move(at => at - pageSize()),
    'tickets.page-down': move(at => at + pageSize()),
    'tickets.first': move(() => 0),
    'tickets.last': move(() => tickets.value.length - 1),
  }
}

/** The ticket that commands act on: the selected one; of several, the one with the focus. */
export function findTarget(selected: ReadonlySet<number>, focusedId: number | undefined): number | undefined {
  if (focusedId === undefined || selected.size === 0 || selected.has(focusedId)) return focusedId
  const [only, ...others] = selected
  return others.length === 0 ? only : undefined
}

export function explainNoTarget(
  selected: ReadonlySet<number>,
  focusedId: number | undefined,
): string | undefined {
  if (findTarget(selected, focusedId) !== undefined) return undefined
  return selected.size > 1 ? 'Select one ticket' : 'Select a ticket first'
}
