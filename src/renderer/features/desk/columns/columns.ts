/** The grid's columns as data: one a book that is on, frozen ones first, else in the user's order. */
import type { Book } from '../../../../shared/model/game/book.ts'
import type { GridLayout } from '../../../../shared/model/settings/grid-layout.ts'

export interface BookColumn {
  readonly bookId: string
  readonly name: string
}

export interface GridColumn extends BookColumn {
  /** Stays at the left while the others scroll. */
  readonly isFrozen: boolean
  /** What the user set, in CSS pixels; undefined shares the room there is. */
  readonly width: number | undefined
}

export function toColumns(books: readonly Book[], { frozen, widths }: GridLayout): GridColumn[] {
  const columns = books
    .filter(book => book.isOn)
    .map(({ id, name }) => ({
      bookId: id,
      name,
      isFrozen: frozen.includes(id),
      width: widths.find(({ bookId }) => bookId === id)?.px,
    }))
  return columns.toSorted((a, b) => Number(b.isFrozen) - Number(a.isFrozen))
}
