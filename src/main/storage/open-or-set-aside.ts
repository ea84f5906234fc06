/**
 * Opens a database that the program can do without: one that is damaged or from a newer version is kept under another
 * name and a new one begun; where the file cannot be used now, memory serves until the end. The user is told. The
 * ledger is not opened so.
 */
import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { NewerDatabase, openDatabase, resultCode, type Database, type Migration } from './database.ts'
import { isDatabase } from './is-database.ts'

export interface Wanted {
  readonly file: string
  readonly migrations: readonly Migration[]
  /** Tables small enough to be looked through at each start. */
  readonly checked: readonly string[]
}

class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase'
}

/** What every database file begins with. */

/** SQLite's codes for a schema that is not ours, a damaged file, and a file that is no database. */
const unfitCodes = new Set([1, 11, 26])

/** `tell` receives a plain sentence when the file could not be used as it was. */
export function openOrSetAside(wanted: Wanted, tell: (sentence: string) => void): Database {
  try {
    return openSound(wanted)
  } catch (error) {
    const isUnfit =
      error instanceof NewerDatabase ||
      error instanceof DamagedDatabase ||
      unfitCodes.has(resultCode(error) ?? 0)
    // A file that cannot be used now (locked, no room, no right) may be good: it stays where it is.
    const anew = isUnfit ? openAnew(wanted, tell) : undefined
    if (anew !== undefined) return anew
    tell('The desk cannot be saved. What you add is lost when the program ends.')
    return openDatabase(':memory:', wanted.migrations)
  }
}

/** Throws what openDatabase throws, or DamagedDatabase. */
function openSound({ file, migrations, checked }: Wanted): Database {
  // Asked before SQLite is, which deletes the log of a file that it cannot read.
  if (existsSync(file) && !isDatabase(file)) throw new DamagedDatabase('not a database')
  const database = openDatabase(file, migrations)
  try {
    for (const table of checked) {
      const found = Object.values(database.prepare(`PRAGMA quick_check(${table})`).get() ?? {})[0]
      if (found !== 'ok') throw new DamagedDatabase(String(found))
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function openAnew(wanted: Wanted, tell: (sentence: string) => void): Database | undefined {
  const kept = `${wanted.file}.unreadable-${Date.now()}`
  try {
    renameSync(wanted.file, kept)
    // What was not yet in the file itself goes with it.
    for (const part of ['-wal', '-shm']) renameIfThere(wanted.file + part, kept + part)
    const database = openSound(wanted)
    tell(`The desk’s file could not be read. It was kept as ${basename(kept)}, and the desk starts empty.`)
    return database
  } catch {
    return undefined
  }
}

function renameIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}
