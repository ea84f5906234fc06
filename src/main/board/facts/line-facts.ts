/**
 * Side, line and team of an odds object. Books give them in the odds id and again in the object's own `name`, `points`
 * and `selection`. Where these differ from the id, the *own line* is kept as a short text, `over 28.5` or
 * `|Harbor City`, so that the offers of one selection can be compared later.
 */
import { cleanText } from '../../../shared/clean-text.ts'
import { isObject, type JsonObject } from './surroundings.ts'
import { noTeamNames, type TeamNames } from './game-facts.ts'

export interface LineFacts {
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

/** The line is the last number that is neither a shirt number nor part of a word. */
export function parseLineName(name: string): Omit<LineFacts, 'team'> {
  const [, digits = '', plus = ''] = lineAfterSide.exec(name) ?? [...name.matchAll(number)].at(-1) ?? []
  const belowLine = plus === '' ? 0 : 0.5
  return {
    side: sideWord.exec(name)?.[1]?.toLowerCase() ?? '',
    line: digits === '' ? '' : String(Number(digits) - belowLine),
  }
}

/** Fields of an odds object that repeat its side and line. */
export type OwnLineFields = Pick<JsonObject, 'name' | 'points' | 'selection'>

/**
 * Describes where an odds object's own fields differ from the name in its id; empty where they agree. Names are free
 * text: only the name of the other team means another bet.
 */
export function describeOwnLine(
  idName: string,
  own: OwnLineFields,
  teamNames: TeamNames = noTeamNames,
): string {
  const selection = isObject(own.selection) ? own.selection : {}
  const [ownName = '', ...otherNames] = [own.name, selection.name]
    .filter(name => typeof name === 'string' && !beginsWith(idName, name))
    .map(name => cleanText(String(name)).slice(0, maxNameLength))
    .filter(name => !beginsWith(idName, name))
  const lines = [parseNumber(own.points), parseNumber(selection.line)].filter(line => line !== undefined)
  const ownLine = lines.find(line => !endsWithLine(idName, line))
  const ownSide = typeof selection.side === 'string' ? parseLineName(cleanText(selection.side)).side : ''
  if (ownName === '' && ownLine === undefined && ownSide === '') return ''
  const id = parseLineName(idName)
  const byName = parseLineName(ownName)
  const line = ownLine !== undefined ? toPointsOfId(idName, ownLine) : lines.length > 0 ? '' : byName.line
  const side = [ownSide, byName.side].find(each => each !== '' && each !== id.side) ?? ''
  const team = [ownName, ...otherNames]
    .map(name => findOtherTeam(idName, name, teamNames))
    .find(each => each !== '')
  return `${side} ${line === id.line ? '' : line}`.trim() + (team === undefined ? '' : `|${team}`)
}

const maxNameLength = 200

function beginsWith(name: string, start: string): boolean {
  return name.startsWith(start) && (name.length === start.length || name[start.length] === ' ')
}

/** Parses a number, or text that is nothing else. */
function parseNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? cleanText(value) : ''
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** Team of a name when the id names the other team; else empty. */
function findOtherTeam(idName: string, ownName: string, teamNames: TeamNames): string {
  const team = parseTeam(ownName)
  const side = findTeamSide(team, teamNames)
  if (side < 0) return ''
  return findTeamSide(parseTeam(idName), teamNames) === 1 - side ? team : ''
}

/** Removes side and line from a name; in a bet on a team, the rest is the team. */
export function parseTeam(name: string): string {
  const rest = name.replace(lineAfterSide, '').replaceAll(number, '')
  return rest.replace(/[\s()|−]+/g, ' ').trim()
}

/** Returns 0 (away) or 1 (home) for a name, or its first or last words; -1 for none and for both. */
export function findTeamSide(team: string, [away, home]: TeamNames): number {
  const wanted = ` ${team.toLowerCase()} `
  const fits = (name: string) => name.startsWith(wanted) || name.endsWith(wanted)
  const [isAway, isHome] = [away.some(fits), home.some(fits)]
  return team === '' || isAway === isHome ? -1 : isAway ? 0 : 1
}

/** Quick check that saves most odds objects the search for numbers. */
function endsWithLine(name: string, points: number): boolean {
  const line = String(points)
  const before = name.charAt(name.length - line.length - 1)
  return name.endsWith(line) && (before === ' ' || before === '+')
}

/** Books write `25+` as 25 or as 24.5 points. */
function toPointsOfId(idName: string, points: number): string {
  return String(idName.includes(`${points}+`) ? points - 0.5 : points)
}

/** Parses a text of `describeOwnLine`. */
export function parseOwnLine(text: string): LineFacts {
  const [words = '', team = ''] = text.split('|')
  const [first = '', second = ''] = words.split(' ')
  return /^[a-z]/.test(first) ? { side: first, line: second, team } : { side: '', line: first, team }
}

/** Statistics that a market counts: points and assists of `Player Points + Assists`. */
export const splitStatistics = (market: string): string[] =>
  market
    .toLowerCase()
    .replace(/^(?:player|team)\b/, '')
    .split(/[+&,/]| and /)
    .map(word => word.trim())
