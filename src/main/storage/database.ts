/**
 * The only importer of node:sqlite. A database is opened with the pragmas QUALITY asks for, each read back, and
 * brought to the newest version by numbered migrations, each in its own transaction.
 */
import { DatabaseSync } from 'node:sqlite'

export type Database = DatabaseSync

/** One step of a schema: `sql` brings version `to - 1` to version `to`. */
export interface Migration {
  readonly to: number
  readonly sql: string
}

/** The file was written by a newer version of the program; opening it could lose what that version keeps. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
}

const pragmas = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  recursive_triggers: 1,
} as const
const inMemoryMode = 'memory'

/** Opens (or makes) a database file. Throws NewerDatabase, or what SQLite says of a file it cannot use. */
export function openDatabase(file: string, migrations: readonly Migration[]): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 2_000 })
  try {
    for (const [name, value] of Object.entries(pragmas)) setPragma(database, name, value)
    migrate(database, migrations)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Runs `act` in one transaction: all of it or nothing. Not nestable. */
export function transact<T>(database: Database, act: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = act()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function readPragma(database: Database, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

function setPragma(database: Database, name: string, value: string | number): void {
  database.exec(`PRAGMA ${name} = ${value}`)
  const is = readPragma(database, name)
  const isFit = is === value || (name === 'journal_mode' && is === inMemoryMode)
  if (!isFit) throw new Error(`PRAGMA ${name} is ${String(is)}, not ${value}`)
}

function migrate(database: Database, migrations: readonly Migration[]): void {
  const version = Number(readPragma(database, 'user_version'))
  const newest = migrations.at(-1)?.to ?? 0
  if (version > newest) throw new NewerDatabase(`version ${version}, and this program knows ${newest}`)
  for (const { to, sql } of migrations.filter(step => step.to > version)) {
    transact(database, () => {
      database.exec(sql)
      database.exec(`PRAGMA user_version = ${to}`)
    })
  }
}
