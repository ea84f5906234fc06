/**
 * Parts of odds ids, each cleaned and stored once. An entry is a number: the id of the text, and one bit that is set
 * when cleaning changed nothing. Feeds of many books repeat the same parts, so a reader keeps them between texts and
 * passes on only new ones.
 */
import { cleanText } from '../../../shared/clean-text.ts'
import { ByteTable } from '../columns/byte-table.ts'
import { bytes, grow, integers } from '../columns/columns.ts'
import { UnreadableText } from '../facts/load.ts'

const tooMuch = 'Too many games and IDs for memory. Split the text and load the parts.'

/** Heap of one batch's strings and objects, a part of what `worker/parse-pool.ts` gives a worker. */
const maxHeldBytes = 512 * 2 ** 20
/** Heap of a string beside its characters, of which each may take two bytes. */
const stringBytes = 40

/** Longer texts get a separate buffer. */
const typicalLength = 1_000

/** Bytes, not strings: they cost the garbage collector nothing. */
export class PartTexts {
  #known = new ByteTable()
  /** Place of each text's bytes, by id. */
  #places = integers(0)
  #count = 0
  /** Texts not passed on yet. */
  #fresh: string[] = []
  /** Estimated heap of the batch until it is passed on. */
  #heldBytes = 0
  /** 1 for a name that mentions its players, by id. */
  #mentions = bytes(0)
  readonly #scratch = Buffer.allocUnsafeSlow(typicalLength * 3)

  constructor() {
    this.#begin()
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

  getText(id: number): string {
    return this.#known.getText(this.#places[id] ?? 0)
  }

  add(raw: string): number {
    const buffer = raw.length > typicalLength ? Buffer.alloc(raw.length * 3) : this.#scratch
    return this.addBytes(buffer, 0, buffer.write(raw))
  }

  /** Adds UTF-8 without making a string of a known text. */
  addBytes(text: Buffer, from: number, end: number): number {
    return this.#known.getOrAdd(text, from, end, this.#addNew)
  }

  mentionsPlayers(id: number): boolean {
    return this.#mentions[id] === 1
  }

  setMentionsPlayers(id: number): void {
    this.#mentions = grow(this.#mentions, id + 1, bytes)
    this.#mentions[id] = 1
  }

  /** Returns the texts added since the last call, and the id of the first of them. */
  takeNew(): { readonly first: number; readonly texts: string[] } {
    const texts = this.#fresh
    this.#fresh = []
    this.#heldBytes = 0
    return { first: this.#count - texts.length, texts }
  }

  /** Counts a text that the batch holds. Throws UnreadableText before memory runs out, which would end the worker. */
  holdText(text: string): void {
    this.hold(text.length * 2 + stringBytes)
  }

  hold(heapBytes: number): void {
    this.#heldBytes += heapBytes
    if (this.#heldBytes > maxHeldBytes) throw new UnreadableText(tooMuch)
  }

  /**
   * Forgets all texts when there are more than `max`, or when failed batches have left many; the next text has id 0
   * again.
   */
  forgetBeyond(max: number): void {
    if (this.#count <= max && this.#heldBytes < maxHeldBytes / 8) return
    this.#known = new ByteTable()
    this.#places = integers(0)
    this.#count = 0
    this.#fresh = []
    this.#mentions = bytes(0)
    this.#begin()
  }

  #begin(): void {
    this.#heldBytes = 0
    this.add('')
  }

  readonly #addNew = (raw: string): number => {
    const clean = cleanText(raw)
    if (clean !== raw) return this.add(clean) & ~1
    const id = this.#count++
    this.#places = grow(this.#places, this.#count, integers)
    this.#places[id] = this.#known.nextPlace
    this.#fresh.push(raw)
    this.holdText(raw)
    return id * 2 + 1
  }
}
