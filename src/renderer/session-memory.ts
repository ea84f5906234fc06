/**
 * Stores unsaved input in the browser's session storage: it survives a reload of the page, as after a crash, and ends
 * with the window. Never for a key. When the storage is full or unavailable, the value lasts as long as the page.
 */

/** A longer value is written after a pause in typing, because writing it at each key would take too long. */
const maxLengthAtOnce = 1_000_000
const writeAfterMs = 300
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** The value stored under this name, or `initial`. */
export function recall<T>(name: string, initial: T): T {
  const parse: (text: string) => T = JSON.parse
  try {
    const text = sessionStorage.getItem(name)
    return text === null ? initial : parse(text)
  } catch {
    return initial
  }
}

/**
 * Stores a value; undefined removes it. A value without room is removed too: Chromium stores about 5 million
 * characters.
 */
export function remember(name: string, value: unknown): void {
  clearTimeout(timers.get(name))
  timers.delete(name)
  const isLong = typeof value === 'string' && value.length > maxLengthAtOnce
  if (isLong) timers.set(name, setTimeout(write, writeAfterMs, name, value))
  else write(name, value)
}

function write(name: string, value: unknown): void {
  try {
    // The last value may take the room that this one needs.
    sessionStorage.removeItem(name)
    if (value !== undefined) sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The page still has the value.
  }
}
