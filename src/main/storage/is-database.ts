/** Whether a file is an SQLite database, told by its first bytes (https://sqlite.org/fileformat.html, 1.3). */
import { closeSync, openSync, readSync } from 'node:fs'

const magic = Buffer.from('SQLite format 3\0')

/** An empty file is one: nothing has been written yet. Throws for a file that cannot be opened. */
export function isDatabase(file: string): boolean {
  const head = Buffer.alloc(magic.length)
  const handle = openSync(file, 'r')
  try {
    return readSync(handle, head) === 0 || head.equals(magic)
  } finally {
    closeSync(handle)
  }
}
