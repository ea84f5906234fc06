/** UTF-16 units in one part: one call of the bridge carries 256 KiB of text. */
const maxPartLength = 40_000

/** The rows of a table in parts that each fit one call of the bridge. */
export function splitIntoParts(rows: readonly string[][]): string[][][] {
  const parts: string[][][] = [[]]
  let size = 0
  for (const row of rows) {
    const length = row.reduce((sum, text) => sum + text.length + 3, 0)
    if (size > 0 && size + length > maxPartLength) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(row)
    size += length
  }
  return parts
}
