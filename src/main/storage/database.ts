/**
 * The only importer of node:sqlite. A database is opened with the pragmas QUALITY asks for, each read back, and
 * brought to the newest version by numbered migrations, each in its own transaction.
 */
import { backup, DatabaseSync } from 'node:sqlite'
import { Refusal } from '../../shared/failure.ts'
import { inSlices } from '../async/in-slices.ts'

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
  // In pages. SQLite's 1,000 at a time hold a commit up for many milliseconds, a quarter of them for a few.
  wal_autocheckpoint: 250,
} as const
const inMemoryMode = 'memory'

/** Earlier ones can lose a transaction when a checkpoint and a writer meet (https://sqlite.org/wal.html). */
const oldestSqlite = 3_051_003

/** What keeps SQLite from writing, by its primary result code, in words for the screen. */
const cannotWrite = new Map([
  [5, 'The file is in use by another program.'],
  [8, 'The data folder cannot be written.'],
  [10, 'The disk reports an error.'],
  [13, 'The disk is full.'],
  [14, 'The data folder cannot be written.'],
])

/** Opens (or makes) a database file. Throws NewerDatabase, or what SQLite says of a file it cannot use. */
export function openDatabase(file: string, migrations: readonly Migration[]): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 2_000 })
  try {
    refuseOldSqlite(database)
    for (const [name, value] of Object.entries(pragmas)) setPragma(database, name, value)
    migrate(database, migrations)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens a file to look at it only: nothing is written, and its log stays beside it as it is. Throws what SQLite says of
 * a file it cannot use.
 */
export function lookIntoDatabase<T>(file: string, look: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  try {
    setPragma(database, 'trusted_schema', pragmas.trusted_schema)
    return look(database)
  } finally {
    database.close()
  }
}

/** Copies a database into a new file of its own, at once. */
export function copyInto(database: DatabaseSync, file: string): void {
  database.prepare('VACUUM INTO ?').run(file)
}

/** Why SQLite cannot use a file now, in words for the screen; undefined for any other error. */
export function cannotUse(error: unknown): string | undefined {
  return cannotWrite.get(resultCode(error) ?? 0)
}

/**
 * Runs `act` in one transaction, or as a part of the one under way: all of it or nothing. Throws Refusal (storage) when
 * nothing can be written now.
 */
export function transact<T>(database: Database, act: () => T): T {
  if (database.isTransaction) return act()
  try {
    database.exec('BEGIN IMMEDIATE')
    const result = act()
    database.exec('COMMIT')
    return result
  } catch (error) {
    throw takenBack(database, error)
  }
}

/**
 * As `transact`, over many turns of the event loop: nobody else may write through this connection meanwhile. Closing it
 * ends the transaction, with nothing written.
 */
export async function transactInSlices(database: Database, steps: Iterator<unknown>): Promise<void> {
  try {
    database.exec('BEGIN IMMEDIATE')
    await inSlices(steps, () => {
      if (!database.isOpen) throw new Error('the database was closed meanwhile')
    })
    database.exec('COMMIT')
  } catch (error) {
    throw takenBack(database, error)
  }
}

function takenBack(database: Database, error: unknown): unknown {
  if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
  return refusalOf(error)
}

/** An error that keeps SQLite from writing as a Refusal (storage); any other as it is. */
export function refusalOf(error: unknown): unknown {
  const sentence = cannotUse(error)
  return sentence === undefined ? error : new Refusal({ kind: 'storage', sentence }, { cause: error })
}

/**
 * Copies a database that may be in use into a new file, without a log beside it, off the event loop. It is read through a
 * connection of its own: a backup of one that happens to be writing fails. Nothing is fsynced yet.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 2_000 })
  try {
    await backup(source, to, { rate: allPages })
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(to)
  try {
    setPragma(copy, 'journal_mode', 'delete')
  } finally {
    copy.close()
  }
}
const allPages = 2 ** 31 - 1

/** SQLite's primary result code (https://sqlite.org/rescode.html), or undefined for what is not from SQLite. */
export function resultCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
  return isOfSqlite ? Number(error.errcode) & 0xff : undefined
}

function refuseOldSqlite(database: DatabaseSync): void {
  const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.['version'])
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (major * 1e6 + minor * 1e3 + patch < oldestSqlite)
    throw new Error(`SQLite ${version} is older than this program needs`)
}

/** The value of a pragma as it is now. */
export function readPragma(database: Database, name: string): unknown {
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
