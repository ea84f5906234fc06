/**
 * A sportsbook. `id` is what rows and quotes are keyed by, `hostId` what its pricing host carries (they differ only
 * where the user edited it), `name` what people read. A book that is off is neither shown nor called.
 */
import { z } from 'zod'

/** Values allowed for `{book}` in the pricing address: one DNS label, `_` allowed, at most 64 characters. */
export const hostIdPattern = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/

const maxNameLength = 80

export const BookId = z.string().min(1).max(80)
export const Book = z.strictObject({
  id: BookId,
  name: z.string().min(1).max(maxNameLength),
  hostId: z.string().regex(hostIdPattern),
  isOn: z.boolean(),
})
export type Book = Readonly<z.infer<typeof Book>>

/** A book first met in odds objects. Undefined when its name holds nothing a host could carry. */
export function createBook(name: string): Book | undefined {
  const id = toBookId(name)
  return id === '' ? undefined : { id, name: name.trim().slice(0, maxNameLength), hostId: id, isOn: true }
}

/** The default id of a book known by name: lower case, every run of other characters becomes `_`. */
export function toBookId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, 64)
    .replace(/_$/, '')
}
