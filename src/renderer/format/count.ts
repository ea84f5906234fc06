/** Counts with the user's thousands separators, and the plural of what is counted. */
const number = new Intl.NumberFormat()

export const countText = (count: number): string => number.format(count)

/** `1 parlay`, `41,208 selections`. `many` only where adding an s is wrong. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}
