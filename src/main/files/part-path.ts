/** Names the temporary file that is renamed to a file once it is whole. */
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'

/** Maximum characters of the file's name in that of the temporary file, so that it fits any file system. */
const maxNameChars = 40

/**
 * Returns an unused, unpredictable name in the same folder. A file created there with the flag `wx` follows no link.
 */
export function toPartPath(path: string): string {
  const name = basename(path).slice(0, maxNameChars)
  return join(dirname(path), `${name}.${randomBytes(8).toString('hex')}.part`)
}
