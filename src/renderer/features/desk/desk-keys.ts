/** The keys of the desk as one table: the meaning of each, its line in the list that `?` shows, and its command's title. */

export type Step =
  'up' | 'down' | 'left' | 'right' | 'row-start' | 'row-end' | 'page-up' | 'page-down' | 'top' | 'bottom'
interface KeyLine {
  /** As the list shows them. */
  readonly keys: readonly string[]
  readonly does: string
  readonly steps?: Readonly<Record<string, Step>>
  /** In the grid only, where the keys cannot be meant for anything else. */
  readonly inGrid?: Readonly<Record<string, Action>>
  readonly anywhere?: Readonly<Record<string, Action>>
}

export const keyList: readonly KeyLine[] = [
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

const steps = new Map(keyList.flatMap(line => Object.entries(line.steps ?? {})))
const gridActions = new Map(keyList.flatMap(line => Object.entries(line.inGrid ?? {})))
const deskActions = new Map(keyList.flatMap(line => Object.entries(line.anywhere ?? {})))

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The step of a key inside the grid. The Shift key makes no difference. */
export const findStep = (press: KeyPress): Step | undefined => steps.get(toKeyName(press, false))

/** The action of a key inside the grid only. */
export const findGridAction = (press: KeyPress): Action | undefined => gridActions.get(toKeyName(press))

/** The action of a key anywhere on the desk. */
export const findAction = (press: KeyPress): Action | undefined => deskActions.get(toKeyName(press))

/** Letters without case, so that Caps Lock makes no difference. */
function toKeyName(press: KeyPress, isShifted = press.shiftKey): string {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  const control = press.ctrlKey || press.metaKey ? 'Ctrl+' : ''
  const alt = press.altKey ? 'Alt+' : ''
  return `${control}${alt}${isShifted ? 'Shift+' : ''}${key}`
}

/** Titles of the actions among the commands, by what they are done to. */
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
} as const
export type ActionTarget = keyof typeof titles
export type Action = (typeof titles)[ActionTarget][number][0]

/** A line names the keys of its actions in their order; `does` gives a command more words to be found by. */
const listed = new Map(
  keyList.flatMap(({ keys, does, inGrid, anywhere }) =>
    [...new Set(Object.values({ ...inGrid, ...anywhere }))].map(
      (action, at) => [action, { keys: keys[at], does }] as const,
    ),
  ),
)

export const listActions = (target: ActionTarget) =>
  titles[target].map(([action, title]) => ({ action, title, ...listed.get(action) }))

/** Titles of the commands that the parts of the cell's pane offer; they have no key. */
export const cellTools = {
  history: 'Price history',
  legCosts: 'Leg costs',
  lineSteps: 'Line steps',
  alert: 'Alert at this price',
  definitions: 'What the numbers mean',
} as const

/** Reasons why an action on a cell or a row cannot be done. */
export const noCell = 'Select a price first'
export const noRow = 'Select a parlay first'
