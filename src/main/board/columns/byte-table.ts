/** Numbers for runs of bytes met again and again, found without making text of them. */
import { bytes, grown, integers } from './columns.ts'

export class ByteTable {
  /** Of each run its number and where it begins, side by side in memory; it ends where the next begins. */
  #runs = integers(1 << 10)
  #count = 1
  #bytes = bytes(1 << 12)
  /** Open addressing: place of the run, or 0. */
  #slots = integers(1 << 10)

  /** The number of these bytes; `make` gives it for bytes not met before. */
  numberOf(text: Buffer, from: number, end: number, make: (text: string) => number): number {
    const place = this.#slots[this.#slotOf(text, from, end)] ?? 0
    if (place > 0) return this.#runs[place * 2] ?? 0
    // A copy: what makes the number may look up and add others, from the same buffer.
    const added = Buffer.from(text.subarray(from, end))
    const number = make(added.toString())
    this.#add(added, number)
    return number
  }

  /** The place of the run that is added next. Places count up from 1. */
  get nextPlace(): number {
    return this.#count
  }

  textAt(place: number): string {
    return decoder.decode(this.#bytes.subarray(this.#startOf(place), this.#startOf(place + 1)))
  }

  #slotOf(text: Uint8Array, from: number, end: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash(text, from, end) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot] ?? 0
      if (place === 0 || this.#isAt(place, text, from, end)) return slot
    }
  }

  #isAt(place: number, text: Uint8Array, from: number, end: number): boolean {
    const start = this.#startOf(place)
    const length = end - from
    if (this.#startOf(place + 1) - start !== length) return false
    const known = this.#bytes
    for (let at = 0; at < length; at++) if (known[start + at] !== text[from + at]) return false
    return true
  }

  #startOf(place: number): number {
    return this.#runs[place * 2 + 1] ?? 0
  }

  #add(added: Uint8Array, number: number): void {
    const slot = this.#slotOf(added, 0, added.length)
    const place = this.#count++
    const start = this.#startOf(place)
    const end = start + added.length
    this.#bytes = grown(this.#bytes, end, bytes)
    this.#bytes.set(added, start)
    this.#runs = grown(this.#runs, place * 2 + 4, integers)
    this.#runs[place * 2] = number
    this.#runs[place * 2 + 3] = end
    this.#slots[slot] = place
    if (this.#count * 2 > this.#slots.length) this.#widen()
  }

  #widen(): void {
    this.#slots = integers(this.#slots.length * 2)
    for (let place = 1; place < this.#count; place++)
      this.#slots[this.#slotOf(this.#bytes, this.#startOf(place), this.#startOf(place + 1))] = place
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function hash(text: Uint8Array, from: number, end: number): number {
  let mixed = end - from
  let at = from
  // Four bytes a multiplication: each has to wait for the one before it.
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
