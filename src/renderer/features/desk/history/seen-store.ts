/**
 * What each price was when the user last looked. Looking is choosing a row, staying on it while it is on screen, or
 * saying that all is seen. A price first met counts as seen, so after a restart a row is held against the prices that
 * were kept. Each row has a ref of its own, and only looking changes it.
 */
import { defineStore } from 'pinia'
import { shallowRef, type ShallowRef } from 'vue'
import type { Cell } from '../../../../shared/model/price/cell.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { QuotedPrice } from '../../../../shared/model/price/quote.ts'

/** By book. */
export type SeenPrices = ReadonlyMap<string, QuotedPrice>

const priceOf = ({ quote }: Cell): QuotedPrice | undefined =>
  quote?.outcome.kind === 'priced' ? quote.outcome.price : undefined

/** The price that the user last saw in a cell that has moved since; else undefined. */
export function movedFrom(cell: Cell | undefined, seen: SeenPrices): QuotedPrice | undefined {
  const price = cell && priceOf(cell)
  const was = cell && seen.get(cell.bookId)
  return price === undefined || was?.decimal === price.decimal ? undefined : was
}

export const useSeenStore = defineStore('seen-prices', () => {
  const seen = new Map<number, ShallowRef<Map<string, QuotedPrice>>>()
  const moved = new Set<number>()
  /** Rows with a price that moved since the user looked. */
  const movedRows = shallowRef(0)

  function seenIn(parlayId: number): ShallowRef<Map<string, QuotedPrice>> {
    const known = seen.get(parlayId) ?? shallowRef(new Map<string, QuotedPrice>())
    seen.set(parlayId, known)
    return known
  }

  /** A row came, whole or changed. */
  function meet(row: Row): void {
    const known = seenIn(row.id).value
    let hasMoved = false
    for (const cell of row.cells) {
      const price = priceOf(cell)
      if (price !== undefined && !known.has(cell.bookId)) known.set(cell.bookId, price)
      hasMoved ||= movedFrom(cell, known) !== undefined
    }
    mark(row.id, hasMoved)
  }

  /** The user looks at a row as it is now. A cell without a price keeps the one last seen. */
  function look(row: Row): void {
    if (!moved.has(row.id)) return
    const now = row.cells.flatMap(cell => {
      const price = priceOf(cell)
      return price === undefined ? [] : [[cell.bookId, price] as const]
    })
    const known = seenIn(row.id)
    known.value = new Map([...known.value, ...now])
    mark(row.id, false)
  }

  /** These rows are all that is left. */
  function keep(ids: ReadonlySet<number>): void {
    for (const id of seen.keys()) {
      if (ids.has(id)) continue
      seen.delete(id)
      mark(id, false)
    }
  }

  function mark(parlayId: number, hasMoved: boolean): void {
    if (hasMoved) moved.add(parlayId)
    else moved.delete(parlayId)
    movedRows.value = moved.size
  }

  return { movedRows, seenIn, meet, look, keep }
})
