/**
 * Backup files: `ledger-2026-11-20T18-05-11.123Z.db`, named by the time of the backup, each with its witness beside it,
 * so that later damage is noticed.
 */
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../../../shared/failure.ts'
import type { Backup } from '../../../shared/model/ticket/ledger-status.ts'
import { runInSlices } from '../../async/in-slices.ts'
import { isFolder } from '../../files/regular-file.ts'
import { toPartPath } from '../../files/part-path.ts'
import { openReadOnly, readDatabase, readPragma, vacuumInto } from '../../storage/database.ts'
import { syncFile, syncFolder } from '../../storage/durable.ts'
import { explainStorageError } from '../../storage/storage-failure.ts'
import { writeWitness, type LogEnd } from '../../storage/witness.ts'
import { chainStart, readChain, toLedgerRecord, type LogRow } from '../log/parse-log.ts'
import {
  damaged,
  inspectLedger,
  LedgerClosed,
  readLastTicketId,
  type LedgerFiles,
} from '../opening/inspect.ts'
import { newestVersion, type OpeningOptions } from '../opening/ledger-file.ts'

const namePattern = /^ledger-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/
const maxSweepMs = 1_000
/** Name of an unfinished backup, also one of an earlier version, or of its log. */
const partPattern = /^ledger-.*\.db\.(?:[0-9a-f]{16}\.)?part(?:-journal|-wal|-shm)?$/

const toName = (at: number) => `ledger-${new Date(at).toISOString().replaceAll(':', '-')}.db`

/** The time in a backup's name, epoch ms; undefined for any other file. */
function parseName(name: string): number | undefined {
  const [, day, hour, minute, second] = namePattern.exec(name) ?? []
  return day === undefined ? undefined : Date.parse(`${day}T${hour}:${minute}:${second}`)
}

export const toBackupFolder = (folder: string): string => join(folder, 'backups')

export class BackupFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  files(name: string): LedgerFiles {
    const database = join(this.#folder, name)
    return { database, witness: database.replace(/\.db$/, '.witness') }
  }

