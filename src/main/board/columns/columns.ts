/** Typed columns that grow, for rows known by number. */

/** No row. */
export const none = 0xffffffff

interface Column<C> {
  readonly buffer: ArrayBufferLike
  readonly length: number
  set(from: C): void
  slice(from: number, end: number): C
}

/** The column, or what takes its place with room for `rows` and a fifth more; the column is then let go. */
export function grown<C extends Column<C>>(column: C, rows: number, make: (length: number) => C): C {
  if (rows <= column.length) return column
  const wider = make(Math.max(64, Math.ceil(rows * 1.2)))
  wider.set(column)
  letGo(column)
  return wider
}

/** A copy of the column's beginning; the column is then let go. */
export function cut<C extends Column<C>>(column: C, length: number): C {
  if (length === column.length) return column
  const shorter = column.slice(0, length)
  letGo(column)
  return shorter
}

/** Gives memory back at once. Left to the collector, megabytes of columns would have it run again and again. */
export function letGo({ buffer }: { readonly buffer: ArrayBufferLike }): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

export const integers = (length: number) => new Uint32Array(length)
export const shorts = (length: number) => new Uint16Array(length)
export const bytes = (length: number) => new Uint8Array(length)
export const doubles = (length: number) => new Float64Array(length)
