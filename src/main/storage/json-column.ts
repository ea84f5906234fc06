/** Values kept as JSON in a TEXT column. */
import { z } from 'zod'

/** The schema of a row's column: text that holds a value of `schema` as JSON. Add `.nullable()` where SQL NULL is allowed. */
export const jsonColumn = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue('not JSON')
        return z.NEVER
      }
    })
    .pipe(schema)

/** Serializes a value for its column; null stays SQL NULL. */
export function toJsonColumn(value: object | string | number | boolean): string
export function toJsonColumn(value: object | string | number | boolean | null): string | null
export function toJsonColumn(value: object | string | number | boolean | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** Parses a column without a schema: for columns that only this program writes, and that are read very often. */
export const parseOwnJson = (text: string): unknown => JSON.parse(text)
