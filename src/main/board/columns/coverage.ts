/** Which selections each book has, as one bit a selection: little memory to look at for a book as for a selection. */
import { bytes, grown } from './columns.ts'

export class Coverage {
  readonly #books: Uint8Array[] = []

  set(book: number, selection: number, isCovered: boolean): void {
    const place = selection >>> 3
    const before = this.#books[book] ?? bytes(0)
    const bits = grown(before, place + 1, bytes)
    if (bits !== before) this.#put(book, bits)
    const bit = 1 << (selection & 7)
    bits[place] = isCovered ? (bits[place] ?? 0) | bit : (bits[place] ?? 0) & ~bit
  }

  has(book: number, selection: number): boolean {
    return (((this.#books[book]?.[selection >>> 3] ?? 0) >>> (selection & 7)) & 1) === 1
  }

  /** Bit n of byte m is selection 8m + n; there may be fewer bytes than selections. */
  of(book: number): Uint8Array {
    return this.#books[book] ?? bytes(0)
  }

  #put(book: number, bits: Uint8Array): void {
    while (this.#books.length <= book) this.#books.push(bytes(0))
    this.#books[book] = bits
  }
}
