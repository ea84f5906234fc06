/** Maximum size of one request: texts, names and values together, and bytes of files apart. */
const maxTextBytes = 256 * 1024
const maxBinaryBytes = 64 * 1024 * 1024
/** Counted for each value besides its text; JSON would take at least as much. */
const valueBytes = 2

/**
 * True for a request within the limits. Counting stops at a limit, because structured clone also carries cycles and
 * millions of values.
 */
export function isSmallRequest(request: unknown): boolean {
  let textLeft = maxTextBytes
  let binaryLeft = maxBinaryBytes
  const uncounted: unknown[] = [request]
  while (uncounted.length > 0 && textLeft >= 0 && binaryLeft >= 0) {
    const value = uncounted.pop()
    textLeft -= valueBytes
    if (typeof value === 'string') textLeft -= Buffer.byteLength(value)
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) binaryLeft -= value.byteLength
    else if (Array.isArray(value)) {
      if (value.length * valueBytes > textLeft) return false
      for (const inner of value) uncounted.push(inner)
    } else if (typeof value === 'object' && value !== null) {
      const names = Object.keys(value)
      if (names.length * valueBytes > textLeft) return false
      for (const name of names) textLeft -= Buffer.byteLength(name)
      for (const inner of Object.values(value)) uncounted.push(inner)
    }
  }
  return textLeft >= 0 && binaryLeft >= 0
}
