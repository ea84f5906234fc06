/** Drops offers in steps: those of a removed source, and those that a new load of a source no longer has. */
import { none } from '../columns/columns.ts'
import type { Scope } from '../facts/load.ts'
import type { Store } from './store.ts'
import { matchesLeague } from '../facts/game-facts.ts'
import { type LeftOutCounter, cleanOddsId, type Unread } from '../batch/left-out.ts'

const keptUnseen =
  'It was on the board and is not in this load, of which a part cannot be read: it stays until a load is whole.'

const offersPerStep = 65_536

/** Drops all offers that the source brought last, and its load history. */
export function* dropSource(store: Store, id: string): Generator<number> {
  const source = store.sources.find(id)
  const { offers } = store
  for (let offer = 0; offer < offers.count && source !== undefined; offer++) {
    if (offers.load[offer] !== 0 && offers.source[offer] === source) store.drop(offer)
    if (offer % offersPerStep === 0) yield offer
  }
  if (source !== undefined) store.loads.drop(source)
  store.settle()
}

export interface Unseen {
  readonly scope: Scope
  readonly load: number
  /** The load's place in the order of loads. */
  readonly rank: number
  /** 1 for each offer of the store that the load has too, but older. */
  readonly seen: Uint8Array
  /** Odds of the load that could not be read: their offers stay. */
  readonly unread: Unread
  readonly leftOut: LeftOutCounter
}

/** Drops earlier offers that the load covers and does not have. */
export function* dropUnseen(store: Store, unseen: Unseen): Generator<number> {
  const { offers, loads } = store
  const { scope, load, rank, seen, leftOut } = unseen
  const { ids, hasUnknown: isOpen } = unseen.unread
  const unread = new Set(ids)
  const mayBeUnread = (offer: number) =>
    isOpen || (unread.size > 0 && unread.has(cleanOddsId(store.oddsIdOf(offer)) ?? ''))
  const events = findEvents(store, scope.league)
  for (let offer = 0; offer < offers.count; offer++) {
    const other = offers.load[offer] ?? 0
    const isBefore = other !== 0 && other !== load && seen[offer] !== 1 && loads.rankOf(other) <= rank
    if (isBefore && isInScope(store, offer, scope) && isOfEvents(store, offer, events)) {
      if (mayBeUnread(offer)) leftOut.add(keptUnseen, () => store.oddsIdOf(offer))
      else store.drop(offer)
    }
    if (offer % offersPerStep === 0) yield offer
  }
}

/** Finds the events of a league; undefined for all. */
function findEvents(store: Store, league: string | undefined): Set<number> | undefined {
  if (league === undefined) return undefined
  const games = [...store.games].filter(([, game]) => matchesLeague(game, league))
  return new Set(games.map(([event]) => event))
}

function isInScope(store: Store, offer: number, { source, book }: Scope): boolean {
  const { books, offers, sources } = store
  if (source !== undefined && sources.list[offers.source[offer] ?? none] !== source) return false
  return book === undefined || books[store.bookOf(offer)]?.id === book
}

const isOfEvents = ({ selections, offers }: Store, offer: number, events: Set<number> | undefined) =>
  events?.has(selections.event[offers.selection[offer] ?? none] ?? none) ?? true
