/** Converts selections and offers of the store to the types of the shared model. */
import type { Leg, Offer } from '../../../shared/model/parlay/parlay.ts'
import type { SelectionLine } from '../../../shared/model/game/selection.ts'
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'

const noKeys: ReadonlySet<string> = new Set()

export function toSelectionLine(store: Store, selection: number, pinned = noKeys): SelectionLine {
  const { market, name, key } = store.keyPartsOf(selection)
  const { offers, decimals, selections } = store
  let books = 0
  let best = none
  let bestDecimal = 0
  // The chain itself, not a list: every keystroke converts up to 200 selections.
  for (let at = selections.firstOffer[selection] ?? none; at !== none; at = offers.next[at] ?? none) {
    if (offers.hasSgp(at)) books++
    const decimal = decimals[offers.price[at] ?? none] ?? 0
    if (decimal > bestDecimal) [best, bestDecimal] = [at, decimal]
  }
  return { key, name, market, books, price: getPrice(store, best), isPinned: pinned.has(key) }
}

export function toLeg(store: Store, selection: number): Leg {
  const { market, name, key } = store.keyPartsOf(selection)
  const offers = [...store.offersOf(selection)].map(offer => toOffer(store, offer))
  return { key, name, market, game: store.gameOf(selection), offers }
}

/** Time of each book's offer, epoch ms; without books whose time is not known. */
export function collectAsOf(store: Store, selection: number): Map<string, number> {
  const times = [...store.offersOf(selection)].map(offer => {
    return [store.books[store.bookOf(offer)]?.id ?? '', store.offers.asOf(offer)] as const
  })
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
