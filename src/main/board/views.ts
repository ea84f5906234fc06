/** Selections and offers of the board as the rest of the program sees them. */
import type { Leg, Offer } from '../../shared/model/parlay.ts'
import type { SelectionLine } from '../../shared/model/selection.ts'
import { none } from './columns.ts'
import type { Store } from './store.ts'

const noKeys: ReadonlySet<string> = new Set()

export function lineOf(store: Store, selection: number, pinned = noKeys): SelectionLine {
  const { market, name, key } = wordsOf(store, selection)
  const offers = [...store.offersOf(selection)]
  const books = offers.filter(offer => store.offers.hasSgp(offer)).length
  return { key, name, market, books, price: bestPrice(store, offers), isPinned: pinned.has(key) }
}

export function legOf(store: Store, selection: number): Leg {
  const { market, name, key } = wordsOf(store, selection)
  const offers = [...store.offersOf(selection)].map(offer => offerOf(store, offer, key))
  return { key, name, market, game: store.gameOf(selection), offers }
}

export function wordsOf({ selections, texts }: Store, selection: number) {
  const textOf = (id: number | undefined) => texts.list[id ?? none] ?? ''
  const event = textOf(selections.event[selection])
  const market = textOf(selections.market[selection])
  const name = textOf(selections.name[selection])
  return { market, name, key: `${event}#${market}#${name}` }
}

function offerOf(store: Store, offer: number, key: string): Offer {
  const spelling = store.spellings.list[store.offers.book[offer] ?? none] ?? ''
  return {
    bookId: store.books[store.bookOf(offer)]?.id ?? '',
    oddsId: store.oddsIds.get(offer) ?? `${spelling}#${key}`,
    sgp: store.offers.sgpOf(offer),
    grade: store.offers.gradeOf(offer),
    price: priceOf(store, offer),
  }
}

function priceOf({ prices, offers }: Store, offer: number): string | null {
  const text = prices.list[offers.price[offer] ?? none] ?? ''
  return text === '' ? null : text
}

/** The price that pays most; null when no offer has one that can be read. */
function bestPrice(store: Store, offers: readonly number[]): string | null {
  const decimalOf = (offer: number) => store.decimals[store.offers.price[offer] ?? none] ?? 0
  const best = offers.reduce(
    (top, offer) => (decimalOf(offer) > decimalOf(top) ? offer : top),
    offers[0] ?? none,
  )
  return decimalOf(best) > 0 ? priceOf(store, best) : null
}
