/**
 * A sportsbook. `id` is what rows and quotes are keyed by, `hostId` what its pricing host carries (they differ only
 * where the user edited it), `name` what people read. A book that is off is neither shown nor asked.
 */
import { z } from 'zod'
import { bookIdOf } from './book-id.ts'

/** What may stand for `{book}` in the pricing address: one DNS label, `_` allowed, at most 64 characters. */
export const hostIdPattern = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/

const longestName = 80

export const BookId = z.string().min(1).max(80)
export const Book = z.strictObject({
  id: BookId,
  name: z.string().min(1).max(longestName),
  hostId: z.string().regex(hostIdPattern),
  isOn: z.boolean(),
})
export type Book = Readonly<z.infer<typeof Book>>

/** A book first met in odds objects. Undefined when its name holds nothing a host could carry. */
export function bookNamed(name: string): Book | undefined {
  const id = bookIdOf(name)
  return id === '' ? undefined : { id, name: name.trim().slice(0, longestName), hostId: id, isOn: true }
}
