/**
 * Types of the columns of an exported view, by their names: a column has one type in every file, also when all its values
 * are missing. Times are timestamps of ms, amounts and counts whole numbers.
 */

type ColumnType = 'INT64' | 'DOUBLE' | 'STRING' | 'TIMESTAMP'

const integer =
  /_(?:ms|minor)$|^(?:\w+_)?american$|^is_|^legs(?:_\w+)?$|^(?:place|(?:quote|parlay|link_outcome|decision|rule|ticket|entry|record|reverses_entry|of_record)_id)$/
const double = /^(?:\w+_)?decimal$|^(?:clv|ev|fair_p|close_p)$/

export function typeOf(column: string): ColumnType {
  if (column.endsWith('_at')) return 'TIMESTAMP'
  if (integer.test(column)) return 'INT64'
  return double.test(column) ? 'DOUBLE' : 'STRING'
}

/** A value as it is read from SQLite with whole numbers as bigint. */
export type SqlValue = null | number | bigint | string | Uint8Array
type ColumnValue = bigint | number | string | Date | null

export function toColumnValue(value: SqlValue | undefined, type: ColumnType): ColumnValue {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'INT64':
      return BigInt(String(value))
    case 'DOUBLE':
      return Number(value)
    case 'TIMESTAMP':
      return new Date(String(value))
    case 'STRING':
      return String(value)
  }
}
