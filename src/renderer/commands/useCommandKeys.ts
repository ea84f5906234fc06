/** The one listener for the keys of all commands, on the window. Elements that handle a press themselves come first. */
import { useEventListener } from '@vueuse/core'
import { useNavigationStore } from '../navigation-store.ts'
import { listChords } from './chord.ts'
import { useCommandStore } from './command-store.ts'
import type { CommandSpec } from './command-spec.ts'
import { type CommandId, commandTable } from './command-table.ts'
import { focusScopes, type Scope, tableScopes } from './scopes.ts'

export function useCommandKeys(): void {
  const navigation = useNavigationStore()
  const commands = useCommandStore()
  /** True once the field in focus was changed: Ctrl+Z then undoes that. */
  let hasInput = false

  /**
   * Scopes of a press, the innermost first. Escape ends what is in the part with the focus before it ends the tour. While
   * nothing has the focus, as after a start or a click beside a control, keys go to the view's table.
   */
  function listScopes(target: EventTarget | null): readonly Scope[] {
    const focused = target instanceof Element ? target.closest<HTMLElement>('[data-scope]') : null
    const inner = target === document.body ? tableScopes[navigation.view] : focused?.dataset['scope']
    return ['betslip', ...toScope(inner), 'tour', navigation.view, 'window']
  }

  function findCommand(press: KeyboardEvent): CommandId | undefined {
    if (isPressOfButton(press)) return undefined
    const scopes = listScopes(press.target)
    const isFree = !isTyping(press.target)
    const worksHere = ({ whileTyping }: CommandSpec) =>
      isFree || whileTyping === true || (whileTyping === 'until-input' && !hasInput)
    /** Tries outer scopes too when the command of an inner one cannot run, as for Esc. */
    function find(chord: string): CommandId | undefined {
      const found = scopes
        .flatMap(scope => commands.findByChord(scope, chord) ?? [])
        .filter(id => worksHere(commandTable[id]))
      return found.find(id => commands.blockedBy(id) === undefined) ?? found[0]
    }
    function findMove(chord: string): CommandId | undefined {
      const id = find(chord.replace('Shift+', ''))
      return id !== undefined && commandTable[id].isMove ? id : undefined
    }
    const chords = listChords(press)
    return chords.map(chord => find(chord) ?? findMove(chord)).find(id => id !== undefined)
  }

  function press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || isDialogOpen() || isCopyOfText(event)) return
    const id = findCommand(event)
    if (id !== undefined || isSelectionOfPage(event)) event.preventDefault()
    if (id !== undefined) commands.run(id, event)
  }
  useEventListener(window, 'keydown', press)
  useEventListener(window, 'focusin', () => (hasInput = false))
  // A list that was chosen from has no undo of its own.
  useEventListener(window, 'input', ({ target }) => (hasInput = !(target instanceof HTMLSelectElement)))
}

const toScope = (name: string | undefined): readonly Scope[] => focusScopes.filter(scope => scope === name)

/** True while the user types, chooses in a list or has one open. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=listbox], [role=menu]') !== null
  )
}

/** True when Ctrl+C should copy text selected on the page or in a field. */
function isCopyOfText(press: KeyboardEvent): boolean {
  if (!listChords(press).includes('Ctrl+C')) return false
  const { activeElement: field } = document
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (isField) return field.selectionStart !== field.selectionEnd
  return getSelection()?.isCollapsed === false
}

/** True when Ctrl+A would select all texts of the window, in place of those of a field. */
const isSelectionOfPage = (press: KeyboardEvent): boolean =>
  listChords(press).includes('Ctrl+A') && !isTyping(press.target)

/** True for Enter and Space on a button, which press it. Ctrl+Enter and Ctrl+Space remain keys of commands. */
function isPressOfButton({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== ' ') || ctrlKey || metaKey || altKey) return false
  return target instanceof Element && target.closest('button, a, summary, [role=button], [role=tab]') !== null
}

/** True while a dialog is open, in which keys of commands do not work. */
const isDialogOpen = (): boolean =>
  document.querySelector('dialog[open], [role=dialog][aria-modal=true]') !== null
