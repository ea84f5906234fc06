/**
 * Splits a parlay typed as legs: `flint o21.5 pts + ml`. Legs are separated by a new line, comma, semicolon, `&`, the
 * word "and", or a plus sign after a space; `pts+reb` is one market, and `+3.5` a line.
 */
const separator = /\s*[\n,;&]\s*|\s+and\s+|\s+\+\s*(?![\d.])|(?<=[a-z])\+\s+/i

/** The comma of a line such as `21,5`, as most of Europe writes it. */
export const decimalComma = /(?<=\d),(?=\d{1,2}(?!\d))/g

/** Texts of the legs, without empty ones. */
export function splitLegText(text: string): string[] {
  return text
    .replaceAll(decimalComma, '.')
    .split(separator)
    .map(part => part.trim())
    .filter(part => part !== '')
}
