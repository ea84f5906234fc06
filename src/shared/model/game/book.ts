/**
 * A sportsbook. `id` is the key of rows and quotes, `hostId` a part of its pricing host (different from `id` only when
 * the user edited it), `name` is for people. A book that is off is neither shown nor called.
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

/** Creates a book that odds objects name for the first time. Undefined when no host id can be made of its name. */
export function createBook(name: string): Book | undefined {
  const id = toBookId(name)
  return id === '' ? undefined : { id, name: name.trim().slice(0, maxNameLength), hostId: id, isOn: true }
}

/** Default id of a book by its name: lower case, with `_` for every run of other characters. */
export function toBookId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, 64)
    .replace(/_$/, '')
}
