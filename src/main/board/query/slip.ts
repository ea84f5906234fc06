/** Checks the legs of a slip: books that offer all of them, flags of each, and warnings in plain words. */
import type { SlipCheck } from '../../../shared/model/game/board.ts'
import type { Leg, Offer } from '../../../shared/model/parlay/parlay.ts'
import { Mark } from '../batch/batch.ts'
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'
import { findFlags } from './flags.ts'
import { toLeg } from './legs.ts'

interface SlipLeg {
  readonly row: number
  readonly leg: Leg
}

/** Keys that are not offered count for no book; a warning names them. */
export function checkSlip(store: Store, keys: readonly string[]): SlipCheck {
  const rows = keys.map(key => store.find(key))
  const legs = rows.map(row => (row < 0 ? undefined : { row, leg: toLeg(store, row) }))
  const offered = legs.filter(leg => leg !== undefined)
  const flags = findFlags(
    store,
    offered.map(({ row }) => row),
  )
  const books = legs.map(leg => listBooks(leg?.leg.offers ?? []))
  const [first, ...others] = books
  return {
    completeBooks: [...(first ?? [])].filter(book => others.every(each => each.has(book))),
    legs: keys.map((key, at) => ({
      key,
      books: books[at]?.size ?? 0,
      flags: flags.get(rows[at] ?? none) ?? [],
    })),
    warnings: [
      ...(keys.length < 2 ? ['A parlay needs at least 2 legs.'] : []),
      ...keys
        .filter((_, at) => legs[at] === undefined)
        .map(key => `“${parseName(key)}” is no longer offered.`),
      ...describeRepeatedLegs(keys),
      ...describeDifferentGames(offered),
      ...describeSameMarkets(store, offered),
    ],
  }
}

const listBooks = (offers: readonly Offer[]): Set<string> =>
  new Set(offers.filter(({ sgp }) => sgp !== null).map(({ bookId }) => bookId))

const parseName = (key: string) => key.split('#').slice(2).join('#')

function describeRepeatedLegs(keys: readonly string[]): string[] {
  const repeated = keys.filter((key, at) => keys.indexOf(key) !== at)
  return [...new Set(repeated)].map(key => `“${parseName(key)}” is in the slip twice.`)
}

function describeDifferentGames(legs: readonly SlipLeg[]): string[] {
  const games = new Map(legs.map(({ leg }) => [leg.game.id, leg.game.short]))
  if (games.size < 2) return []
  return [`The legs are from ${games.size} different games: ${[...games.values()].join(', ')}.`]
}

/** Warns of two legs of one market, unless each is about a player of its own. */
function describeSameMarkets(store: Store, legs: readonly SlipLeg[]): string[] {
  return legs.flatMap(({ row, leg }, at) =>
    legs
      .slice(at + 1)
      .filter(
        other => other.row !== row && other.leg.game.id === leg.game.id && other.leg.market === leg.market,
      )
      .filter(
        other =>
          !(isPlayerLeg(store, row) && isPlayerLeg(store, other.row)) || hasSameSubject(leg, other.leg),
      )
      .map(other => `“${leg.name}” and “${other.leg.name}” are both in ${leg.market}.`),
  )
}

function isPlayerLeg(store: Store, row: number): boolean {
  return ((store.selections.marks[row] ?? 0) & Mark.player) !== 0
}

/** Compares two names without side and line. */
function hasSameSubject(leg: Leg, other: Leg): boolean {
  const subject = ({ name }: Leg) =>
    name.toLowerCase().replace(/\b(?:over|under|yes|no)\b|[+-]?\d+(?:\.\d+)?\+?|\s/g, '')
  return subject(leg) === subject(other)
}
