/** Typed columns that grow, for rows known by number; and tables of them, of bits and of texts. */

/** Number of no row. */
export const none = 0xffffffff

interface Column<C> {
  readonly buffer: ArrayBufferLike
  readonly length: number
  set(from: C): void
  slice(from: number, end: number): C
}

/** Returns the column, or a wider copy with room for `rows` and a fifth more; the memory of the old one is released. */
export function grow<C extends Column<C>>(column: C, rows: number, make: (length: number) => C): C {
  if (rows <= column.length) return column
  const wider = make(Math.max(64, Math.ceil(rows * 1.2)))
  wider.set(column)
  release(column)
  return wider
}

/** Returns a copy of the column's beginning; the memory of the column is released. */
export function cut<C extends Column<C>>(column: C, length: number): C {
  if (length === column.length) return column
  const shorter = column.slice(0, length)
  release(column)
  return shorter
}

/** Frees memory immediately. Left to the garbage collector, megabytes of columns would make it run again and again. */
export function release({ buffer }: { readonly buffer: ArrayBufferLike }): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

export const integers = (length: number) => new Uint32Array(length)
export const shorts = (length: number) => new Uint16Array(length)
export const bytes = (length: number) => new Uint8Array(length)
export const doubles = (length: number) => new Float64Array(length)

type TypedColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array
const kinds: readonly (new (buffer: ArrayBuffer) => TypedColumn)[] = [
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Float64Array,
]

/** A table of rows known by number. Each public field that is a typed array is a column of it. */
export class RowTable {
  /** Number of rows, used and free. */
  count = 0

  /** Columns by name, without room to grow. */
  columns(): Record<string, TypedColumn> {
    return Object.fromEntries(this.#list().map(({ name, column }) => [name, column.subarray(0, this.count)]))
  }

  /** Restores what `columns` returned; the table keeps the buffers. */
  restoreColumns(read: (name: string) => ArrayBuffer): void {
    for (const { name, Kind } of this.#list()) {
      const column = new Kind(read(name))
      Object.assign(this, { [name]: column })
      this.count = column.length
    }
  }

  protected makeRoom(rows: number): void {
    for (const { name, column, Kind } of this.#list()) {
      const make = (length: number) => new Kind(new ArrayBuffer(length * column.BYTES_PER_ELEMENT))
      Object.assign(this, { [name]: grow(column, rows, make) })
    }
  }

  #list() {
    const fields: [string, unknown][] = Object.entries(this)
    return fields.flatMap(([name, column]) =>
      kinds.flatMap(Kind => (column instanceof Kind ? [{ name, column, Kind }] : [])),
    )
  }
}

/** One bit for each pair of numbers, such as book and selection. */
export class BitTable {
  readonly #rows: Uint8Array[] = []

  set(row: number, place: number, isSet: boolean): void {
    const at = place >>> 3
    while (this.#rows.length <= row) this.#rows.push(bytes(0))
    const before = this.getBits(row)
    const bits = grow(before, at + 1, bytes)
    if (bits !== before) this.#rows[row] = bits
    const bit = 1 << (place & 7)
    bits[at] = isSet ? (bits[at] ?? 0) | bit : (bits[at] ?? 0) & ~bit
  }

  has(row: number, place: number): boolean {
    return (((this.#rows[row]?.[place >>> 3] ?? 0) >>> (place & 7)) & 1) === 1
  }

  /** Bits of a row: bit n of byte m is place 8m + n. Bytes without a set bit at the end may be missing. */
  getBits(row: number): Uint8Array {
    return this.#rows[row] ?? bytes(0)
  }
}

/** Texts by number, each kept once. Numbers count up from 0 and never change. */
export class TextTable {
  readonly list: string[] = []
  readonly #ids = new Map<string, number>()

  find(text: string): number | undefined {
    return this.#ids.get(text)
  }

  /** Returns the text's number; a new text gets the next one and calls `onAdded`. */
  add(text: string, onAdded: (id: number) => void = () => {}): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    const id = this.list.push(text) - 1
    this.#ids.set(text, id)
    onAdded(id)
    return id
  }
}
