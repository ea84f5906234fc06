/** Text cut to fit, between characters as people see them. */
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** At most `limit` characters, the last of them an ellipsis when some were cut. */
export function cutText(text: string, limit: number): string {
  const all = Array.from(characters.segment(text), part => part.segment)
  return all.length <= limit
    ? text
    : `${all
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}
