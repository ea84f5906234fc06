/** Selections of the store as legs and lines of search, with their offers. */
import type { Leg, Offer } from '../../../shared/model/parlay/parlay.ts'
import type { SelectionLine } from '../../../shared/model/game/selection.ts'
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'
import { findFlags } from './flags.ts'

const noKeys: ReadonlySet<string> = new Set()

export function toSelectionLine(store: Store, selection: number, pinned = noKeys): SelectionLine {
  const { market, name, key } = store.keyPartsOf(selection)
  const { offers, decimals, selections } = store
  let books = 0
  let best = none
  let bestDecimal = 0
  // The chain itself, not a list: every keystroke converts up to 200 selections.
  for (let at = selections.firstOffer[selection] ?? none; at !== none; at = offers.next[at] ?? none) {
    if (store.isHiddenOffer(at)) continue
    if (offers.hasSgp(at)) books++
    const decimal = decimals[offers.price[at] ?? none] ?? 0
    if (decimal > bestDecimal) [best, bestDecimal] = [at, decimal]
  }
  const priceBookId = best === none ? null : (store.books[store.bookOf(best)]?.id ?? null)
  return { key, name, market, books, price: getPrice(store, best), priceBookId, isPinned: pinned.has(key) }
}

export function toLeg(store: Store, selection: number): Leg {
  const { market, name, key } = store.keyPartsOf(selection)
  const offers = [...store.offersOf(selection)].map(offer => toOffer(store, offer))
  return { key, name, market, game: store.gameOf(selection), offers }
}

export type FoundLeg =
  /** `asOf`: time of each book's offer, epoch ms; without books whose time is not known. */
  | { readonly leg: Leg; readonly flags: string[]; readonly asOf: ReadonlyMap<string, number> }
  /** Not offered; `isGameKnown` when the board has other odds of its game. */
  | { readonly leg: null; readonly isGameKnown: boolean }

/** Returns the selections of these keys with all their offers and flags; one that only hidden books offer counts as gone. */
export function findLegs(store: Store, keys: readonly string[]): FoundLeg[] {
  const rows = keys.map(key => store.find(key))
  const flags = findFlags(
    store,
    rows.filter(row => row >= 0),
  )
  return keys.map((key, at) => {
    const row = rows[at] ?? -1
    if (row < 0 || !store.isShown(row)) return { leg: null, isGameKnown: store.isGameKnown(key) }
    return { leg: toLeg(store, row), flags: flags.get(row) ?? [], asOf: collectAsOf(store, row) }
  })
}

/** Time of each book's offer, epoch ms; without books whose time is not known. */
export function collectAsOf(store: Store, selection: number): Map<string, number> {
  const times = [...store.offersOf(selection)].map(
    offer => [store.books[store.bookOf(offer)]?.id ?? '', store.offers.asOf(offer)] as const,
  )
  return new Map(times.filter(([, at]) => !Number.isNaN(at)))
}

function toOffer(store: Store, offer: number): Offer {
  return {
    bookId: store.books[store.bookOf(offer)]?.id ?? '',
    oddsId: store.oddsIdOf(offer),
    sgp: store.offers.sgpOf(offer),
    grade: store.offers.gradeOf(offer),
    price: getPrice(store, offer),
  }
}

function getPrice({ prices, offers }: Store, offer: number): string | null {
  const text = prices.list[offers.price[offer] ?? none] ?? ''
  return text === '' ? null : text
}
