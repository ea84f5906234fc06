/**
 * A dialog that closes gives the focus back to a field, but not the caret; without it, what is typed next goes nowhere.
 * Answers a function that puts it back where it is now.
 */
export function caretKeeper(): () => void {
  const { activeElement: field } = document
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!isText || field.selectionStart === null) return () => undefined
  const { selectionStart, selectionEnd } = field
  return () => {
    if (document.activeElement === field) field.setSelectionRange(selectionStart, selectionEnd)
  }
}
