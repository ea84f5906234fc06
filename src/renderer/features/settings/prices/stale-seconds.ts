/** The limit of a fresh price as it is typed. */
const fewest = 5
const most = 3600

/** Milliseconds for a text of whole seconds from 5 to 3600; undefined for any other. */
export function staleMsOf(text: string): number | undefined {
  const seconds = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0
  return seconds >= fewest && seconds <= most ? seconds * 1000 : undefined
}
