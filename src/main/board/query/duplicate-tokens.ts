/**
 * Two selections at one book with the same sgp token: one of them is wrong, and a wrong match costs money, so a slip
 * that has either is warned. Looked for when they are asked about: one pass over the marks of all tokens.
 */
import { none } from '../columns/columns.ts'
import type { Store } from '../store/store.ts'

export interface Twin {
  readonly bookName: string
  /** Selections, by row. */
  readonly selection: number
  readonly other: number
}

/** Marks fall into as many bins; a bin without a wanted mark spares the look-up. */
const bins = 1 << 16

/** The twins of these selections' offers. */
export function twinsOf(store: Store, selections: readonly number[]): Twin[] {
  const { sgpMark, count } = store.offers
  const wanted = wantedMarks(store, selections)
  const isWanted = new Uint8Array(bins)
  for (const mark of wanted.keys()) isWanted[mark & (bins - 1)] = 1
  const twins: Twin[] = []
  for (let offer = 0; offer < count && wanted.size > 0; offer++) {
    const mark = sgpMark[offer] ?? 0
    if (mark === 0 || isWanted[mark & (bins - 1)] === 0) continue
    for (const own of wanted.get(mark) ?? [])
      if (isTwin(store, own, offer)) twins.push(twinOf(store, own, offer))
  }
  return twins
}

/** The offers of these selections by the mark of their sgp token. */
function wantedMarks(store: Store, selections: readonly number[]): Map<number, number[]> {
  const wanted = new Map<number, number[]>()
  for (const selection of selections) {
    for (const offer of store.offersOf(selection)) {
      const mark = store.offers.sgpMark[offer] ?? 0
      const known = wanted.get(mark)
      if (known !== undefined) known.push(offer)
      else if (mark !== 0) wanted.set(mark, [offer])
    }
  }
  return wanted
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
