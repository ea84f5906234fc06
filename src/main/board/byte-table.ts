/** Numbers for runs of bytes met again and again, found without making text of them. */

const noNumber = 0

export class ByteTable {
  readonly #numbers: number[] = [noNumber]
  readonly #starts: number[] = [0, 0]
  #bytes = new Uint8Array(1 << 12)
  /** Open addressing: place in the lists, or 0. */
  #slots = new Uint32Array(1 << 10)

  /** The number of these bytes; `make` gives it for bytes not met before. */
  numberOf(text: Buffer, from: number, end: number, make: (text: string) => number): number {
    const slot = this.#slotOf(text, from, end)
    const place = this.#slots[slot] ?? 0
    if (place > 0) return this.#numbers[place] ?? noNumber
    const number = make(text.toString('utf8', from, end))
    this.#add(slot, text.subarray(from, end), number)
    return number
  }

  #slotOf(text: Uint8Array, from: number, end: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash(text, from, end) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot] ?? 0
      if (place === 0 || this.#isAt(place, text, from, end)) return slot
    }
  }

  #isAt(place: number, text: Uint8Array, from: number, end: number): boolean {
    const start = this.#starts[place] ?? 0
    const length = end - from
    if ((this.#starts[place + 1] ?? 0) - start !== length) return false
    const bytes = this.#bytes
    for (let at = 0; at < length; at++) if (bytes[start + at] !== text[from + at]) return false
    return true
  }

  #add(slot: number, bytes: Uint8Array, number: number): void {
    const start = this.#starts.at(-1) ?? 0
    const end = start + bytes.length
    if (end > this.#bytes.length) {
      const wider = new Uint8Array(end * 2)
      wider.set(this.#bytes)
      this.#bytes = wider
    }
    this.#bytes.set(bytes, start)
    this.#starts.push(end)
    this.#slots[slot] = this.#numbers.push(number) - 1
    if (this.#numbers.length * 2 > this.#slots.length) this.#widen()
  }

  #widen(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let place = 1; place < this.#numbers.length; place++) {
      const slot = this.#slotOf(this.#bytes, this.#starts[place] ?? 0, this.#starts[place + 1] ?? 0)
      this.#slots[slot] = place
    }
  }
}

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
