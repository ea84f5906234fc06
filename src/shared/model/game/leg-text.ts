/**
 * Splits a parlay typed as legs: `flint o21.5 pts + ml`. Legs are separated by a new line, comma, semicolon, `&`, the
 * word "and", or a plus sign after a space; `pts+reb` is one market, and `+3.5` a line.
 */
const separator = /\s*[\n,;&]\s*|\s+and\s+|\s+\+\s*(?![\d.])|(?<=[a-z])\+\s+/i

/** Texts of the legs, without empty ones. */
export function splitLegText(text: string): string[] {
  return text
    .split(separator)
    .map(part => part.trim())
    .filter(part => part !== '')
}
