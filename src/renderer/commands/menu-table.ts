/** Context menus (right click, Menu key, Shift+F10): commands by group. An element names its menu by `data-menu`. */
import type { CommandId } from './command-table.ts'

interface CommandMenu {
  readonly label: string
  readonly groups: Readonly<Record<string, readonly CommandId[]>>
}

const row: readonly CommandId[] = [
  'row.open-best',
  'row.reprice',
  'row.pin',
  'row.send',
  'row.tickets',
  'row.copy',
  'row.copy-image',
  'row.share',
  'row.give',
  'row.up',
  'row.down',
  'row.select',
  'row.remove',
]
const group: readonly CommandId[] = [
  'row.open-window',
  'group.blue',
  'group.green',
  'group.orange',
  'group.purple',
]
const column: readonly CommandId[] = [
  'column.left',
  'column.right',
  'column.narrower',
  'column.wider',
  'price.hide-book',
  'desk.columns',
]

export const menus = {
  price: {
    label: 'Price',
    groups: {
      Price: [
        'price.open',
        'price.record',
        'price.plan',
        'price.copy-link',
        'price.copy',
        'price.phone',
        'price.alert',
        'price.history',
        'price.fair',
        'price.by-leg',
        'price.alt-lines',
        'price.hide-book',
      ],
      // The other commands are in the menus of the row and the column, and have keys.
      Parlay: ['row.reprice', 'row.send', 'row.copy-image', 'row.open-window', 'row.remove'],
    },
  },
  row: { label: 'Parlay', groups: { Parlay: row, Window: group, Undo: ['app.undo', 'app.redo'] } },
  column: { label: 'Column', groups: { Column: column } },
  leg: {
    label: 'Leg',
    groups: { Leg: ['legs.choose', 'legs.pin', 'legs.copy'], Slip: ['slip.add', 'slip.clear'] },
  },
  slip: {
    label: 'New parlay',
    groups: { Slip: ['slip.add', 'slip.copy', 'slip.copy-image', 'slip.clear'], Legs: ['legs.type'] },
  },
  ticket: {
    label: 'Ticket',
    groups: {
      Ticket: [
        'ticket.open',
        'ticket.toggle',
        'ticket.decide',
        'ticket.correct',
        'ticket.hedge',
        'tickets.tag',
        'ticket.select',
        'tickets.copy',
        'ticket.undo',
        'ticket.delete',
      ],
      Ledger: ['ledger.new', 'ledger.settle'],
    },
  },
  'ticket-column': {
    label: 'Column',
    groups: {
      Column: [
        'tickets.sort-up',
        'tickets.sort-down',
        'tickets.column-left',
        'tickets.column-right',
        'tickets.hide-column',
        'tickets.columns',
      ],
    },
  },
  trending: { label: 'Trending', groups: { Trending: ['trending.open', 'trending.copy', 'desk.trending'] } },
} as const satisfies Readonly<Record<string, CommandMenu>>

export const findMenu = (name: string | undefined): CommandMenu | undefined =>
  name !== undefined && name in menus
    ? new Map<string, CommandMenu>(Object.entries(menus)).get(name)
    : undefined
