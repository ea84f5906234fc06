/**
 * Offers as rows. The offers of a selection form a chain. The tokens of an offer lie in the bytes of its load, which are
 * released with the last of that load's offers.
 */
import { bytes, doubles, integers, none, RowTable, shorts } from '../columns/columns.ts'

/** Names of the columns. */
type OfferColumn = keyof { [K in keyof Offers as Offers[K] extends ArrayLike<number> ? K : never]: K }

/** Values of one offer, by column. */
export type OfferRow = Readonly<Record<Exclude<OfferColumn, 'next' | 'sgpMark'>, number>>

interface LoadTokens {
  readonly tokens: Buffer
  /** Time of the load, epoch ms; NaN for a load of an earlier run. */
  readonly at: number
  /** Number of offers that refer to it. */
  users: number
}

const noTokens: Buffer = Buffer.alloc(0)
/** Places in a token, as shares of its length, that make its mark. */
const sampledParts = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9]

export class Offers extends RowTable {
  live = 0
  selection = integers(0)
  /** Next offer of the chain, or next free row. */
  next = integers(0)
  price = integers(0)
  /** Load of the offer; 0 marks a free row. */
  load = integers(0)
  /** Number of the book's spelling. */
  book = shorts(0)
  marks = bytes(0)
  /** Number of its own line, 0 for none. */
  ownLine = shorts(0)
  source = shorts(0)
  /** Epoch ms, NaN where not known. */
  updatedAt = doubles(0)
  /** Hash of the sgp token; 0 for none. */
  sgpMark = integers(0)
  /** Place of its tokens in the bytes of its load: sgp, then grade. */
  tokenAt = integers(0)
  sgpBytes = shorts(0)
  gradeBytes = shorts(0)
  #firstFree = none
  readonly #loads = new Map<number, LoadTokens>()
  /** Last tokens read: adjacent rows are mostly of one load. */
  #lastLoad = 0
  #lastTokens = noTokens

  /** Keeps the tokens of a load until `endLoad`, and then while the load has an offer. */
  beginLoad(load: number, bytes: Uint8Array, at = Number.NaN): void {
    const tokens = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#loads.set(load, { tokens, at, users: 1 })
  }

  endLoad(load: number): void {
    const held = this.#loads.get(load)
    if (held === undefined || --held.users > 0) return
    this.#loads.delete(load)
    this.#lastLoad = 0
    this.#lastTokens = noTokens
  }

  /** Adds an offer that is in no chain yet; returns its row. */
  add(offer: OfferRow): number {
    let row = this.#firstFree
    if (row !== none) this.#firstFree = this.next[row] ?? none
    else {
      row = this.count++
      if (row >= this.next.length) this.makeRoom(row + 1)
    }
    this.live++
    this.#write(row, offer)
    return row
  }

  replace(row: number, offer: OfferRow): void {
    this.endLoad(this.load[row] ?? 0)
    this.#write(row, offer)
  }

  read(row: number): OfferRow {
    const of = (column: ArrayLike<number>) => column[row] ?? 0
    return {
      selection: of(this.selection),
      book: of(this.book),
      load: of(this.load),
      price: of(this.price),
      updatedAt: of(this.updatedAt),
      marks: of(this.marks),
      ownLine: of(this.ownLine),
      source: of(this.source),
      tokenAt: of(this.tokenAt),
      sgpBytes: of(this.sgpBytes),
      gradeBytes: of(this.gradeBytes),
    }
  }

  /** Frees the row of an offer that is out of its chain. */
  remove(row: number): void {
    this.endLoad(this.load[row] ?? 0)
    this.load[row] = 0
    this.sgpMark[row] = 0
    this.next[row] = this.#firstFree
    this.#firstFree = row
    this.live--
  }

  sgpOf(row: number): string | null {
    return this.#readToken(row, 0, this.sgpBytes[row] ?? 0)
  }

  gradeOf(row: number): string | null {
    return this.#readToken(row, this.sgpBytes[row] ?? 0, this.gradeBytes[row] ?? 0)
  }

  hasSgp(row: number): boolean {
    return this.sgpBytes[row] !== 0
  }

  /** Time of an offer, epoch ms: its update time, else that of its load; NaN when neither is known. */
  asOf(row: number): number {
    const updatedAt = this.updatedAt[row] ?? Number.NaN
    return Number.isNaN(updatedAt) ? (this.#loads.get(this.load[row] ?? 0)?.at ?? Number.NaN) : updatedAt
  }

  #readToken(row: number, from: number, length: number): string | null {
    const at = (this.tokenAt[row] ?? 0) + from
    return length === 0 ? null : this.#findTokens(row).toString('utf8', at, at + length)
  }

  #findTokens(row: number): Buffer {
    const load = this.load[row] ?? 0
    if (load !== this.#lastLoad) {
      this.#lastTokens = this.#loads.get(load)?.tokens ?? noTokens
      this.#lastLoad = load
    }
    return this.#lastTokens
  }

  #write(row: number, offer: OfferRow): void {
    this.selection[row] = offer.selection
    this.book[row] = offer.book
    this.load[row] = offer.load
    this.price[row] = offer.price
    this.updatedAt[row] = offer.updatedAt
    this.marks[row] = offer.marks
    this.ownLine[row] = offer.ownLine
    this.source[row] = offer.source
    this.tokenAt[row] = offer.tokenAt
    this.sgpBytes[row] = offer.sgpBytes
    this.gradeBytes[row] = offer.gradeBytes
    const held = this.#loads.get(offer.load)
    if (held !== undefined) held.users++
    this.sgpMark[row] = this.#computeSgpMark(row)
  }

  #computeSgpMark(row: number): number {
    const length = this.sgpBytes[row] ?? 0
    if (length === 0) return 0
    const tokens = this.#findTokens(row)
    const at = this.tokenAt[row] ?? 0
    let mark = length
    for (const part of sampledParts)
      mark = Math.imul(mark, 31) + (tokens[at + Math.floor(length * part)] ?? 0)
    return mark | 1
  }

  /** State beside the columns and tokens. */
  toStored() {
    return { live: this.live, firstFree: this.#firstFree, loads: [...this.#loads.keys()] }
  }

  *tokens(): Generator<[load: number, tokens: Uint8Array, at: number]> {
    for (const [load, { tokens, at }] of this.#loads) yield [load, tokens, at]
  }

  /** Highest number of a load with offers. */
  lastLoad(): number {
    return Math.max(0, ...this.#loads.keys())
  }

  /** Restores the results of `toStored`, `columns` and `tokens`. */
  restore(
    { live, firstFree, loads }: ReturnType<Offers['toStored']>,
    readColumn: (name: string) => ArrayBuffer,
    readTokens: (load: number) => ArrayBuffer,
  ): void {
    this.restoreColumns(readColumn)
    this.live = live
    this.#firstFree = firstFree
    for (const load of loads)
      this.#loads.set(load, { tokens: Buffer.from(readTokens(load)), at: Number.NaN, users: 0 })
    for (const load of this.load) {
      const held = this.#loads.get(load)
      if (held !== undefined) held.users++
    }
  }
}
