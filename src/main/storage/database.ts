/**
 * The only importer of node:sqlite. A database is opened with the pragmas QUALITY asks for, each read back, and
 * brought to the newest version by numbered migrations, each in its own transaction.
 */
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from '../../shared/failure.ts'

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
    for (const [name, value] of Object.entries(pragmas)) setPragma(database, name, value)
    migrate(database, migrations)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Runs `act` in one transaction: all of it or nothing. Throws Refusal (storage) when nothing can be written now. */
export function transact<T>(database: Database, act: () => T): T {
  try {
    database.exec('BEGIN IMMEDIATE')
    const result = act()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    const sentence = cannotWrite.get(resultCode(error) ?? 0)
    throw sentence === undefined ? error : new Refusal({ kind: 'storage', sentence }, { cause: error })
  }
}

/** SQLite's primary result code (https://sqlite.org/rescode.html), or undefined for what is not from SQLite. */
export function resultCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
  return isOfSqlite ? Number(error.errcode) & 0xff : undefined
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
