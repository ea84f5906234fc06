/**
 * The ledger's file, opened for writing once it has been found to be what was acknowledged. What the log holds is moved
 * into the file proper at idle moments only, so that no bet waits for it.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import {
  lookIntoDatabase,
  openDatabase,
  readPragma,
  type Database,
  type Migration,
} from '../../storage/database.ts'
import { ledgerMigrations } from '../../storage/migrations/ledger/ledger-migrations.ts'
import { Witness, type Testimony } from '../../storage/witness.ts'
import { finishReplacing } from './replace-ledger.ts'
import { closedBy, inspect, LedgerClosed, type LedgerFiles } from './inspect.ts'
import { LedgerLog } from '../log/ledger-log.ts'
import { noHash } from '../log/parse-record.ts'

export const newestVersion = ledgerMigrations.at(-1)?.to ?? 0
const idleMs = 2_000
/** After a move that failed. */
const againMs = 30_000

export const ledgerFilesIn = (folder: string): LedgerFiles => ({
  database: join(folder, 'ledger.db'),
  witness: join(folder, 'ledger.witness'),
})

export interface LedgerFile {
  readonly database: Database
  readonly log: LedgerLog
  /** Something was written: moves it into the file proper after a while of quiet. */
  touch(): void
  close(): void
}

export interface Opening {
  /** Those of this program, but in tests of an update. */
  readonly migrations?: readonly Migration[]
  /** Copies the ledger before its file is changed by an update. When it throws, the file is left as it is. */
  readonly beforeMigration?: ((files: LedgerFiles, end: Testimony) => void) | undefined
  /** Keeps what went wrong at an idle moment, where nobody waits for an answer. */
  readonly log?: (error: unknown) => unknown
}

/** Opens the ledger, or begins one where there never was any. Throws LedgerClosed; the bytes are then as they were. */
export function openLedgerFile(files: LedgerFiles, opening: Opening = {}): LedgerFile {
  const { migrations = ledgerMigrations, beforeMigration } = opening
  finishReplacing(files)
  const newest = migrations.at(-1)?.to ?? newestVersion
  const end = inspect(files, newest)
  let database: Database | undefined
  try {
    if (end !== undefined && versionOf(files) < newest) beforeMigration?.(files, end)
    database = openDatabase(files.database, migrations)
    database.exec('PRAGMA wal_autocheckpoint = 0')
    const witness = new Witness(files.witness)
    const log = openLog(database, witness, end)
    return opened({ database, witness, log }, checkpointsOf(database, opening.log))
  } catch (error) {
    database?.close()
    throw error instanceof LedgerClosed ? error : closedBy(error)
  }
}

const versionOf = ({ database }: LedgerFiles): number =>
  Number(lookIntoDatabase(database, opened => readPragma(opened, 'user_version')))

const LastId = z.object({ id: z.number() })

function openLog(database: Database, witness: Witness, end: Testimony | undefined): LedgerLog {
  const tail = end ?? { ledgerId: randomUUID(), records: 0, hash: noHash }
  const lastTicketId = LastId.parse(
    database.prepare('SELECT coalesce(max(ticket_id), 0) AS id FROM log WHERE ticket_id IS NOT NULL').get(),
  ).id
  const log = new LedgerLog({ database, witness, tail, lastTicketId })
  if (end === undefined)
    log.commit(() => log.append(Date.now(), null, { kind: 'begun', ledgerId: tail.ledgerId }))
  else witness.write(end)
  return log
}

interface Parts extends Pick<LedgerFile, 'database' | 'log'> {
  readonly witness: Witness
}

function opened({ database, witness, log }: Parts, checkpoints: Checkpoints): LedgerFile {
  return {
    database,
    log,
    touch: () => checkpoints.touch(),
    close() {
      checkpoints.stop()
      database.close()
      witness.close()
    },
  }
}

interface Checkpoints {
  touch(): void
  stop(): void
}

/** What cannot be moved now, as on a full disk, is safe where it is, and tried again; that is noted once. */
function checkpointsOf(database: Database, note: Opening['log']): Checkpoints {
  let timer: NodeJS.Timeout | undefined
  let isNoted = false
  const after = (waitMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(checkpoint, waitMs).unref()
  }
  const checkpoint = () => {
    if (database.isTransaction) return
    try {
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      isNoted = false
    } catch (error) {
      if (!isNoted) note?.(error)
      isNoted = true
      after(againMs)
    }
  }
  return { touch: () => after(idleMs), stop: () => clearTimeout(timer) }
}
