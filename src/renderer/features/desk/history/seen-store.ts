/**
 * The prices that the user last saw. A row is seen when the user selects it, while it stays selected on screen, and
 * when all are marked as seen. A new cell's first price counts as seen, so after a restart rows are compared with
 * stored prices. Each row has its own ref, which changes only when it is seen.
 */
import { defineStore } from 'pinia'
import {
  onActivated,
  onDeactivated,
  onScopeDispose,
  shallowReactive,
  shallowRef,
  watch,
  type Ref,
  type ShallowRef,
} from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { Cell } from '../../../../shared/model/price/cell.ts'
import { bridge } from '../../../bridge.ts'
import { findPrice, type QuotedPrice } from '../../../../shared/model/price/quote.ts'

/** By book. */
type SeenPrices = ReadonlyMap<string, QuotedPrice>

/** The price that the user last saw in a cell that has moved since; else undefined. */
export function findSeenBefore(cell: Cell | undefined, seen: SeenPrices): QuotedPrice | undefined {
  const price = findPrice(cell?.quote)
  const was = cell && seen.get(cell.bookId)
  return price === undefined || was?.decimal === price.decimal ? undefined : was
}

/**
 * Books with a price that moved since the user looked and is the row's highest, or was it then. Where all prices
 * refresh by themselves nearly every one moves, and only these change a bet.
 */
export function findMovedTops(cells: readonly Cell[], seen: SeenPrices): ReadonlySet<string> {
  const now = new Map(cells.map(({ bookId, quote }) => [bookId, findPrice(quote)?.decimal ?? 0]))
  const highest = Math.max(...now.values())
  const highestSeen = Math.max(...Array.from(seen.values(), ({ decimal }) => decimal))
  const isTop = ({ bookId }: Cell) => now.get(bookId) === highest || seen.get(bookId)?.decimal === highestSeen
  const moved = cells.filter(cell => isTop(cell) && findSeenBefore(cell, seen) !== undefined)
  return new Set(moved.map(({ bookId }) => bookId))
}

export const useSeenStore = defineStore('seen-prices', () => {
  const seen = new Map<number, ShallowRef<Map<string, QuotedPrice>>>()
  /** Rows whose highest price moved since the user looked. */
  const moved = shallowReactive(new Set<number>())

  function seenIn(parlayId: number): ShallowRef<Map<string, QuotedPrice>> {
    const known = seen.get(parlayId) ?? shallowRef(new Map<string, QuotedPrice>())
    seen.set(parlayId, known)
    return known
  }

  /** Adds a row that is new or changed. */
  function addRow(row: Row): void {
    const known = seenIn(row.id).value
    for (const cell of row.cells) {
      const price = findPrice(cell.quote)
      if (price !== undefined && !known.has(cell.bookId)) known.set(cell.bookId, price)
    }
    setMoved(row.id, findMovedTops(row.cells, known).size > 0)
  }

  /** The row's prices now count as seen. A cell without a price keeps the one last seen. */
  function markSeen(row: Row): void {
    const known = seenIn(row.id)
    if (row.cells.every(cell => findSeenBefore(cell, known.value) === undefined)) return
    const now = new Map(known.value)
    for (const { bookId, quote } of row.cells) {
      const price = findPrice(quote)
      if (price !== undefined) now.set(bookId, price)
    }
    known.value = now
    setMoved(row.id, false)
  }

  function keepOnly(ids: ReadonlySet<number>): void {
    for (const id of seen.keys()) {
      if (ids.has(id)) continue
      seen.delete(id)
      setMoved(id, false)
    }
  }

  function setMoved(parlayId: number, hasMoved: boolean): void {
    if (hasMoved) moved.add(parlayId)
    else moved.delete(parlayId)
  }

  return { moved, seenIn, addRow, markSeen, keepOnly }
})

/** Marks the selected row as seen: when it is selected, and at its changes while it is on screen. */
export function useSeenSelection(row: Readonly<Ref<Row | undefined>>): void {
  const seen = useSeenStore()
  let isOnScreen = true
  let isHidden = false
  onScopeDispose(bridge().desk.hidden(state => (isHidden = state.isHidden)))
  onActivated(() => (isOnScreen = true))
  onDeactivated(() => (isOnScreen = false))
  watch(row, (now, before) => {
    const isNew = now?.id !== before?.id
    const isInView = isOnScreen && !isHidden
    if (now !== undefined && (isNew || isInView)) seen.markSeen(now)
  })
}
