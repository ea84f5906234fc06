/**
 * The ledger's file, opened for writing once it was found to be what was acknowledged. SQLite's write-ahead log is moved
 * into the file at idle moments only, so that no bet waits for it.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import {
  readDatabase,
  openDatabase,
  readPragma,
  type Database,
  type Migration,
} from '../../storage/database.ts'
import { ledgerMigrations } from '../../storage/migrations/ledger/ledger-migrations.ts'
import { Witness, type LogEnd } from '../../storage/witness.ts'
import { finishReplacing } from './replace-ledger.ts'
import { toLedgerClosed, inspectLedger, LedgerClosed, type LedgerFiles } from './inspect.ts'
import { LedgerLog } from '../log/ledger-log.ts'
import { emptyHash } from '../log/parse-record.ts'

export const newestVersion = ledgerMigrations.at(-1)?.to ?? 0
const idleMs = 2_000
/** After a checkpoint that failed. */
const retryMs = 30_000

export const ledgerFilesIn = (folder: string): LedgerFiles => ({
  database: join(folder, 'ledger.db'),
  witness: join(folder, 'ledger.witness'),
})

export interface LedgerFile {
  readonly database: Database
  readonly log: LedgerLog
  /** Plans a checkpoint for the next quiet moment, after a write. */
  scheduleCheckpoint(): void
  close(): void
}

export interface OpeningOptions {
  /** The program's own by default; tests of an update pass others. */
  readonly migrations?: readonly Migration[]
  /** Copies the ledger before a migration changes its file. When it throws, the file is left as it is. */
  readonly beforeMigration?: ((files: LedgerFiles, end: LogEnd) => void) | undefined
  /** Logs a failure at an idle moment, where no caller waits. */
  readonly log?: (error: unknown) => unknown
}

/** Opens the ledger, or begins one where there never was any. Throws LedgerClosed; the file is then unchanged. */
export function openLedgerFile(files: LedgerFiles, opening: OpeningOptions = {}): LedgerFile {
  const { migrations = ledgerMigrations, beforeMigration } = opening
  finishReplacing(files)
  const newest = migrations.at(-1)?.to ?? newestVersion
  const end = inspectLedger(files, newest)
  let database: Database | undefined
  try {
    if (end !== undefined && readVersion(files) < newest) beforeMigration?.(files, end)
    database = openDatabase(files.database, migrations)
    database.exec('PRAGMA wal_autocheckpoint = 0')
    const witness = new Witness(files.witness)
    const log = openLog(database, witness, end)
    const checkpoints = createCheckpoints(database, opening.log)
    return {
      database,
      log,
      scheduleCheckpoint: checkpoints.schedule,
      close() {
        checkpoints.stop()
        database?.close()
        witness.close()
      },
    }
  } catch (error) {
    database?.close()
    throw error instanceof LedgerClosed ? error : toLedgerClosed(error)
  }
}

const readVersion = ({ database }: LedgerFiles): number =>
  Number(readDatabase(database, opened => readPragma(opened, 'user_version')))

const LastId = z.object({ id: z.number() })

function openLog(database: Database, witness: Witness, end: LogEnd | undefined): LedgerLog {
  const tail = end ?? { ledgerId: randomUUID(), records: 0, hash: emptyHash }
  const lastTicketId = LastId.parse(
    database.prepare('SELECT coalesce(max(ticket_id), 0) AS id FROM log WHERE ticket_id IS NOT NULL').get(),
  ).id
  const log = new LedgerLog({ database, witness, tail, lastTicketId })
  if (end === undefined)
    log.commit(() => log.append(Date.now(), null, { kind: 'begun', ledgerId: tail.ledgerId }))
  else witness.write(end)
  return log
}

/** A checkpoint that fails, as on a full disk, loses nothing and is tried again; it is logged once. */
function createCheckpoints(database: Database, report: OpeningOptions['log']) {
  let timer: NodeJS.Timeout | undefined
  let isReported = false
  const after = (waitMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(checkpoint, waitMs).unref()
  }
  const checkpoint = () => {
    if (database.isTransaction) return
    try {
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      isReported = false
    } catch (error) {
      if (!isReported) report?.(error)
      isReported = true
      after(retryMs)
    }
  }
  return { schedule: () => after(idleMs), stop: () => clearTimeout(timer) }
}
