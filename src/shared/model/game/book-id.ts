/** Ids of books. */

/** The default id of a book known by name: lower case, every run of other characters becomes `_`. */
export function bookIdOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, 64)
    .replace(/_$/, '')
}
