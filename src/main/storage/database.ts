/**
 * The only importer of node:sqlite. A database is opened with the pragmas that docs/quality.md asks for, each read back,
 * and brought to the newest version by numbered migrations, each in its own transaction.
 */
import { existsSync, readSync, statSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { runInSlices } from '../async/in-slices.ts'
import { assertRegularFile, readOpen } from '../files/regular-file.ts'
import { Refusal } from '../../shared/failure.ts'
import { OpenedFile } from './opened-file.ts'
import { explainSqliteError, isLocked, toStorageFailure, toStorageRefusal } from './storage-failure.ts'

export type Database = DatabaseSync

/** SQL of each migration, in order: item n migrates a file from version n to n + 1. */
export type Migrations = readonly string[]

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
  // In pages. SQLite's default of 1,000 delays a commit by many milliseconds, a quarter of it by a few.
  wal_autocheckpoint: 250,
} as const
const inMemory = ':memory:'
const inMemoryMode = 'memory'

/** Earlier ones can lose a transaction when a checkpoint and a writer meet (https://sqlite.org/wal.html). */
const minSqlite = 3_051_003

/** First bytes of every database file (https://sqlite.org/fileformat.html, 1.3). */
const magic = Buffer.from('SQLite format 3\0')
/** Pages copied in one step, between which a copy can be aborted: a megabyte. */
const pagesAtOnce = 256

interface OpenOptions {
  /** Advice for the user when the file is removed while it is open. */
  readonly ifGone?: string
  /** Size of a page, for a file that is created. */
  readonly pageBytes?: number
}

/**
 * Opens or creates a database file. Throws NewerDatabase, Refusal when the path is not a regular file, or SQLite's
 * error for a file it cannot use.
 */
