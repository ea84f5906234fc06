/** Checks the legs of a slip: books that offer all of them, flags of each, and warnings in plain words. */
import type { SlipCheck } from '../../../shared/model/game/board.ts'
import { splitOddsId } from '../../../shared/model/game/selection.ts'
import type { Leg, Offer } from '../../../shared/model/parlay/parlay.ts'
import { Mark } from '../batch/batch.ts'
import type { Store } from '../store/store.ts'
import { splitStatistics } from '../facts/line-facts.ts'
import { findLegs } from './legs.ts'
import { isFinal, type BoardClock } from './match.ts'

/** Keys that are not offered count for no book; a warning names them. */
export function checkSlip(store: Store, keys: readonly string[], clock: BoardClock): SlipCheck {
  const found = findLegs(store, keys)
  const legs = found.flatMap(({ leg }) => leg ?? [])
  const books = found.map(({ leg }) => listBooks(store, leg?.offers ?? []))
  const [first, ...others] = books
  const completeBooks = [...(first ?? [])].filter(book => others.every(each => each.has(book)))
  const isOffered = keys.length === 0 || completeBooks.length > 0
  return {
    completeBooks,
    legs: found.map((each, at) => ({
      key: keys[at] ?? '',
      books: books[at]?.size ?? 0,
      flags: each.leg === null ? [] : each.flags,
    })),
    warnings: [
      ...(keys.length === 0 ? ['Pick at least 2 legs.'] : []),
      ...(keys.length === 1 ? ['One leg is a single bet, not a parlay.'] : []),
      ...keys
        .filter((_, at) => found[at]?.leg === null)
        .map(key => `“${parseName(key)}” is no longer offered.`),
      ...describeRepeatedLegs(keys),
      ...describeDifferentGames(legs),
      ...describeSameMarkets(store, legs),
      ...describeSharedStatistics(store, legs),
    ],
    obstacle:
      describeFinal(store, keys, clock) ??
      describeContradiction(legs) ??
      (isOffered ? null : 'No book offers this.'),
  }
}

function describeFinal(store: Store, keys: readonly string[], clock: BoardClock): string | undefined {
  const isOver = (key: string) => {
    const row = store.find(key)
    return row < 0 ? clock.finalGames?.has(parseEvent(key)) : isFinal(store.gameOf(row), clock)
  }
  return keys.some(isOver) ? 'A game of this parlay is final.' : undefined
}

const describeContradiction = (legs: readonly Leg[]): string | undefined =>
  pairsOf(legs).find(isContradiction)?.map(quoteName).join(' and ').concat(' can’t both win.')

const quoteName = ({ name }: Leg): string => `“${name}”`

const pairsOf = (legs: readonly Leg[]): [Leg, Leg][] =>
  legs.flatMap((leg, at) => legs.slice(at + 1).map((other): [Leg, Leg] => [leg, other]))

const winnerMarket = /^(?:money ?line|(?:match |game )?(?:winner|result))\b/i
const spreadMarket = /\b(?:spread|handicap|(?:run|puck) line)s?$/i

/** True for two legs of one market of which at most one wins: both winners, or two sides without a result between. */
function isContradiction([leg, other]: readonly [Leg, Leg]): boolean {
  const isOneMarket = leg.game.id === other.game.id && leg.market === other.market && leg.key !== other.key
  if (!isOneMarket) return false
  if (winnerMarket.test(leg.market) && leg.name !== other.name) return true
  const [one, two] = [parseSide(leg), parseSide(other)]
  if (one === undefined || two === undefined) return false
  if (one.side === '' && two.side === '')
    return spreadMarket.test(leg.market) && one.subject !== two.subject && one.line + two.line <= 0
  if (one.subject !== two.subject || one.side === two.side) return false
  const [over, under] = one.side === 'over' ? [one, two] : [two, one]
  return under.side === 'under' && under.line <= over.line
}

/** `Ada North Over 27.5` in parts; `side` is empty for a spread. Undefined for a leg without a line at its end. */
function parseSide({ name }: Leg) {
  const parts = /^(?<subject>.*?)\b(?<side>over|under|)\s*(?<line>[+-]?\d+(?:\.\d+)?)$/i.exec(name)?.groups
  if (parts === undefined) return undefined
  const { subject = '', side = '', line = '' } = parts
  return { subject: subject.trim().toLowerCase(), side: side.toLowerCase(), line: Number(line) }
}

const listBooks = (store: Store, offers: readonly Offer[]): Set<string> =>
  new Set(offers.flatMap(({ sgp, bookId }) => (sgp === null || store.isHidden(bookId) ? [] : [bookId])))

const parseEvent = (key: string) => splitOddsId(`book#${key}`)?.event ?? ''

const parseName = (key: string) => key.split('#').slice(2).join('#')

function describeRepeatedLegs(keys: readonly string[]): string[] {
  const repeated = keys.filter((key, at) => keys.indexOf(key) !== at)
  return [...new Set(repeated)].map(key => `“${parseName(key)}” is on the slip twice.`)
}

function describeDifferentGames(legs: readonly Leg[]): string[] {
  const games = new Map(legs.map(({ game }) => [game.id, game.short]))
  if (games.size < 2) return []
  return [
    `The legs are from ${games.size} different games: ${[...games.values()].join(', ')}. Most books won’t combine them.`,
  ]
}

/** Warns of two legs of one market, unless they are about different players. */
function describeSameMarkets(store: Store, legs: readonly Leg[]): string[] {
  return legs.flatMap((leg, at) =>
    legs
      .slice(at + 1)
      .filter(other => !isContradiction([leg, other]))
      .filter(other => other.key !== leg.key && other.game.id === leg.game.id && other.market === leg.market)
      .filter(other => !(isPlayerLeg(store, leg) && isPlayerLeg(store, other)) || hasSameSubject(leg, other))
      .map(other => `“${leg.name}” and “${other.name}” are both ${leg.market}.`),
  )
}

/** Warns of two markets of one player that count the same statistic, as his points in `Player Points + Assists`. */
function describeSharedStatistics(store: Store, legs: readonly Leg[]): string[] {
  return legs.flatMap((leg, at) =>
    legs.slice(at + 1).flatMap(other => {
      const isOnePlayer = isPlayerLeg(store, leg) && isPlayerLeg(store, other) && hasSameSubject(leg, other)
      if (!isOnePlayer || leg.game.id !== other.game.id || leg.market === other.market) return []
      const counted = splitStatistics(other.market)
      const shared = splitStatistics(leg.market).filter(each => counted.includes(each))
      if (shared.length === 0) return []
      return [
        `“${leg.name}” and “${other.name}” both count ${shared.join(' and ')}. Most books won’t combine them.`,
      ]
    }),
  )
}

function isPlayerLeg(store: Store, { key }: Leg): boolean {
  return ((store.selections.marks[store.find(key)] ?? 0) & Mark.player) !== 0
}

/** Compares two names without side and line. */
function hasSameSubject(leg: Leg, other: Leg): boolean {
  const subject = ({ name }: Leg) =>
    name.toLowerCase().replace(/\b(?:over|under|yes|no)\b|[+-]?\d+(?:\.\d+)?\+?|\s/g, '')
  return subject(leg) === subject(other)
}
