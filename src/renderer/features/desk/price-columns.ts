/** The grid's columns as data: one a book that is on, in the user's order. Widths are CSS pixels. */
import type { Book } from '../../../shared/model/book.ts'

export interface BookColumn {
  readonly bookId: string
  readonly name: string
}

export const rowHeight = 40
export const headHeight = 34
/** A book's column grows where there is room, and never gets narrower than a price with its move. */
export const minBookWidth = 76

export function bookColumns(books: readonly Book[]): BookColumn[] {
  return books.filter(book => book.isOn).map(book => ({ bookId: book.id, name: book.name }))
}
