/** The keys of the desk as one table: what each means, and the line of it that `?` shows. */

export type Step =
  'up' | 'down' | 'left' | 'right' | 'row-start' | 'row-end' | 'page-up' | 'page-down' | 'top' | 'bottom'
export type Action =
  | 'reprice-row'
  | 'reprice-all'
  | 'recheck'
  | 'recheck-best'
  | 'copy-link'
  | 'phone-qr'
  | 'record-ticket'
  | 'queue'
  | 'remove'
  | 'mark-row'
  | 'mark-all'
  | 'mark-none'
  | 'export'
  | 'hide-book'
  | 'column-left'
  | 'column-right'
  | 'column-narrower'
  | 'column-wider'
  | 'search'
  | 'show-columns'
  | 'show-keys'

interface KeyLine {
  /** As the list shows them. */
  readonly keys: readonly string[]
  readonly does: string
  /** In the grid. */
  readonly steps?: Readonly<Record<string, Step>>
  /** In the grid only, where they cannot be meant for anything else. */
  readonly inGrid?: Readonly<Record<string, Action>>
  readonly anywhere?: Readonly<Record<string, Action>>
}

const lines: readonly KeyLine[] = [
  {
    keys: ['↑', '↓', '←', '→'],
    does: 'Move in the grid (also K, J, H, L)',
    steps: {
      ArrowUp: 'up',
      k: 'up',
      ArrowDown: 'down',
      j: 'down',
      ArrowLeft: 'left',
      h: 'left',
      ArrowRight: 'right',
      l: 'right',
    },
  },
  {
    keys: ['Home', 'End'],
    does: 'First or last book of the row; with Ctrl of the whole grid',
    steps: { Home: 'row-start', End: 'row-end', 'Ctrl+Home': 'top', 'Ctrl+End': 'bottom' },
  },
  {
    keys: ['Page ↑', 'Page ↓'],
    does: 'One page of parlays up or down',
    steps: { PageUp: 'page-up', PageDown: 'page-down' },
  },
  {
    keys: ['↵'],
    does: 'Recheck the row’s best price and open its betslip',
    inGrid: { Enter: 'recheck-best' },
  },
  { keys: ['O'], does: 'Recheck the cell’s price and open its betslip', anywhere: { o: 'recheck' } },
  { keys: ['C'], does: 'Copy the cell’s link', anywhere: { c: 'copy-link' } },
  { keys: ['P'], does: 'Show the cell’s link as a QR code for a phone', anywhere: { p: 'phone-qr' } },
  { keys: ['T'], does: 'Record a ticket of the cell', anywhere: { t: 'record-ticket' } },
  {
    keys: ['Q'],
    does: 'Send the parlay, or all selected, to the trending queue',
    anywhere: { q: 'queue' },
  },
  {
    keys: ['1', '2', '3', '4'],
    does: 'Once a betslip opened: as shown, moved, refused, limited (Esc puts it away)',
  },
  { keys: ['R'], does: 'Reprice the row, or all rows selected', anywhere: { r: 'reprice-row' } },
  { keys: ['⇧R'], does: 'Reprice all', anywhere: { 'Shift+r': 'reprice-all' } },
  {
    keys: ['Space'],
    does: 'Select the row or let it go; ⇧ with a move selects all rows passed',
    inGrid: { ' ': 'mark-row' },
  },
  {
    keys: ['Ctrl A', 'Esc'],
    does: 'Select all rows, or none',
    inGrid: { 'Ctrl+a': 'mark-all', Escape: 'mark-none' },
  },
  {
    keys: ['⌫'],
    does: 'Remove the parlay, or all selected',
    inGrid: { Delete: 'remove', Backspace: 'remove' },
  },
  { keys: ['X'], does: 'Turn the cell’s book off', anywhere: { x: 'hide-book' } },
  {
    keys: ['Alt ←', 'Alt →'],
    does: 'Move the cell’s column',
    inGrid: { 'Alt+ArrowLeft': 'column-left', 'Alt+ArrowRight': 'column-right' },
  },
  {
    keys: ['Alt ⇧←', 'Alt ⇧→'],
    does: 'Make the cell’s column narrower or wider',
    inGrid: {
      'Alt+Shift+ArrowLeft': 'column-narrower',
      'Alt+Shift+ArrowRight': 'column-wider',
    },
  },
  { keys: ['/'], does: 'Search legs', anywhere: { '/': 'search', 'Shift+/': 'search' } },
  { keys: ['Ctrl P'], does: 'Pin the leg the search stands on (P in its list)' },
  { keys: ['Ctrl K'], does: 'Commands: all of this and more by name, also while you type' },
  { keys: ['?'], does: 'Show these keys', anywhere: { '?': 'show-keys', 'Shift+?': 'show-keys' } },
]

