/** One value a cell, found without a text made of its parlay and book, which every look would have to build and hash. */
import type { Job } from './planner.ts'

export class ByCell<T> {
  readonly #rows = new Map<number, Map<string, T>>()

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  get({ parlayId, bookId }: Job): T | undefined {
    return this.#rows.get(parlayId)?.get(bookId)
  }

  set({ parlayId, bookId }: Job, value: T): void {
    const row = this.#rows.get(parlayId)
    if (row === undefined) this.#rows.set(parlayId, new Map([[bookId, value]]))
    else row.set(bookId, value)
  }

  delete({ parlayId, bookId }: Job): void {
    const row = this.#rows.get(parlayId)
    if (row?.delete(bookId) === true && row.size === 0) this.#rows.delete(parlayId)
  }

  values(): T[] {
    return [...this.#rows.values()].flatMap(row => [...row.values()])
  }
}
