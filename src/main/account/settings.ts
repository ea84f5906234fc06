/**
 * The user's settings: theme, price format, the age at which a price is stale, and the books of the profile in use in column order. New books
 * join at the end when odds objects bring them; the user's changes of a book (host id, on or off, place) stay.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../shared/failure.ts'
import { Book, createBook } from '../../shared/model/game/book.ts'
import type { Settings } from '../../shared/model/settings/settings.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import { ProfilePart } from './stored-part.ts'
import type { SettingsFile } from './stored-settings.ts'

/** The books of the profile in use by whether their columns are shown. */
interface SortedBooks {
  readonly of: readonly Book[]
  readonly shown: readonly Book[]
  readonly hidden: ReadonlySet<string>
}

export class UserSettings extends EventEmitter<{ changed: [] }> {
  readonly #file: SettingsFile
  readonly #books: ProfilePart<'books'>
  /** Cache, because every price reads the shown books. */
  #sorted: SortedBooks = { of: [], shown: [], hidden: new Set() }

  constructor(file: SettingsFile) {
    super()
    this.#file = file
    this.#books = new ProfilePart(file, 'books', [])
  }

  state(): Settings {
    const { theme, priceFormat, staleAfterMs, value } = this.#file.read()
    return { theme, priceFormat, staleAfterMs, value, books: [...this.#books.read()] }
  }

  get priceFormat(): PriceFormat {
    return this.#file.read().priceFormat
  }

  /** The books whose columns are shown, in order. */
  shownBooks(): readonly Book[] {
    return this.#sortBooks().shown
  }

  /** Ids of the other books; the same set until they change. */
  hiddenBooks(): ReadonlySet<string> {
    return this.#sortBooks().hidden
  }

  #sortBooks(): SortedBooks {
    const of = this.#books.read()
    if (this.#sorted.of !== of) {
      const hidden = new Set(of.flatMap(({ id, isOn }) => (isOn ? [] : [id])))
      this.#sorted = { of, shown: of.filter(({ isOn }) => isOn), hidden }
    }
    return this.#sorted
  }

  set(change: Partial<Pick<Settings, 'theme' | 'priceFormat' | 'staleAfterMs' | 'value'>>): void {
    this.#file.write(change)
    this.emit('changed')
  }

  /** Adds the books not yet known. */
  addNewBooks(met: readonly { readonly id: string; readonly name: string }[]): void {
    const known = new Set(this.#books.read().map(({ id }) => id))
    const names = new Map(met.map(({ id, name }) => [id, name]))
    const fresh = [...names].filter(([id]) => !known.has(id)).flatMap(([id, name]) => toNewBook(id, name))
    if (fresh.length > 0) this.#writeBooks([...this.#books.read(), ...fresh])
  }

  /** Changes one book, named by its id. Throws Refusal when the profile in use has no such book. */
  saveBook(book: Book): void {
    const books = this.#books.read()
    const place = books.findIndex(({ id }) => id === book.id)
    if (place === -1) throw new Refusal({ kind: 'not-found', what: 'this book' })
    this.#writeBooks(books.with(place, book))
  }

  /** Puts the books in this order; books not named follow in their present order. */
  orderBooks(ids: readonly string[]): void {
    const place = ({ id }: Book) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
    this.#writeBooks(this.#books.read().toSorted((a, b) => place(a) - place(b)))
  }

  /** Shows or hides books and puts them in this order; books not named follow unchanged. */
  arrangeBooks(wanted: readonly Pick<Book, 'id' | 'isOn'>[]): void {
    const places = new Map(wanted.map(({ id, isOn }, place) => [id, { isOn, place }]))
    const placeOf = ({ id }: Book) => places.get(id)?.place ?? wanted.length
    const books = this.#books.read().map(book => ({ ...book, isOn: places.get(book.id)?.isOn ?? book.isOn }))
    this.#writeBooks(books.toSorted((a, b) => placeOf(a) - placeOf(b)))
  }

  #writeBooks(books: readonly Book[]): void {
    this.#books.write([...books])
    this.emit('changed')
  }
}

/** Returns the book of an id and a name that odds objects gave, or nothing when no host id can be made of them. */
function toNewBook(id: string, name: string): Book[] {
  const book = Book.safeParse({
    ...(createBook(id) ?? createBook(name)),
    id,
    name: createBook(name)?.name ?? id,
  })
  return book.success ? [book.data] : []
}
