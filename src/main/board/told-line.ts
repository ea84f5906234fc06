/**
 * The side and the line that an odds object's own `name` and `points` tell, where its odds id does not tell the same:
 * kept as a short text, `over 28.5`, so that offers which met on one id can be compared later.
 */

export interface ToldLine {
  /** `over`, `under`, `yes`, `no`, or empty. */
  readonly side: string
  /** A number as text, or empty. `25+` is `24.5`. */
  readonly line: string
}

const sideWord = /\b(over|under|yes|no)\b/i
const lineAfterSide = /\b(?:over|under) ([+-]?\d+(?:\.\d+)?)(\+?)/i
const number = /(?<![\p{L}\p{N}.#])([+-]?\d+(?:\.\d+)?)(\+?)(?![\p{L}\p{N}])/gu

/** What a selection’s name tells: its side, and its last number that is no shirt’s and no part of a word. */
export function toldByName(name: string): ToldLine {
  const [, digits = '', plus = ''] = lineAfterSide.exec(name) ?? [...name.matchAll(number)].at(-1) ?? []
  const least = plus === '' ? 0 : 0.5
  return {
    side: sideWord.exec(name)?.[1]?.toLowerCase() ?? '',
    line: digits === '' ? '' : String(Number(digits) - least),
  }
}

/** What an odds object with this `name` and these `points` tells beyond the name in its id; empty where they agree. */
export function toldBeside(idName: string, name: unknown, points: unknown): string {
  const ownName = typeof name === 'string' && name !== idName ? name.slice(0, longestName) : ''
  const hasOwnLine = typeof points === 'number' && !endsWithLine(idName, points)
  if (ownName === '' && !hasOwnLine) return ''
  const id = toldByName(idName)
  const own = toldByName(ownName)
  const line = hasOwnLine ? pointsAs(idName, points) : typeof points === 'number' ? '' : own.line
  return `${own.side === id.side ? '' : own.side} ${line === id.line ? '' : line}`.trim()
}

const longestName = 200

/** Spares nearly all odds objects the search for numbers. */
function endsWithLine(name: string, points: number): boolean {
  const line = String(points)
  const before = name.charAt(name.length - line.length - 1)
  return name.endsWith(line) && (before === ' ' || before === '+')
}

/** Books give `25+` either 25 or 24.5 points. */
function pointsAs(idName: string, points: number): string {
  return String(idName.includes(`${points}+`) ? points - 0.5 : points)
}

/** The text that `toldBeside` gave, taken apart again. */
export function toldLineOf(text: string): ToldLine {
  const [first = '', second = ''] = text.split(' ')
  return /^[a-z]/.test(first) ? { side: first, line: second } : { side: '', line: first }
}
