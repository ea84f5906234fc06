/** Numbers for repeated runs of bytes, looked up without making strings of them. */
import { bytes, grow, integers } from './columns.ts'

export class ByteTable {
  /** Number and start of each run, side by side in memory; a run ends where the next begins. */
  #runs = integers(1 << 10)
  #count = 1
  #bytes = bytes(1 << 12)
  /** Hash table with open addressing: place of a run, or 0. */
  #slots = integers(1 << 10)

  /** Returns the number of these bytes; `make` gives the number of new ones. */
  getOrAdd(text: Buffer, from: number, end: number, make: (text: string) => number): number {
    const place = this.#slots[this.#findSlot(text, from, end)] ?? 0
    if (place > 0) return this.#runs[place * 2] ?? 0
    // A copy, because `make` may look up and add others from the same buffer.
    const added = Buffer.from(text.subarray(from, end))
    const number = make(added.toString())
    this.#add(added, number)
    return number
  }

  /** Place of the run that is added next. Places count up from 1. */
  get nextPlace(): number {
    return this.#count
  }

  getText(place: number): string {
    return decoder.decode(this.#bytes.subarray(this.#getStart(place), this.#getStart(place + 1)))
  }

  #findSlot(text: Uint8Array, from: number, end: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash(text, from, end) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot] ?? 0
      if (place === 0 || this.#isAt(place, text, from, end)) return slot
    }
  }

  #isAt(place: number, text: Uint8Array, from: number, end: number): boolean {
    const start = this.#getStart(place)
    const length = end - from
    if (this.#getStart(place + 1) - start !== length) return false
    const known = this.#bytes
    for (let at = 0; at < length; at++) if (known[start + at] !== text[from + at]) return false
    return true
  }

  #getStart(place: number): number {
    return this.#runs[place * 2 + 1] ?? 0
  }

  #add(added: Uint8Array, number: number): void {
    const slot = this.#findSlot(added, 0, added.length)
    const place = this.#count++
    const start = this.#getStart(place)
    const end = start + added.length
    this.#bytes = grow(this.#bytes, end, bytes)
    this.#bytes.set(added, start)
    this.#runs = grow(this.#runs, place * 2 + 4, integers)
    this.#runs[place * 2] = number
    this.#runs[place * 2 + 3] = end
    this.#slots[slot] = place
    if (this.#count * 2 > this.#slots.length) this.#widen()
  }

  #widen(): void {
    this.#slots = integers(this.#slots.length * 2)
    for (let place = 1; place < this.#count; place++)
      this.#slots[this.#findSlot(this.#bytes, this.#getStart(place), this.#getStart(place + 1))] = place
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function hash(text: Uint8Array, from: number, end: number): number {
  let mixed = end - from
  let at = from
  // Four bytes in each multiplication: each waits for the result of the one before.
  for (; at + 4 <= end; at += 4) {
    const low = (text[at] ?? 0) | ((text[at + 1] ?? 0) << 8)
    const high = (text[at + 2] ?? 0) | ((text[at + 3] ?? 0) << 8)
    mixed = Math.imul(mixed ^ (low | (high << 16)), 0x9e3779b1)
    mixed ^= mixed >>> 15
  }
  for (; at < end; at++) mixed = Math.imul(mixed ^ (text[at] ?? 0), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
