/** Pasted odds objects can be larger than one call of the bridge carries, so they cross in parts. */

/** UTF-16 units a part holds at most; well under the bridge's cap for any text. */
const partLimit = 60_000

/** The text cut into parts of at most `limit` units, never inside a surrogate pair. Empty text is one empty part. */
export function partsOf(text: string, limit = partLimit): string[] {
  const parts: string[] = []
  let from = 0
  do {
    let to = Math.min(from + limit, text.length)
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to--
    parts.push(text.slice(from, to))
    from = to
  } while (from < text.length)
  return parts
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
