/**
 * The side, the line and the team that an odds object's own `name`, `points` and `selection` tell, where its odds id
 * does not tell the same: kept as a short text, `over 28.5` or `|Harbor City`, so that offers which met on one id can
 * be compared later.
 */
import { isObject, type JsonObject } from './surroundings.ts'
import { noSides, type Sides } from './game-facts.ts'

export interface ToldLine {
  /** `over`, `under`, `yes`, `no`, or empty. */
  readonly side: string
  /** A number as text, or empty. `25+` is `24.5`. */
  readonly line: string
  /** As the name has it, or empty. */
  readonly team: string
}

const sideWord = /\b(over|under|yes|no)\b/i
const lineAfterSide = /\b(?:over|under) ([+-]?\d+(?:\.\d+)?)(\+?)/i
const number = /(?<![\p{L}\p{N}.#])([+-]?\d+(?:\.\d+)?)(\+?)(?![\p{L}\p{N}])/gu

/** What a selection’s name tells: its side, and its last number that is no shirt’s and no part of a word. */
export function toldByName(name: string): Omit<ToldLine, 'team'> {
  const [, digits = '', plus = ''] = lineAfterSide.exec(name) ?? [...name.matchAll(number)].at(-1) ?? []
  const least = plus === '' ? 0 : 0.5
  return {
    side: sideWord.exec(name)?.[1]?.toLowerCase() ?? '',
    line: digits === '' ? '' : String(Number(digits) - least),
  }
}

/** What of an odds object tells its side and line once more. */
export type OwnWords = Pick<JsonObject, 'name' | 'points' | 'selection'>

/**
 * What an odds object tells beyond the name in its id; empty where they agree. `sides` are the names of the game's
 * teams: names are free text, and only one that is the other team's tells of another bet.
 */
export function toldBeside(idName: string, own: OwnWords, sides: Sides = noSides): string {
  const selection = isObject(own.selection) ? own.selection : {}
  const [ownName = '', ...otherNames] = [own.name, selection.name]
    .filter(name => typeof name === 'string' && !beginsWith(idName, name))
    .map(name => String(name).slice(0, longestName))
  const lines = [numberIn(own.points), numberIn(selection.line)].filter(line => line !== undefined)
  const ownLine = lines.find(line => !endsWithLine(idName, line))
  const ownSide = typeof selection.side === 'string' ? toldByName(selection.side).side : ''
  if (ownName === '' && ownLine === undefined && ownSide === '') return ''
  const id = toldByName(idName)
  const byName = toldByName(ownName)
  const line = ownLine !== undefined ? pointsAs(idName, ownLine) : lines.length > 0 ? '' : byName.line
  const side = [ownSide, byName.side].find(each => each !== '' && each !== id.side) ?? ''
  const team = [ownName, ...otherNames].map(name => otherTeam(idName, name, sides)).find(each => each !== '')
  return `${side} ${line === id.line ? '' : line}`.trim() + (team === undefined ? '' : `|${team}`)
}

const longestName = 200

function beginsWith(name: string, start: string): boolean {
  return name.startsWith(start) && (name.length === start.length || name[start.length] === ' ')
}

/** Of a number, or of text that is nothing else. */
function numberIn(told: unknown): number | undefined {
  if (typeof told === 'number') return told
  return typeof told === 'string' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(told) ? Number(told) : undefined
}

/** The team that a name tells where the id's name tells the other; else empty. */
function otherTeam(idName: string, ownName: string, sides: Sides): string {
  const team = teamIn(ownName)
  const side = sideOf(team, sides)
  if (side < 0) return ''
  return sideOf(teamIn(idName), sides) === 1 - side ? team : ''
}

/** What is left of a name without its side and its line: where it bets on a team, that is the team. */
export function teamIn(name: string): string {
  return name.replace(lineAfterSide, '').replaceAll(number, '').replace(/[\s()|−]+/g, ' ').trim() // prettier-ignore
}

/** Which of the two the name is of, whole or by its first or last words; -1 for none and for both. */
function sideOf(team: string, sides: Sides): number {
  const wanted = ` ${team.toLowerCase()} `
  const fits = (name: string) => name.startsWith(wanted) || name.endsWith(wanted)
  const [isAway, isHome] = [sides[0].some(fits), sides[1].some(fits)]
  return team === '' || isAway === isHome ? -1 : isAway ? 0 : 1
}

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
  const [words = '', team = ''] = text.split('|')
  const [first = '', second = ''] = words.split(' ')
  return /^[a-z]/.test(first) ? { side: first, line: second, team } : { side: '', line: first, team }
}
