/**
 * Memory for what is typed and not saved: it outlives a reload of the page, as after a crash, and ends with the window.
 * Never for a key. The storage is the browser's and may be full or refused: then the value is kept in the page only.
 */

/** A longer value is written once it has not changed for a while, since writing it at each key would take too long. */
const maxLengthAtOnce = 1_000_000
const writeAfterMs = 300
const timers = new Map<string, ReturnType<typeof setTimeout>>()

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

/** Undefined forgets. So does a value that the storage has no room for: Chromium's takes about 5 million characters. */
export function remember(name: string, value: unknown): void {
  clearTimeout(timers.get(name))
  timers.delete(name)
  const isLong = typeof value === 'string' && value.length > maxLengthAtOnce
  if (isLong) timers.set(name, setTimeout(write, writeAfterMs, name, value))
  else write(name, value)
}

function write(name: string, value: unknown): void {
  try {
    // The room that its last value takes may be needed for this one.
    sessionStorage.removeItem(name)
    if (value !== undefined) sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The page has it.
  }
}
