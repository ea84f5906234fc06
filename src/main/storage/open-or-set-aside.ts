/**
 * Opens the desk's database. A damaged file is kept under another name, and a new one is created. A file of a newer
 * version is left as it is, for that version. It, and a file that cannot be written now and not be read either, are
 * replaced by an empty database in memory; every write throws, because the file records sent submissions and calls,
 * which memory alone would lose. The user is notified. The ledger is never opened this way.
 */
import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import {
  isSqliteFile,
  NewerDatabase,
  openDatabase,
  openNothing,
  openUnwritable,
  readPragma,
  type Database,
  type Migrations,
} from './database.ts'
import { explainStorageError, resultCode } from './storage-failure.ts'

export interface DatabaseOptions {
  readonly file: string
  readonly migrations: Migrations
  /** Tables that are checked at each start; they must be small. */
  readonly checked: readonly string[]
}

class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase'
}

/** SQLite's codes for a wrong schema, a damaged file, and a file that is not a database. */
const unfitCodes = new Set([1, 11, 26])

const newerFile = 'The desk’s file is from a newer version. Update Parlay Desk.'

/** Calls `notify` with a sentence for the user when the file cannot be used as it is. */
export function openOrSetAside(options: DatabaseOptions, notify: (sentence: string) => void): Database {
  try {
    return openSound(options)
  } catch (error) {
    if (error instanceof NewerDatabase) {
      notify(`${newerFile} Until then, nothing can be added, priced or sent.`)
      return openNothing(options.migrations, newerFile)
    }
    const isUnfit = error instanceof DamagedDatabase || unfitCodes.has(resultCode(error) ?? 0)
    // A file that cannot be used now (locked, disk full, no permission) may be intact, so it stays in its place.
    const fresh = isUnfit ? openNew(options, notify) : undefined
    if (fresh !== undefined) return fresh
    const cause = explainStorageError(error) ?? 'The desk’s file can’t be used.'
    notify(`${cause} Nothing can be added, priced or sent until you restart Parlay Desk.`)
    return openToRead(options, `${cause} Restart Parlay Desk once it can be used.`)
  }
}

function openToRead({ file, migrations }: DatabaseOptions, reason: string): Database {
  try {
    return openUnwritable(file, migrations, reason)
  } catch {
    return openNothing(migrations, reason)
  }
}

/** Throws what openDatabase throws, or DamagedDatabase. */
function openSound({ file, migrations, checked }: DatabaseOptions): Database {
  // Checked before SQLite opens the file, because SQLite deletes the log of an unreadable file.
  if (existsSync(file) && !isSqliteFile(file)) throw new DamagedDatabase('not a database')
  const database = openDatabase(file, migrations)
  try {
    for (const table of checked) {
      const found = readPragma(database, `quick_check(${table})`)
      if (found !== 'ok') throw new DamagedDatabase(String(found))
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function openNew(options: DatabaseOptions, notify: (sentence: string) => void): Database | undefined {
  const kept = `${options.file}.unreadable-${Date.now()}`
  try {
    // The log may contain data that is not in the file yet, so it is moved too.
    for (const part of ['', '-wal', '-shm'])
      if (existsSync(options.file + part)) renameSync(options.file + part, kept + part)
    const database = openSound(options)
    notify(`The desk’s file couldn’t be read. It’s kept as ${basename(kept)}, and the desk starts empty.`)
    return database
  } catch {
    return undefined
  }
}
