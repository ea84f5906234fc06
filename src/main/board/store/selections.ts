/**
 * Selections as rows: the three texts of the key, and the first offer. A selection without offers keeps its row, for
 * when it is offered again.
 */
import { bytes, integers, release, none, RowTable } from '../columns/columns.ts'

export class Selections extends RowTable {
  event = integers(0)
  market = integers(0)
  name = integers(0)
  /** Text that search reads for the name. */
  wording = integers(0)
  /** First offer of the chain; `none` without offers. */
  firstOffer = integers(0)
  /** Marks (`Mark`) of all offers together. */
  marks = bytes(0)
  /**
   * Hash table with open addressing. A slot is four integers: row + 1, or 0 when free, then the row's event, market and
   * name, so that finding a row reads memory at one place.
   */
  #slots = integers(1 << 12)

  find(event: number, market: number, name: number): number {
    return (this.#slots[this.#findSlot(event, market, name)] ?? 0) - 1
  }

  /** Returns the row of these three texts; adds one when there is none. */
  place(event: number, market: number, name: number): number {
    const slot = this.#findSlot(event, market, name)
    const known = this.#slots[slot] ?? 0
    if (known !== 0) return known - 1
    const row = this.count++
    if (row >= this.event.length) this.makeRoom(this.count)
    this.event[row] = event
    this.market[row] = market
    this.name[row] = name
    this.firstOffer[row] = none
    this.#fill(slot, row)
    if (this.count * 6 > this.#slots.length) this.#rehash(this.#slots.length * 2)
    return row
  }

  /** Restores what `columns` returned. */
  restore(read: (name: string) => ArrayBuffer): void {
    this.restoreColumns(read)
    this.#rehash(2 ** Math.ceil(Math.log2(Math.max(512, this.count) * 6 + 1)))
  }

  /** Start of the slot. */
  #findSlot(event: number, market: number, name: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = (hash(event, market, name) * 4) & mask; ; slot = (slot + 4) & mask) {
      if (slots[slot] === 0) return slot
      if (slots[slot + 3] === name && slots[slot + 1] === event && slots[slot + 2] === market) return slot
    }
  }

  #fill(slot: number, row: number): void {
    this.#slots[slot] = row + 1
    this.#slots[slot + 1] = this.event[row] ?? none
    this.#slots[slot + 2] = this.market[row] ?? none
    this.#slots[slot + 3] = this.name[row] ?? none
  }

  #rehash(length: number): void {
    release(this.#slots)
    this.#slots = integers(length)
    for (let row = 0; row < this.count; row++)
      this.#fill(this.#findSlot(this.event[row] ?? 0, this.market[row] ?? 0, this.name[row] ?? 0), row)
  }
}

function hash(event: number, market: number, name: number): number {
  let mixed = Math.imul(event, 0x9e3779b1) ^ Math.imul(market, 0x85ebca77) ^ Math.imul(name, 0xc2b2ae3d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
