/**
 * Checks, before a ledger's file is opened, that it contains every acknowledged record. Committed data is not changed.
 * Each problem has a name, and the user decides; a new ledger is never started in its place.
 */
import { existsSync, statSync } from 'node:fs'
import { z } from 'zod'
import type { LedgerProblem } from '../../../shared/model/ticket/ledger-status.ts'
import {
  assertDatabaseFiles,
  isSqliteFile,
  readDatabase,
  readPragma,
  rollBackUnfinished,
  type Database,
} from '../../storage/database.ts'
import { explainSqliteError, explainStorageError, resultCode } from '../../storage/storage-failure.ts'
import { readWitness, type LogEnd } from '../../storage/witness.ts'
import { chainStart, readChain, toLedgerRecord, toLogRows, type ChainEnd } from '../log/parse-log.ts'

export interface LedgerFiles {
  readonly database: string
  readonly witness: string
}

/** The ledger cannot be opened; `sentence` says why, for the screen. */
export class LedgerClosed extends Error {
  override readonly name = 'LedgerClosed'
  readonly problem: LedgerProblem
  readonly sentence: string
  constructor(problem: LedgerProblem, sentence: string, options?: ErrorOptions) {
    super(`${problem}: ${sentence}`, options)
    this.problem = problem
    this.sentence = sentence
  }
}

/** Creates the LedgerClosed of a damaged file. */
export const damaged = (sentence: string, options?: ErrorOptions): LedgerClosed =>
  new LedgerClosed('damaged', sentence, options)

/**
 * Returns the end of the log of an intact ledger; undefined when there is no ledger yet. Throws LedgerClosed, or
 * Refusal when the path is not a regular file.
 */
export function inspectLedger(files: LedgerFiles, newestVersion: number): LogEnd | undefined {
  assertDatabaseFiles(files.database)
  const witnessed = readWitness(files.witness)
  if (readSize(files.database) === 0 && readSize(`${files.database}-wal`) === 0) return acceptEmpty(witnessed)
  if (!existsSync(files.database))
    throw new LedgerClosed('missing', 'The ledger file is missing; only its write-ahead log is left.')
  if (!isSqliteFile(files.database)) throw damaged('The ledger file isn’t a database.')
  try {
    rollBackUnfinished(files.database)
    return readDatabase(files.database, database => compare(database, witnessed, newestVersion))
  } catch (error) {
    throw toLedgerClosed(error)
  }
}

/** Converts an error of SQLite to LedgerClosed; returns a LedgerClosed unchanged. */
export function toLedgerClosed(error: unknown): LedgerClosed {
  if (error instanceof LedgerClosed) return error
  const isDamage = resultCode(error) !== undefined && explainSqliteError(error) === undefined
  if (isDamage) return damaged('The ledger file is damaged.', { cause: error })
  const sentence = explainStorageError(error) ?? 'The ledger couldn’t be opened; see the log.'
  return new LedgerClosed('unusable', sentence, { cause: error })
}

function acceptEmpty(witnessed: LogEnd | undefined): LogEnd | undefined {
  if (witnessed === undefined) return witnessed
  throw new LedgerClosed(
    'missing',
    `The ledger file is missing or empty; it held ${witnessed.records} records.`,
  )
}

function compare(
  database: Database,
  witnessed: LogEnd | undefined,
  newestVersion: number,
): LogEnd | undefined {
  const version = Number(readPragma(database, 'user_version'))
  if (version > newestVersion)
    throw new LedgerClosed('newer', 'This ledger is from a newer version. Update Parlay Desk.')
  // A file with a schema but no record: nothing was acknowledged in it.
  const isMade = Number(readPragma(database, 'schema_version')) > 0
  const records = isMade ? readLastSeq(database) : 0
  if (records === 0) return acceptEmpty(witnessed)
  const end = { ledgerId: readLedgerId(database), ...readChainEnd(database, records) }
  if (witnessed === undefined) return acceptUnwitnessed(end)
  if (end.records < witnessed.records)
    throw new LedgerClosed(
      'behind',
      `The ledger has ${end.records} records, and ${witnessed.records} were saved: ${witnessed.records - end.records} are lost.`,
    )
  if (end.ledgerId !== witnessed.ledgerId) throw damaged('The ledger doesn’t match its check file.')
  return checkEnd(database, witnessed)
}

/** A crash right after the first record leaves no witness; with more records, the witness was lost. */
function acceptUnwitnessed(end: LogEnd): LogEnd {
  if (end.records <= 1) return end
  throw new LedgerClosed(
    'unwitnessed',
    `The ledger has ${end.records} records, but their check file is missing or damaged.`,
  )
}

const EndRow = z.object({ records: z.number(), hash: z.string() }).optional()

function readLedgerId(database: Database): string {
  const [first] = toLogRows(database.prepare('SELECT * FROM log WHERE seq = 1').all()).map(toLedgerRecord)
  if (first?.record.kind === 'begun') return first.record.ledgerId
  throw damaged('The ledger’s first record is missing.')
}

export function readLastSeq(database: Database): number {
  return Number(database.prepare('SELECT max(seq) AS seq FROM log').get()?.['seq'] ?? 0)
}

/** Tickets are numbered from 1, without gaps. */
export function readLastTicketId(database: Database): number {
  const last = database.prepare('SELECT max(ticket_id) AS id FROM log WHERE ticket_id IS NOT NULL')
  return Number(last.get()?.['id'] ?? 0)
}

function readChainEnd(database: Database, seq: number): ChainEnd {
  const end = EndRow.parse(
    database.prepare('SELECT seq AS records, lower(hex(hash)) AS hash FROM log WHERE seq = ?').get(seq),
  )
  if (end === undefined) throw damaged(`Record ${seq} of the ledger is missing.`)
  return end
}

/** Number of records before the witnessed one that are checked on opening; all others are verified afterwards. */
const recordsCheckedOnOpening = 200

/** Recomputes the end of the chain. Records after the witnessed one were committed just before the program stopped. */
function checkEnd(database: Database, witnessed: LogEnd): LogEnd {
  const from = Math.max(0, witnessed.records - recordsCheckedOnOpening)
  const toError = (seq: number) => damaged(`Record ${seq} of the ledger doesn’t match what was saved.`)
  let end = from === 0 ? chainStart : readChainEnd(database, from)
  for (const next of readChain(database, end, { known: witnessed, toError })) end = next.end
  return { ledgerId: witnessed.ledgerId, ...end }
}

function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
