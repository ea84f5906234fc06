/**
 * The books of the profile in use, in column order. New ones join at the end when odds objects bring them; what the
 * user set of one (host id, on or off, place) stays.
 */
import { Refusal } from '../../shared/failure.ts'
import { bookNamed, type Book } from '../../shared/model/book.ts'
import type { SettingsFile } from './settings-file.ts'

export interface BookList {
  all(): readonly Book[]
  find(id: string): Book | undefined
  /** Adds the books not yet known; answers whether any was new. A later load may bring a better name. */
  meet(met: readonly { readonly id: string; readonly name: string }[]): boolean
  save(book: Book): void
  order(ids: readonly string[]): void
}

export function createBookList(settings: SettingsFile): BookList {
  const all = () => settings.read().books[settings.read().activeProfileId] ?? []
  const write = (books: readonly Book[]) => {
    const { books: kept, activeProfileId } = settings.read()
    settings.write({ books: { ...kept, [activeProfileId]: [...books] } })
  }
  return {
    all,
    find: id => all().find(book => book.id === id),
    meet(met) {
      const known = new Set(all().map(({ id }) => id))
      const fresh = met.filter(({ id }) => !known.has(id)).flatMap(({ id, name }) => newBook(id, name))
      if (fresh.length > 0) write([...all(), ...fresh])
      return fresh.length > 0
    },
    save(book) {
      if (!all().some(({ id }) => id === book.id)) throw new Refusal({ kind: 'not-found', what: 'this book' })
      write(all().map(other => (other.id === book.id ? book : other)))
    },
    order(ids) {
      const place = (book: Book) => {
        const at = ids.indexOf(book.id)
        return at === -1 ? ids.length : at
      }
      write(all().toSorted((a, b) => place(a) - place(b)))
    },
  }
}

function newBook(id: string, name: string): Book[] {
  const book = bookNamed(name)
  return book === undefined ? [] : [{ ...book, id, hostId: bookNamed(id)?.hostId ?? book.hostId }]
}
