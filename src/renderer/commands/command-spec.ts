/** Definition of a command, and the groups in which lists show commands. */
import type { Scope } from './scopes.ts'

/** In the order of lists, with the scope of their commands. */
export const commandGroups = {
  Recent: 'window',
  'Live now': 'desk',
  Build: 'desk',
  Price: 'desk',
  Parlay: 'desk',
  Desk: 'desk',
  Legs: 'desk',
  'Order of rows': 'desk',
  Layouts: 'desk',
  'Bet slip': 'betslip',
  Ledger: 'ledger',
  Accounts: 'accounts',
  Scanner: 'scanner',
  Settings: 'settings',
  General: 'window',
  Views: 'window',
  'Show prices as': 'window',
  Window: 'window',
  'Move in prices': 'grid',
  'Move in tickets': 'tickets',
  'Go to parlay': 'desk',
  'Legs found': 'desk',
  'Tickets found': 'ledger',
  'Accounts found': 'accounts',
  Help: 'window',
  Books: 'desk',
} as const satisfies Readonly<Record<string, Scope>>
export type CommandGroup = keyof typeof commandGroups
export const commandGroupNames = Object.keys(commandGroups).filter(
  (name): name is CommandGroup => name in commandGroups,
)

export interface CommandSpec {
  readonly title: string
  readonly group: CommandGroup
  /** Replaces the group's scope. */
  readonly scope?: Scope
  /** Default chords; the first is shown on buttons. */
  readonly keys?: readonly string[]
  /** Set if its keys work in text fields too; `until-input`: until the user changes the field. */
  readonly whileTyping?: true | 'until-input'
  /** A move in a grid: by keys only. With Shift, rows passed are selected. */
  readonly isMove?: true
  /** Further words that the palette finds it by. */
  readonly words?: string
}
