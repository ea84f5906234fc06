/**
 * The ledger's file, opened for writing once it was found to be what was acknowledged, and the parts that work on it.
 * SQLite's write-ahead log is moved into the file at idle moments only, so that no bet waits for it.
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
import { LedgerLog } from '../log/ledger-log.ts'
import { chainStart } from '../log/parse-log.ts'
import { FacetIds } from '../projection/facets.ts'
import { Projector } from '../projection/projector.ts'
import { LedgerReads } from '../reads/ledger-reads.ts'
import { GradableLegs } from '../reads/gradable-legs.ts'
import { RefundPolicies } from '../tickets/refund-policies.ts'
import { TicketWriter } from '../tickets/ticket-writer.ts'
import { inspectLedger, LedgerClosed, readLastTicketId, toLedgerClosed, type LedgerFiles } from './inspect.ts'
import { finishReplacing } from './replace-ledger.ts'

export const newestVersion = ledgerMigrations.length
const idleMs = 2_000
/** After a checkpoint that failed. */
const retryMs = 30_000

export const ledgerFilesIn = (folder: string): LedgerFiles => ({
  database: join(folder, 'ledger.db'),
  witness: join(folder, 'ledger.witness'),
})

export interface OpeningOptions {
  /** The program's own by default; tests of an update pass others. */
  readonly migrations?: Migrations
  /** Copies the ledger before a migration changes its file. When it throws, the file is left as it is. */
  readonly beforeMigration?: ((files: LedgerFiles, end: LogEnd) => void) | undefined
  /** True if there are backups of a ledger beside: then none is begun in the place of one that is gone. */
  readonly hasBackups?: () => boolean
  /** Throws LedgerClosed where the ledger could only be read. */
  readonly mustWrite?: boolean
  /** Logs a failure at an idle moment, where no caller waits. */
  readonly log?: (error: unknown) => unknown
}

/** The parts of an open ledger. */
export type LedgerCore = ReturnType<typeof openCore>

/** Opens the ledger with all its parts. Throws as `openLedgerFile` does. */
export function openCore(files: LedgerFiles, isDemo: () => boolean, options: OpeningOptions = {}) {
  const file = openLedgerFile(files, options)
  const { database, log } = file
  const policies = new RefundPolicies(database, log)
  const facets = new FacetIds(database)
  return {
    ...file,
    isDemo,
    policies,
    projector: new Projector({ database, log, facets }),
    writer: new TicketWriter({ database, log, policies }),
    reads: new LedgerReads({ database, log, facets, policies, isDemo }),
    gradableLegs: new GradableLegs(database),
  }
}

/**
 * Opens the ledger, or begins one where there never was any. One that cannot be written now, as on a full disk, is opened
 * for reading. Throws LedgerClosed; the file is then unchanged.
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
      return openToRead(files, end, { migrations, reason })
    } catch {
      throw toLedgerClosed(error)
    }
  }
}

interface LedgerFile {
  readonly database: Database
  readonly log: LedgerLog
  /** True where the ledger could not be opened for writing. */
  readonly isReadOnly: boolean
  /** Plans a checkpoint for the next quiet moment, after a write. */
  readonly scheduleCheckpoint: () => void
  readonly close: () => void
}

function openToWrite(
  files: LedgerFiles,
  end: LogEnd | undefined,
  opening: OpeningOptions & { migrations: Migrations },
): LedgerFile {
  const ifGone = 'export your tickets before you quit'
  const database = openDatabase(files.database, opening.migrations, ifGone)
  let witness: Witness | undefined
  const close = () => {
    database.close()
    witness?.close()
  }
  try {
    // SQLite also opens a file that it cannot write, and says so only at the first write.
    database.exec('BEGIN IMMEDIATE; COMMIT')
    database.exec('PRAGMA wal_autocheckpoint = 0')
    witness = new Witness(files.witness)
    const log = openLog(database, witness, end)
    const checkpoints = createCheckpoints(database, opening.log)
    return {
      database,
      log,
      isReadOnly: false,
      scheduleCheckpoint: () => checkpoints.start(idleMs),
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
  { migrations, reason }: { migrations: Migrations; reason: string },
): LedgerFile {
  const database = openUnwritable(files.database, migrations, reason)
  const lastTicketId = readLastTicketId(database)
  return {
    database,
    log: new LedgerLog({ database, witness: undefined, tail: end, lastTicketId }),
    isReadOnly: true,
    scheduleCheckpoint: () => {},
    close: () => database.close(),
  }
}

const readVersion = ({ database }: LedgerFiles): number =>
  Number(readDatabase(database, opened => readPragma(opened, 'user_version')))

function openLog(database: Database, witness: Witness, end: LogEnd | undefined): LedgerLog {
  const tail = end ?? { ledgerId: randomUUID(), ...chainStart }
  const log = new LedgerLog({ database, witness, tail, lastTicketId: readLastTicketId(database) })
  if (end === undefined)
    log.commit(() => log.append(Date.now(), null, { kind: 'begun', ledgerId: tail.ledgerId }))
  else witness.write(end)
  return log
}

/** A checkpoint that fails, as on a full disk, loses nothing and is tried again; it is logged once. */
function createCheckpoints(database: Database, report: OpeningOptions['log']): Timer {
  let isReported = false
  const timer = new Timer(() => {
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
  return timer
}
