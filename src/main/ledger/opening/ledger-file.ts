/**
 * The ledger's file, opened for writing after its inspection, and the parts that use it. Checkpoints of SQLite's
 * write-ahead log run at idle moments only, so that no bet waits for them.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Timer } from '../../async/timer.ts'
import {
  readDatabase,
  openDatabase,
  openUnwritable,
  readPragma,
  type Database,
  type Migrations,
} from '../../storage/database.ts'
import { ledgerMigrations } from '../../storage/migrations/ledger/ledger-migrations.ts'
import { explainStorageError, isLocked } from '../../storage/storage-failure.ts'
import { Witness, type LogEnd } from '../../storage/witness.ts'
import { AccountBook } from '../accounts/account-book.ts'
import { AccountReads } from '../accounts/account-reads.ts'
import { LedgerLog } from '../log/ledger-log.ts'
import { chainStart } from '../log/parse-log.ts'
import { FacetIds } from '../projection/facets.ts'
import { Projector } from '../projection/projector.ts'
import { LedgerReads } from '../reads/ledger-reads.ts'
import { GradableLegs } from '../reads/gradable-legs.ts'
import { SharedChanges } from '../sharing/shared-changes.ts'
import { RefundPolicies } from '../tickets/refund-policies.ts'
import { TicketWriter } from '../tickets/ticket-writer.ts'
import { inspectLedger, LedgerClosed, readLastTicketId, toLedgerClosed, type LedgerFiles } from './inspect.ts'
import { finishReplacing } from './replace-ledger.ts'

export const newestVersion = ledgerMigrations.length
const idleMs = 2_000
/** Longest delay of a checkpoint while records are written without a pause; until then the write-ahead log grows. */
const maxDelayMs = 20_000
/** Pause after a failed checkpoint. */
const retryMs = 30_000

export const ledgerFilesIn = (folder: string): LedgerFiles => ({
  database: join(folder, 'ledger.db'),
  witness: join(folder, 'ledger.witness'),
})

export interface OpeningOptions {
  /** The program's migrations by default; tests of updates pass others. */
  readonly migrations?: Migrations
  /** Copies the ledger before a migration changes its file. When it throws, the file stays unchanged. */
  readonly beforeMigration?: ((files: LedgerFiles, end: LogEnd) => void) | undefined
  /** True if backups of a ledger exist. A missing ledger is then not replaced by a new one. */
  readonly hasBackups?: () => boolean
  /** True to throw LedgerClosed when the ledger can only be read. */
  readonly mustWrite?: boolean
  /** Logs a failure at an idle moment, when no caller waits. */
  readonly log?: (error: unknown) => unknown
  /** This desk in a team that shares the ledger; null without a team. */
  readonly member?: () => string | null
  /** The profile here that tickets of another desk's profile belong to. */
  readonly toOwnProfile?: (profileId: string) => string
}

/** The parts of an open ledger. */
export type LedgerCore = ReturnType<typeof openCore>

/** Opens the ledger with all its parts. Throws as `openLedgerFile` does. */
export function openCore(files: LedgerFiles, isDemo: () => boolean, options: OpeningOptions = {}) {
  const file = openLedgerFile(files, options)
  const { database, log } = file
  const policies = new RefundPolicies(database, log)
  const facets = new FacetIds(database)
  const accounts = new AccountBook({ database, log, isDemo })
  const writer = new TicketWriter({ database, log, policies })
  const { changes } = log
  const { toOwnProfile } = options
  return {
    ...file,
    /** Undefined without a team. */
    shared:
      changes &&
      new SharedChanges({ log, changes, policies, accounts, writer, ...(toOwnProfile && { toOwnProfile }) }),
    isDemo,
    policies,
    accounts,
    accountReads: new AccountReads({ database, accounts, isDemo, changes }),
    projector: new Projector({ database, log, facets }),
    writer,
    reads: new LedgerReads({ database, log, facets, policies, accounts, isDemo }),
    gradableLegs: new GradableLegs(database),
  }
}

/**
 * Opens the ledger, or creates one when there never was any. A ledger that cannot be written now, as on a full disk, is
 * opened for reading. Throws LedgerClosed; the file is then unchanged.
 */