const merged = <T>(parts: readonly (Readonly<Record<string, T>> | undefined)[]) =>
  new Map(parts.flatMap(part => Object.entries(part ?? {})))
const steps = merged(lines.map(line => line.steps))
const gridActs = merged(lines.map(line => line.inGrid))
const acts = merged(lines.map(line => line.anywhere))

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Where a key press moves the selection, inside the grid; the Shift key changes nothing of that. */
export const findStep = (pressed: Pressed): Step | undefined => steps.get(nameOf(pressed, false))

/** What a key press does inside the grid only. */
export const findGridAction = (pressed: Pressed): Action | undefined => gridActs.get(nameOf(pressed))

/** What a key press does anywhere on the desk. */
export const findAction = (pressed: Pressed): Action | undefined => acts.get(nameOf(pressed))

/** Letters without case, so that Caps Lock changes nothing. */
function nameOf(pressed: Pressed, isShifted = pressed.shiftKey): string {
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  const control = pressed.ctrlKey || pressed.metaKey ? 'Ctrl+' : ''
  const alt = pressed.altKey ? 'Alt+' : ''
  return `${control}${alt}${isShifted ? 'Shift+' : ''}${key}`
}

export const keyList = lines.map(({ keys, does }) => ({ keys, does }))

/** What acts are called among the commands, by what they are done to. */
const titles = {
  cell: [
    ['recheck', 'Recheck and open the cell'],
    ['copy-link', 'Copy link'],
    ['phone-qr', 'Phone QR'],
    ['record-ticket', 'Record ticket'],
    ['hide-book', 'Hide book'],
    ['column-left', 'Move column left'],
    ['column-right', 'Move column right'],
    ['column-narrower', 'Make column narrower'],
    ['column-wider', 'Make column wider'],
  ],
  row: [
    ['recheck-best', 'Recheck and open best'],
    ['reprice-row', 'Reprice row'],
    ['queue', 'Queue'],
    ['remove', 'Remove parlay'],
    ['mark-row', 'Select row, or let it go'],
    ['mark-all', 'Select all rows'],
    ['mark-none', 'Select no rows'],
  ],
  desk: [
    ['reprice-all', 'Reprice all'],
    ['export', 'Export prices'],
    ['show-columns', 'Columns'],
    ['show-keys', 'Keys of the desk'],
  ],
  legs: [['search', 'Search legs']],
} satisfies Readonly<Record<string, readonly (readonly [Action, string])[]>>
export type ActionTarget = keyof typeof titles

interface NamedAction {
  readonly act: Action
  readonly title: string
  readonly keys?: string | undefined
  /** Its line of the list: more words to find it by. */
  readonly does?: string
}

/** A line names the keys of its acts in their order. */
const shown = new Map(
  lines.flatMap(({ keys, does, inGrid, anywhere }) =>
    [...new Set(Object.values({ ...inGrid, ...anywhere }))].map(
      (act, at) => [act, { keys: keys[at], does }] as const,
    ),
  ),
)

export const listActions = (object: ActionTarget): NamedAction[] =>
  titles[object].map(([act, title]) => ({ act, title, ...shown.get(act) }))
