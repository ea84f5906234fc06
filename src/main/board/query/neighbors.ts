/**
 * Finds the same bet at other lines: selections of the same game and market whose names differ in the line alone.
 * Another wording is another bet, never a neighbor.
 */
import type { Leg } from '../../../shared/model/parlay/parlay.ts'
import { splitOddsId } from '../../../shared/model/game/selection.ts'
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'
import { toLeg } from './legs.ts'

/** Lowest line first. */
export interface Neighbors {
  readonly below: readonly Leg[]
  readonly above: readonly Leg[]
}

/** A number that is not a shirt number, part of a word, or side of a score or a range. */
const number = /(?<![\p{L}\p{N}.#]|\p{N}[-–])([+−-]?\d+(?:\.\d+)?)(?![\p{L}\p{N}]|\.\p{N}|[-–]\p{N})/gu
const side = /\b(?:over|under) $/i

/** Splits a name at its line: the number after its side, else its last; undefined for a name without a number. */
export function parseNamedLine(name: string) {
  const numbers = [...name.matchAll(number)]
  const match = numbers.find(({ index }) => side.test(name.slice(0, index))) ?? numbers.at(-1)
  if (match === undefined) return undefined
  const [text] = match
  return {
    before: name.slice(0, match.index),
    line: Number(text.replace('−', '-')),
    after: name.slice(match.index + text.length),
  }
}

/** Returns at most `eachWay` lines below and above that of the key's selection, with all their offers. */
export function findNeighbors(store: Store, key: string, eachWay: number): Neighbors {
  const parts = splitOddsId(`book#${key}`)
  const own = parts && parseNamedLine(parts.name)
  if (parts === undefined || own === undefined) return { below: [], above: [] }
  const family = findOffered(store, parts.event, parts.market).flatMap(row => {
    const other = parseNamedLine(store.texts.list[store.selections.name[row] ?? none] ?? '')
    return other?.before === own.before && other.after === own.after ? [{ row, line: other.line }] : []
  })
  family.sort((a, b) => a.line - b.line)
  const below = eachWay > 0 ? family.filter(({ line }) => line < own.line).slice(-eachWay) : []
  const above = family.filter(({ line }) => line > own.line).slice(0, eachWay)
  const legsOf = (rows: typeof family) => rows.map(({ row }) => toLeg(store, row))
  return { below: legsOf(below), above: legsOf(above) }
}

/** Finds the selections of a market of a game that have an offer. */
export function findOffered({ selections, texts }: Store, eventText: string, marketText: string): number[] {
  const event = texts.find(eventText)
  const market = texts.find(marketText)
  const rows: number[] = []
  for (let row = 0; row < selections.count; row++) {
    const isOf = selections.event[row] === event && selections.market[row] === market
    if (isOf && selections.firstOffer[row] !== none) rows.push(row)
  }
  return rows
}
