/** The keys of the desk as data: what each means, and the list that `?` shows. */

export type Step =
  'up' | 'down' | 'left' | 'right' | 'row-start' | 'row-end' | 'page-up' | 'page-down' | 'top' | 'bottom'
export type Act =
  'reprice-row' | 'reprice-all' | 'recheck' | 'recheck-best' | 'copy-link' | 'remove' | 'show-keys'

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  k: 'up',
  ArrowDown: 'down',
  j: 'down',
  ArrowLeft: 'left',
  h: 'left',
  ArrowRight: 'right',
  l: 'right',
  Home: 'row-start',
  End: 'row-end',
  PageUp: 'page-up',
  PageDown: 'page-down',
  'Ctrl+Home': 'top',
  'Ctrl+End': 'bottom',
}

const acts: Readonly<Record<string, Act>> = {
  r: 'reprice-row',
  'Shift+r': 'reprice-all',
  o: 'recheck',
  c: 'copy-link',
  'Shift+?': 'show-keys',
  '?': 'show-keys',
}
const gridActs: Readonly<Record<string, Act>> = {
  Enter: 'recheck-best',
  Delete: 'remove',
  Backspace: 'remove',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Where a key press moves the selection, inside the grid. */
export const stepOf = (pressed: Pressed): Step | undefined => steps[nameOf(pressed)]

/** What a key press does inside the grid only, where it cannot be meant for anything else. */
export const gridActOf = (pressed: Pressed): Act | undefined => gridActs[nameOf(pressed)]

/** What a key press does anywhere on the desk. */
export const actOf = (pressed: Pressed): Act | undefined => acts[nameOf(pressed)]

/** Letters without case, so that Caps Lock changes nothing. */
function nameOf(pressed: Pressed): string {
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  const control = pressed.ctrlKey || pressed.metaKey ? 'Ctrl+' : ''
  const alt = pressed.altKey ? 'Alt+' : ''
  return `${control}${alt}${pressed.shiftKey ? 'Shift+' : ''}${key}`
}

/** Keys stop while the user types, chooses in a list, or answers a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], dialog, [role=dialog], [role=listbox]') !==
      null
  )
}

export const keyList: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['↑', '↓', '←', '→'], does: 'Move in the grid (also K, J, H, L)' },
  { keys: ['Home', 'End'], does: 'First or last book of the row' },
  { keys: ['Page ↑', 'Page ↓'], does: 'One page of parlays up or down' },
  { keys: ['R'], does: 'Reprice the row' },
  { keys: ['⇧R'], does: 'Reprice all' },
  { keys: ['O'], does: 'Recheck the cell’s price and open its betslip' },
  { keys: ['↵'], does: 'Recheck the row’s best price and open its betslip' },
  { keys: ['C'], does: 'Copy the cell’s link' },
  { keys: ['⌫'], does: 'Remove the parlay' },
  { keys: ['Ctrl P'], does: 'Pin the leg the search stands on (P in its list)' },
  { keys: ['?'], does: 'Show these keys' },
]
