/** A map by cell. Nested maps, because a joined key would have to be built and hashed at each lookup. */
import type { CellAddress } from '../../../shared/model/price/cell.ts'

export class CellMap<T> {
  readonly #rows = new Map<number, Map<string, T>>()

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  get({ parlayId, bookId }: CellAddress): T | undefined {
    return this.#rows.get(parlayId)?.get(bookId)
  }

  set({ parlayId, bookId }: CellAddress, value: T): void {
    const row = this.#rows.get(parlayId)
    if (row === undefined) this.#rows.set(parlayId, new Map([[bookId, value]]))
    else row.set(bookId, value)
  }

  delete({ parlayId, bookId }: CellAddress): void {
    const row = this.#rows.get(parlayId)
    if (row?.delete(bookId) === true && row.size === 0) this.#rows.delete(parlayId)
  }

  values(): T[] {
    return [...this.#rows.values()].flatMap(row => [...row.values()])
  }
}
