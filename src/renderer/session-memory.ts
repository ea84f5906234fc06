/**
 * Memory for what is typed and not saved: it outlives a reload of the page, as after a crash, and ends with the window.
 * Never for a key. The storage is the browser's and may be full or refused: then the value is kept in the page only.
 */
const maxLength = 1_000_000

/** The value remembered under this name, or `initial`. */
export function recall<T>(name: string, initial: T): T {
  const parse: (text: string) => T = JSON.parse
  try {
    const text = sessionStorage.getItem(name)
    return text === null ? initial : parse(text)
  } catch {
    return initial
  }
}

/** Undefined forgets. So does a value that is too long to be written at each key. */
export function remember(name: string, value: unknown): void {
  const text = value === undefined ? '' : JSON.stringify(value)
  try {
    if (text === '' || text.length > maxLength) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    // The page has it.
  }
}
