/** Typed columns that grow, for rows known by number. */

/** No row. */
export const none = 0xffffffff

interface Column<C> {
  readonly length: number
  set(from: C): void
}

/** The column, or a copy with room for `rows` and a fifth more. */
export function grown<C extends Column<C>>(column: C, rows: number, make: (length: number) => C): C {
  if (rows <= column.length) return column
  const wider = make(Math.max(64, Math.ceil(rows * 1.2)))
  wider.set(column)
  return wider
}

export const integers = (length: number) => new Uint32Array(length)
export const shorts = (length: number) => new Uint16Array(length)
export const bytes = (length: number) => new Uint8Array(length)
export const doubles = (length: number) => new Float64Array(length)
