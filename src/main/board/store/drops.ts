/** Takes offers off the board, in steps: those of a source that goes, and those that a load no longer has. */
import type { LeftOutCount } from '../batch/batch.ts'
import { none } from '../columns/columns.ts'
import type { Scope } from '../facts/load.ts'
import type { Store } from './store.ts'
import { isOfLeague } from '../facts/game-facts.ts'
import { cleanOddsId, type Unread } from '../batch/unread.ts'
import { oddsIdOf } from '../query/views.ts'

/** Why what a load does not have stays on the board. */
const keptUnseen =
  'It was on the board and is not in this load, of which a part cannot be read: it stays until a load is whole.'

const dropsAStep = 65_536

/** Drops all offers that the source brought last. What else is known of it is forgotten. */
export function* dropSource(store: Store, id: string): Generator<number> {
  const source = store.sources.find(id)
  const { offers } = store
  for (let offer = 0; offer < offers.count && source !== undefined; offer++) {
    if (offers.load[offer] !== 0 && offers.source[offer] === source) store.drop(offer)
    if (offer % dropsAStep === 0) yield offer
  }
  if (source !== undefined) store.loads.drop(source)
  store.settle()
}

export interface Unseen {
  readonly scope: Scope
  readonly load: number
  /** Its place among loads. */
  readonly rank: number
  /** 1 for each offer that the load has too, but older. */
  readonly seen: Uint8Array
  /** What could not be read may be what is missed. */
  readonly unread: Unread
  readonly leftOut: LeftOutCount
}

/** Drops what was there before a load that speaks for it and does not have it. */
export function* dropUnseen(store: Store, unseen: Unseen): Generator<number> {
  const { offers, loads } = store
  const { scope, load, rank, seen, leftOut } = unseen
  const { ids, isOpen } = unseen.unread
  const unread = new Set(ids)
  const mayBeThere = (offer: number) =>
    isOpen || (unread.size > 0 && unread.has(cleanOddsId(oddsIdOf(store, offer)) ?? ''))
  const events = eventsOf(store, scope.league)
  for (let offer = 0; offer < offers.count; offer++) {
    const other = offers.load[offer] ?? 0
    const isBefore = other !== 0 && other !== load && seen[offer] !== 1 && loads.rankOf(other) <= rank
    if (isBefore && isInScope(store, offer, scope) && isOfEvents(store, offer, events)) {
      if (mayBeThere(offer)) leftOut.add(keptUnseen, () => oddsIdOf(store, offer))
      else store.drop(offer)
    }
    if (offer % dropsAStep === 0) yield offer
  }
}

/** Those of a league; undefined for all. */
function eventsOf(store: Store, league: string | undefined): Set<number> | undefined {
  if (league === undefined) return undefined
  const games = [...store.games].filter(([, game]) => isOfLeague(game, league))
  return new Set(games.map(([event]) => event))
}

function isInScope(store: Store, offer: number, { source, book }: Scope): boolean {
  const { books, offers, sources } = store
  if (source !== undefined && sources.list[offers.source[offer] ?? none] !== source) return false
  return book === undefined || books[store.bookOf(offer)]?.id === book
}

const isOfEvents = ({ selections, offers }: Store, offer: number, events: Set<number> | undefined) =>
  events?.has(selections.event[offers.selection[offer] ?? none] ?? none) ?? true