  /** Newest first. Throws Refusal when the path of the folder is not a folder. */
  names(): { name: string; at: number }[] {
    if (!isFolder(this.#folder)) return []
    const found = readdirSync(this.#folder).flatMap(name => {
      const at = parseName(name)
      return at === undefined ? [] : [{ name, at }]
    })
    return found.toSorted((a, b) => b.at - a.at)
  }

  /** Returns the contents of a backup, or its problem. */
  describe({ name, at }: { name: string; at: number }): Backup {
    const files = this.files(name)
    const bytes = statSync(files.database).size
    try {
      const end = inspectLedger(files, newestVersion)
      const tickets = readDatabase(files.database, readLastTicketId)
      return { name, at, bytes, tickets, records: end?.records ?? 0, problem: null }
    } catch (error) {
      const problem =
        error instanceof LedgerClosed || error instanceof Refusal
          ? describeStorageError(error)
          : 'It can’t be read.'
      return { name, at, bytes, tickets: null, records: null, problem }
    }
  }

  /**
   * Makes a backup: `copy` writes a database to the file it gets, whose log must reach at least `end`. The backup gets
   * its name after it was read back and verified. Throws the cause of a failure, after removing the unfinished backup.
   */
  async make(at: number, end: LogEnd, copy: (file: string) => Promise<void>): Promise<void> {
    const part = this.#begin(at)
    try {
      await copy(part)
      await runInSlices(this.#finish(part, { at, minEnd: end }))
    } catch (error) {
      await this.#sweepWithin(maxSweepMs)
      throw error
    }
  }

  /** As `make`, but synchronous, for use before an update of the program changes the ledger's file. */
  makeNow(at: number, end: LogEnd, copy: (file: string) => void): void {
    const part = this.#begin(at)
    try {
      copy(part)
      this.#finish(part, { at, minEnd: end }).forEach(() => undefined)
    } finally {
      this.#sweep()
    }
  }

  /** Creates the temporary file of a backup. It follows no link. */
  #begin(at: number): string {
    if (!isFolder(this.#folder)) mkdirSync(this.#folder, { recursive: true })
    this.#sweep()
    const part = toPartPath(this.files(toName(at)).database)
    closeSync(openSync(part, 'wx'))
    return part
  }

  *#finish(part: string, { at, minEnd }: { at: number; minEnd: LogEnd }): Generator<void, void> {
    const { database, witness } = this.files(toName(at))
    const end = yield* verifyCopy(part, minEnd)
    writeWitness(witness, end)
    syncFile(part)
    renameSync(part, database)
    syncFolder(this.#folder)
  }

  remove(name: string): void {
    const { database, witness } = this.files(name)
    rmSync(database, { force: true })
    rmSync(witness, { force: true })
  }

  /** Removes the remains of unfinished backups. */
  #sweep(): void {
    for (const file of this.#findRemains()) rmSync(file, { force: true })
  }

  /** The same off the event loop, for at most `ms`: a disk may not respond. */
  async #sweepWithin(ms: number): Promise<void> {
    const removed = this.#findRemains().map(file => rm(file, { force: true }))
    await Promise.race([Promise.allSettled(removed), pause(ms, undefined, { ref: false })])
  }

  #findRemains(): string[] {
    const names = readdirSync(this.#folder)
    const databases = new Set(names.filter(name => parseName(name) !== undefined))
    const isRemains = (name: string) =>
      partPattern.test(name) ||
      (/^ledger-.*\.witness$/.test(name) && !databases.has(name.replace(/\.witness$/, '.db')))
    return names.filter(isRemains).map(name => join(this.#folder, name))
  }
}

/**
 * Verifies a copy of the ledger, its pages and the running hash of every record, and returns the end of its log. Throws
 * LedgerClosed when the copy is damaged, or its log does not reach `minEnd`.
 */
export function* verifyCopy(file: string, minEnd: LogEnd | null): Generator<void, LogEnd> {
  using database = openReadOnly(file)
  if (readPragma(database, 'quick_check(1)') !== 'ok') throw damaged('The copy of the ledger is damaged.')
  yield
  const toError = (seq: number) => damaged(`Record ${seq} of the copy doesn’t match what was saved.`)
  let end: LogEnd = { ledgerId: '', ...chainStart }
  for (const { row, end: next } of readChain(database, chainStart, { known: minEnd, toError })) {
    end = { ledgerId: next.records === 1 ? findLedgerId(row) : end.ledgerId, ...next }
    yield
  }
  const isShort = minEnd !== null && (end.ledgerId !== minEnd.ledgerId || end.records < minEnd.records)
  if (end.ledgerId === '' || isShort)
    throw damaged(`The copy has ${end.records} records, not the whole ledger.`)
  return end
}

function findLedgerId(row: LogRow): string {
  const { record } = toLedgerRecord(row)
  return record.kind === 'begun' ? record.ledgerId : ''
}

/**
 * Options for opening the ledger in `folder`: they find backups, and make one before an update of the program changes
 * the file. When that fails they throw LedgerClosed, and the file stays as it is.
 */
export function backupsForOpening(
  folder: string,
  now: () => number = Date.now,
): Pick<OpeningOptions, 'beforeMigration' | 'hasBackups'> {
  const backups = new BackupFiles(toBackupFolder(folder))
  const beforeMigration: OpeningOptions['beforeMigration'] = ({ database }, end) => {
    try {
      backups.makeNow(now(), end, file => readDatabase(database, opened => vacuumInto(opened, file)))
    } catch (error) {
      const sentence = `The ledger couldn’t be backed up before its update, so it wasn’t changed. ${describeStorageError(error)}`
      throw new LedgerClosed('unusable', sentence, { cause: error })
    }
  }
  return { beforeMigration, hasBackups: () => backups.names().length > 0 }
}

export function describeStorageError(error: unknown): string {
  if (error instanceof LedgerClosed) return error.sentence
  return explainStorageError(error) ?? 'The files couldn’t be written; see the log.'
}
