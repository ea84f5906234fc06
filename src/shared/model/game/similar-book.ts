import { findSimilarWords } from '../../text/spelling.ts'

/** Beginnings shorter than this are of too many names. */
const minBeginning = 3

/** The known book whose name begins like a new one, or is spelled almost like it; undefined for none. */
export function findSimilarBook(
  typed: string,
  books: readonly { readonly name: string }[],
): string | undefined {
  const name = squeeze(typed)
  const isBeginning = (one: string, other: string) => one.length >= minBeginning && other.startsWith(one)
  const begins = (other: string) => isBeginning(name, other) || isBeginning(other, name)
  const found =
    books.find(book => begins(squeeze(book.name))) ??
    books.find(book => findSimilarWords(name, () => [squeeze(book.name)]).length > 0)
  return found?.name
}

const squeeze = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
