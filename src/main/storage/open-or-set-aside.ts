/**
 * Opens a database that the program can do without: one that cannot be used is kept under another name and a new one
 * begun; where not even that works, memory serves until the end. The user is told. The ledger is not opened so.
 */
import { renameSync } from 'node:fs'
import { basename } from 'node:path'
import { openDatabase, type Database, type Migration } from './database.ts'

type Tell = (sentence: string) => void

/** `tell` receives a plain sentence when the file could not be used as it was. */
export function openOrSetAside(file: string, migrations: readonly Migration[], tell: Tell): Database {
  try {
    return openDatabase(file, migrations)
  } catch {
    return openAnew(file, migrations, tell)
  }
}

function openAnew(file: string, migrations: readonly Migration[], tell: Tell): Database {
  const kept = `${file}.unreadable-${Date.now()}`
  try {
    renameSync(file, kept)
    const database = openDatabase(file, migrations)
    tell(`The desk’s file could not be read. It was kept as ${basename(kept)}, and the desk starts empty.`)
    return database
  } catch {
    tell(
      'The desk cannot be saved: its folder cannot be written. What you add is lost when the program ends.',
    )
    return openDatabase(':memory:', migrations)
  }
}
