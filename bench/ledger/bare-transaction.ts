/** SQLite alone, as anyone would use it: no check of ours between its BEGIN and its COMMIT. */
import type { Database } from '../../src/main/storage/database.ts'

/** Runs each action in a transaction of its own. What fails ends the run, so nothing is rolled back. */
export function createBareTransact(database: Database): (write: () => void) => void {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  return write => {
    begin.run()
    write()
    commit.run()
  }
}
