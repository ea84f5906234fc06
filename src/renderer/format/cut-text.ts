/** Cuts text to fit, between words if possible, else between graphemes. */
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** At most `limit` characters, the last of them an ellipsis when some were cut. */
export function cutText(text: string, limit: number): string {
  const all = Array.from(characters.segment(text), part => part.segment)
  if (all.length <= limit) return text
  const lastSpace = all.lastIndexOf(' ', limit - 1)
  return `${all.slice(0, lastSpace > limit / 2 ? lastSpace : limit - 1).join('')}…`
}
