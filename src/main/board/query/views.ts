/** Selections and offers of the board as the rest of the program sees them. */
import type { Leg, Offer } from '../../../shared/model/parlay/parlay.ts'
import type { SelectionLine } from '../../../shared/model/game/selection.ts'
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'

const noKeys: ReadonlySet<string> = new Set()

export function lineOf(store: Store, selection: number, pinned = noKeys): SelectionLine {
  const { market, name, key } = wordsOf(store, selection)
  const { offers, decimals, selections } = store
  let books = 0
  let best = none
  let bestDecimal = 0
  // Along the chain itself: 200 lines a keystroke leave no time for lists of their offers.
  for (let at = selections.firstOffer[selection] ?? none; at !== none; at = offers.next[at] ?? none) {
    if (offers.hasSgp(at)) books++
    const decimal = decimals[offers.price[at] ?? none] ?? 0
    if (decimal > bestDecimal) [best, bestDecimal] = [at, decimal]
  }
  return { key, name, market, books, price: priceOf(store, best), isPinned: pinned.has(key) }
}

export function legOf(store: Store, selection: number): Leg {
  const { market, name, key } = wordsOf(store, selection)
  const offers = [...store.offersOf(selection)].map(offer => offerOf(store, offer))
  return { key, name, market, game: store.gameOf(selection), offers }
}

/** When each book's offer was so, epoch ms; without those of which it is not known. */
export function asOfByBook(store: Store, selection: number): Map<string, number> {
  const times = [...store.offersOf(selection)].map(offer => {
    return [store.books[store.bookOf(offer)]?.id ?? '', store.offers.asOf(offer)] as const
  })
  return new Map(times.filter(([, at]) => !Number.isNaN(at)))
}

export function wordsOf({ selections, texts }: Store, selection: number) {
  const textOf = (id: number | undefined) => texts.list[id ?? none] ?? ''
  const event = textOf(selections.event[selection])
  const market = textOf(selections.market[selection])
  const name = textOf(selections.name[selection])
  return { market, name, key: `${event}#${market}#${name}` }
}

/** An offer's odds id as it came. */
export function oddsIdOf(store: Store, offer: number): string {
  const { selection, book } = store.offers
  return store.oddsIds.get(offer) ?? joinedId(store, selection[offer] ?? none, book[offer] ?? none)
}

/** `book` is the number of a spelling. */
export function joinedId(store: Store, selection: number, book: number): string {
  return `${store.spellings.list[book] ?? ''}#${wordsOf(store, selection).key}`
}

function offerOf(store: Store, offer: number): Offer {
  return {
    bookId: store.books[store.bookOf(offer)]?.id ?? '',
    oddsId: oddsIdOf(store, offer),
    sgp: store.offers.sgpOf(offer),
    grade: store.offers.gradeOf(offer),
    price: priceOf(store, offer),
  }
}

function priceOf({ prices, offers }: Store, offer: number): string | null {
  const text = prices.list[offers.price[offer] ?? none] ?? ''
  return text === '' ? null : text
}
