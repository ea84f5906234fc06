/**
 * Two selections at one book with the same sgp token: one of them is wrong, and a wrong match costs money, so a slip
 * that has either is warned. Looked for when a slip is checked: one pass over all offers, which takes milliseconds.
 */
import { none } from './columns.ts'
import type { Store } from './store.ts'

export interface Twin {
  readonly bookName: string
  /** Selections, by row. */
  readonly selection: number
  readonly other: number
}

/** The twins of these selections' offers. */
export function twinsOf(store: Store, selections: readonly number[]): Twin[] {
  const { offers } = store
  const wanted = new Map<number, number[]>()
  for (const selection of selections) {
    for (const offer of store.offersOf(selection)) {
      const mark = offers.sgpMark(offer)
      if (mark !== 0) wanted.set(mark, [...(wanted.get(mark) ?? []), offer])
    }
  }
  const twins: Twin[] = []
  for (let offer = 0; offer < offers.count && wanted.size > 0; offer++) {
    const mark = offers.sgpMark(offer)
    if (mark === 0) continue
    for (const own of wanted.get(mark) ?? [])
      if (isTwin(store, own, offer)) twins.push(twinOf(store, own, offer))
  }
  return twins
}

function isTwin(store: Store, offer: number, other: number): boolean {
  const { offers } = store
  if (offers.selection[offer] === offers.selection[other] || store.bookOf(offer) !== store.bookOf(other))
    return false
  return offers.sgpOf(offer) === offers.sgpOf(other)
}

function twinOf(store: Store, offer: number, other: number): Twin {
  const bookName = store.books[store.bookOf(offer)]?.name ?? ''
  const { selection } = store.offers
  return { bookName, selection: selection[offer] ?? none, other: selection[other] ?? none }
}
