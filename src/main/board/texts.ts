/**
 * The parts of odds ids that a reader has met, each cleaned (NFC, trimmed) and kept once. An entry is a number that
 * says which text it is and whether cleaning left it as it came. Feeds of many books say the same, so a reader keeps
 * these from one text to the next and hands on only what is new.
 */
import { ByteTable } from './byte-table.ts'
import { bytes, grown } from './columns.ts'

export class Texts {
  #list: string[] = ['']
  #entries = new Map([['', 1]])
  #byBytes = new ByteTable()
  #handedOn = 0
  /** By id, 1 for a name that mentions its players. */
  #mentions = bytes(0)

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
    return this.#list[id] ?? ''
  }

  entryOf(raw: string): number {
    return this.#entries.get(raw) ?? this.#add(raw)
  }

  /** The same for UTF-8, without making a string of what is known. */
  entryAt(text: Buffer, from: number, end: number): number {
    return this.#byBytes.numberOf(text, from, end, raw => this.entryOf(raw))
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
    const first = this.#handedOn
    this.#handedOn = this.#list.length
    return { first, texts: this.#list.slice(first) }
  }

  /** Begins anew when there are more than can be kept; the next text handed on is number 0 again. */
  forgetBeyond(most: number): void {
    if (this.#list.length <= most) return
    this.#list = ['']
    this.#entries = new Map([['', 1]])
    this.#byBytes = new ByteTable()
    this.#mentions = bytes(0)
    this.#handedOn = 0
  }

  #add(raw: string): number {
    const clean = raw.normalize('NFC').trim()
    const entry = clean === raw ? this.#list.push(raw) * 2 - 1 : this.entryOf(clean) & ~1
    this.#entries.set(raw, entry)
    return entry
  }
}