export function openLedgerFile(files: LedgerFiles, opening: OpeningOptions = {}): LedgerFile {
  const { migrations = ledgerMigrations, beforeMigration, hasBackups } = opening
  finishReplacing(files)
  const end = inspectLedger(files, migrations.length)
  if (end === undefined && hasBackups?.() === true)
    throw new LedgerClosed('missing', 'The ledger files are missing or empty, but you have backups.')
  try {
    if (end !== undefined && readVersion(files) < migrations.length) beforeMigration?.(files, end)
    return openToWrite(files, end, { ...opening, migrations })
  } catch (error) {
    const reason = isLocked(error) ? undefined : explainStorageError(error)
    if (reason === undefined || end === undefined || opening.mustWrite === true) throw toLedgerClosed(error)
    try {
      return openToRead(files, end, { migrations, reason, member: opening.member?.() ?? null })
    } catch {
      throw toLedgerClosed(error)
    }
  }
}

interface LedgerFile {
  readonly database: Database
  readonly log: LedgerLog
  /** True when the ledger could not be opened for writing. */
  readonly isReadOnly: boolean
  /** True when there was no ledger, and this one was begun. */
  readonly isNew: boolean
  /** Plans a checkpoint for the next quiet moment, but soon also where there is none. Called after a write. */
  readonly scheduleCheckpoint: () => void
  readonly close: () => void
}

function openToWrite(
  files: LedgerFiles,
  end: LogEnd | undefined,
  opening: OpeningOptions & { migrations: Migrations },
): LedgerFile {
  const ifGone = 'export your tickets before you quit'
  const database = openDatabase(files.database, opening.migrations, { ifGone })
  let witness: Witness | undefined
  const close = () => {
    database.close()
    witness?.close()
  }
  try {
    // SQLite opens a file that it cannot write, and fails only at the first write.
    database.exec('BEGIN IMMEDIATE; COMMIT')
    database.exec('PRAGMA wal_autocheckpoint = 0')
    witness = new Witness(files.witness)
    const log = openLog(database, { witness, end, member: opening.member?.() ?? null })
    const checkpoints = createCheckpoints(database, opening.log)
    return {
      database,
      log,
      isReadOnly: false,
      isNew: end === undefined,
      scheduleCheckpoint: () => checkpoints.plan(),
      close() {
        checkpoints.stop()
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

function openToRead(
  files: LedgerFiles,
  end: LogEnd,
  { migrations, reason, member }: { migrations: Migrations; reason: string; member: string | null },
): LedgerFile {
  const database = openUnwritable(files.database, migrations, reason)
  const lastTicketId = readLastTicketId(database)
  return {
    database,
    log: new LedgerLog({ database, witness: undefined, tail: end, lastTicketId, member }),
    isReadOnly: true,
    isNew: false,
    scheduleCheckpoint: () => {},
    close: () => database.close(),
  }
}

const readVersion = ({ database }: LedgerFiles): number =>
  Number(readDatabase(database, opened => readPragma(opened, 'user_version')))

interface LogOpening {
  readonly witness: Witness
  readonly end: LogEnd | undefined
  readonly member: string | null
}

function openLog(database: Database, { witness, end, member }: LogOpening): LedgerLog {
  const tail = end ?? { ledgerId: randomUUID(), ...chainStart }
  const log = new LedgerLog({ database, witness, tail, lastTicketId: readLastTicketId(database), member })
  if (end === undefined)
    log.commit(() => log.append(Date.now(), null, { kind: 'begun', ledgerId: tail.ledgerId }))
  else witness.write(end)
  return log
}

/** A failed checkpoint, as on a full disk, loses nothing and is retried; it is logged once. */
function createCheckpoints(database: Database, report: OpeningOptions['log']) {
  let isReported = false
  let writtenAt: number | undefined
  const timer = new Timer(() => {
    writtenAt = undefined
    if (database.isTransaction) return
    try {
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      isReported = false
    } catch (error) {
      if (!isReported) report?.(error)
      isReported = true
      timer.start(retryMs)
    }
  })
  return {
    plan() {
      const now = performance.now()
      writtenAt ??= now
      timer.start(Math.min(idleMs, writtenAt + maxDelayMs - now))
    },
    stop: () => timer.stop(),
  }
}
