/**
 * The parts of odds ids that a reader has met, each cleaned (NFC, trimmed) and kept once. An entry is a number that
 * says which text it is and whether cleaning left it as it came. Feeds of many books say the same, so a reader keeps
 * these from one text to the next and hands on only what is new.
 */
import { ByteTable } from '../columns/byte-table.ts'
import { bytes, grown, integers } from '../columns/columns.ts'

/** Longer texts take a buffer of their own while they are looked up. */
const usualLength = 1_000

/** As bytes, not as strings: what is small for the collector to walk through is seldom walked through. */
export class Texts {
  #known = new ByteTable()
  /** By id, where its bytes are. */
  #places = integers(0)
  #count = 0
  /** Not handed on yet. */
  #fresh: string[] = []
  /** By id, 1 for a name that mentions its players. */
  #mentions = bytes(0)
  readonly #scratch = Buffer.allocUnsafeSlow(usualLength * 3)

  constructor() {
    this.entryOf('')
  }

  static idOf(entry: number): number {
    return entry >>> 1
  }
  static isVerbatim(entry: number): boolean {
    return (entry & 1) === 1
  }
  static isEmpty(entry: number): boolean {
    return entry < 2
  }

  textOf(id: number): string {
    return this.#known.textAt(this.#places[id] ?? 0)
  }

  entryOf(raw: string): number {
    const buffer = raw.length > usualLength ? Buffer.alloc(raw.length * 3) : this.#scratch
    return this.entryAt(buffer, 0, buffer.write(raw))
  }

  /** The same for UTF-8, without making a string of what is known. */
  entryAt(text: Buffer, from: number, end: number): number {
    return this.#known.numberOf(text, from, end, this.#added)
  }

  mentionsPlayers(id: number): boolean {
    return this.#mentions[id] === 1
  }

  setMentionsPlayers(id: number): void {
    this.#mentions = grown(this.#mentions, id + 1, bytes)
    this.#mentions[id] = 1
  }

  /** The texts added since the last time, and the id of the first of them. */
  takeNew(): { readonly first: number; readonly texts: string[] } {
    const texts = this.#fresh
    this.#fresh = []
    return { first: this.#count - texts.length, texts }
  }

  /** Begins anew when there are more than can be kept; the next text handed on is number 0 again. */
  forgetBeyond(most: number): void {
    if (this.#count <= most) return
    this.#known = new ByteTable()
    this.#places = integers(0)
    this.#count = 0
    this.#fresh = []
    this.#mentions = bytes(0)
    this.entryOf('')
  }

  /** The entry of a text that was not met before. */
  readonly #added = (raw: string): number => {
    const clean = raw.normalize('NFC').trim()
    if (clean !== raw) return this.entryOf(clean) & ~1
    const id = this.#count++
    this.#places = grown(this.#places, this.#count, integers)
    this.#places[id] = this.#known.nextPlace
    this.#fresh.push(raw)
    return id * 2 + 1
  }
}