export function openDatabase(
  file: string,
  migrations: Migrations,
  { ifGone, pageBytes }: OpenOptions = {},
): DatabaseSync {
  if (file !== inMemory) assertDatabaseFiles(file)
  const database = new DatabaseSync(file, { timeout: 2_000 })
  try {
    refuseOldSqlite(database)
    if (pageBytes !== undefined) database.exec(`PRAGMA page_size = ${pageBytes}`)
    for (const [name, value] of Object.entries(pragmas)) setPragma(database, name, value)
    migrate(database, migrations)
    if (file !== inMemory) watchPlace(database, file, ifGone)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Throws Refusal when a database, its log or their index is not a regular file: SQLite would block on a named pipe, or
 * write acknowledged data into it.
 */
export function assertDatabaseFiles(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`])
    if (existsSync(path)) assertRegularFile(path)
}

/**
 * Opens a file for reading only: nothing is written, and its log stays unchanged. Throws Refusal when the path is not a
 * regular file, and SQLite's error for a file it cannot use.
 */
export function openReadOnly(file: string): Database {
  assertDatabaseFiles(file)
  try {
    return openToRead(file)
  } catch (error) {
    // SQLite needs disk space for the index of its log, but none when the log is empty and stays so.
    const isRoomWanted = explainSqliteError(error) !== undefined && !isLocked(error)
    if (!isRoomWanted || readSize(`${file}-wal`) > 0) throw error
    return openToRead(`${pathToFileURL(file).href}?immutable=1`)
  }
}

function openToRead(file: string): Database {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  try {
    setPragma(database, 'trusted_schema', pragmas.trusted_schema)
    readPragma(database, 'schema_version')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * As `openReadOnly`, for a database that could not be opened for writing: writes throw Refusal with the sentence
 * `reason`. Throws also when it would need a migration.
 */
export function openUnwritable(file: string, migrations: Migrations, reason: string): Database {
  const database = openReadOnly(file)
  if (Number(readPragma(database, 'user_version')) !== migrations.length) {
    database.close()
    throw new Error('the file has another version, and cannot be written')
  }
  writeProblems.set(database, () => reason)
  return database
}

/** An empty database in memory that refuses every write with this sentence. */
export function openNothing(migrations: Migrations, reason: string): Database {
  const database = openDatabase(inMemory, migrations)
  setPragma(database, 'query_only', 1)
  writeProblems.set(database, () => reason)
  return database
}

const writeProblems = new WeakMap<Database, () => string | undefined>()

/**
 * Runs `write` without waiting for the disk: after a power failure its commit may be gone, and never a part of it. For
 * what can be had again; the next other commit waits for it too.
 */
export function withoutSync<T>(database: Database, write: () => T): T {
  setPragma(database, 'synchronous', 1)
  try {
    return write()
  } finally {
    if (database.isOpen) setPragma(database, 'synchronous', pragmas.synchronous)
  }
}

/** Sentence that says why nothing may be written through a database; undefined when writing is possible. */
export const findWriteProblem = (database: Database): string | undefined => writeProblems.get(database)?.()

/** Watches the paths of the file and its log, because commits go to both. */
function watchPlace(database: Database, file: string, ifGone: string | undefined): void {
  const opened = [file, `${file}-wal`].map(path => new OpenedFile(path, ifGone))
  writeProblems.set(database, () => {
    for (const each of opened) {
      const problem = each.findProblem()
      if (problem !== undefined) return problem
    }
    return undefined
  })
}

/**
 * Rolls back a transaction that a crash left unfinished, as while a new file is switched to WAL mode; SQLite cannot
 * read such a file before. Throws SQLite's error for a file it cannot use.
 */
export function rollBackUnfinished(file: string): void {
  assertDatabaseFiles(file)
  if (readSize(`${file}-journal`) === 0) return
  using database = new DatabaseSync(file, { timeout: 2_000 })
  readPragma(database, 'schema_version')
}

/** Runs `read` on a file opened for reading only. */
export function readDatabase<T>(file: string, read: (database: Database) => T): T {
  using database = openReadOnly(file)
  return read(database)
}

/** Copies a database into a new file, in one step. */
export function vacuumInto(database: DatabaseSync, file: string): void {
  database.prepare('VACUUM INTO ?').run(file)
}

/** True for an empty file too: nothing has been written to it yet. Throws Refusal for a file that cannot be opened. */
export function isSqliteFile(file: string): boolean {
  const head = Buffer.alloc(magic.length)
  return readOpen(file, handle => readSync(handle, head)) === 0 || head.equals(magic)
}

/**
 * Runs `work` in one transaction, or as part of the one under way. Throws Refusal (storage) when nothing can be written
 * now, and errors of `work`.
 */
export function transact<T>(database: Database, work: () => T): T {
  if (database.isTransaction) return work()
  try {
    database.exec('BEGIN IMMEDIATE')
    const result = work()
    assertWritable(database)
    database.exec('COMMIT')
    return result
  } catch (error) {
    throw rollBack(database, error)
  }
}

/**
 * As `transact`, over many turns of the event loop; no other caller may write through this connection meanwhile.
 * Closing the connection rolls back.
 */
export async function transactInSlices(database: Database, steps: Iterator<unknown>): Promise<void> {
  try {
    database.exec('BEGIN IMMEDIATE')
    await runInSlices(steps, () => {
      if (!database.isOpen) throw new Error('the database was closed meanwhile')
    })
    assertWritable(database)
    database.exec('COMMIT')
  } catch (error) {
    throw rollBack(database, error)
  }
}

/** Called just before the commit, so that no data is acknowledged that went into a removed file. */
function assertWritable(database: Database): void {
  const sentence = findWriteProblem(database)
  if (sentence !== undefined) throw new Refusal(toStorageFailure(sentence))
}

function rollBack(database: Database, error: unknown): unknown {
  if (!database.isOpen) return toStorageRefusal(error)
  if (database.isTransaction) database.exec('ROLLBACK')
  const sentence = explainSqliteError(error) && findWriteProblem(database)
  return sentence === undefined
    ? toStorageRefusal(error)
    : new Refusal(toStorageFailure(sentence), { cause: error })
}

/**
 * Copies a database that may be in use to a new file without a log, off the event loop: a snapshot at the time of the
 * call. Rejects with the reason of `signal`, once the disk responds. The copy is not synced.
 */
export async function copyDatabase(from: string, to: string, signal: AbortSignal): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true, timeout: 2_000 })
  // A read transaction over all steps, because a write between two of them would restart the copy. No statement of this
  // connection may be left to the garbage collector, which would wait for an unresponsive disk.
  source.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
  await backup(source, to, { rate: pagesAtOnce, progress: () => signal.throwIfAborted() })
  using copy = new DatabaseSync(to)
  setPragma(copy, 'journal_mode', 'delete')
}

const readSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

function refuseOldSqlite(database: DatabaseSync): void {
  const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.['version'])
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (major * 1e6 + minor * 1e3 + patch < minSqlite)
    throw new Error(`SQLite ${version} is older than this program needs`)
}

export function readPragma(database: Database, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

function setPragma(database: Database, name: string, value: string | number): void {
  database.exec(`PRAGMA ${name} = ${value}`)
  const is = readPragma(database, name)
  const isFit = is === value || (name === 'journal_mode' && is === inMemoryMode)
  if (!isFit) throw new Error(`PRAGMA ${name} is ${String(is)}, not ${value}`)
}

function migrate(database: Database, migrations: Migrations): void {
  const version = Number(readPragma(database, 'user_version'))
  const newest = migrations.length
  if (version > newest) throw new NewerDatabase(`version ${version}, and this program knows ${newest}`)
  for (const [at, sql] of migrations.slice(version).entries()) {
    transact(database, () => {
      database.exec(sql)
      database.exec(`PRAGMA user_version = ${version + at + 1}`)
    })
  }
}
