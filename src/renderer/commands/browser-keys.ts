/** Effects of keys that the browser has only for those of the user, not for keys that a script presses. */

type Field = HTMLInputElement | HTMLTextAreaElement

/** Does what the browser would do after a key that no listener handled. */
export function actAsBrowser({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): void {
  if (ctrlKey || altKey || metaKey) return
  const { activeElement: focused } = document
  const dialog = [...document.querySelectorAll('dialog')].findLast(({ open }) => open)
  if (key === 'Escape') dialog?.requestClose()
  else if (key === 'Tab') moveFocus(dialog ?? document.body, shiftKey ? -1 : 1)
  else if (isField(focused)) type(focused, key)
  else if (focused instanceof HTMLElement && focused.matches('button, summary') && isPress(key))
    focused.click()
}

const isPress = (key: string): boolean => key === 'Enter' || key === ' '
const isField = (element: Element | null): element is Field =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio'].includes(element.type))

function type(field: Field, key: string): void {
  if (key === 'Backspace') insert(field, '', 1)
  else if (key.length === 1) insert(field, key)
  else if (key !== 'Enter') return
  else if (field instanceof HTMLTextAreaElement) insert(field, '\n')
  else field.form?.requestSubmit()
}

/** Replaces the selection by a text; without a selection, `before` characters in front of the caret are replaced too. */
function insert(field: Field, text: string, before = 0): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  // A field for a number or a date has no selection that scripts can read.
  if (start === null || end === null) field.value = value.slice(0, value.length - before) + text
  else field.setRangeText(text, start === end ? Math.max(0, start - before) : start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function moveFocus(within: Element, step: 1 | -1): void {
  const stops = [
    ...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
  ].filter(stop => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility())
  const at = stops.findIndex(stop => stop === document.activeElement)
  stops.at((at + step) % stops.length)?.focus()
}
