/** Words of letters and digits, without case and accents, as searches compare them. */
export const toWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Words of a question that name nothing: “how do I record a bet”. */
const fillers: ReadonlySet<string> = new Set(
  'a an and are at can do does for how i in is it my of on or the this to what where which with'.split(' '),
)

/** The words typed, without fillers unless all are. */
export function toNamingWords(typed: string): string[] {
  const words = toWords(typed)
  const naming = words.filter(word => !fillers.has(word))
  return naming.length > 0 ? naming : words
}
