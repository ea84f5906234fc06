/**
 * Inspects a ledger's file before it is opened, without changing a byte, for being the ledger that was acknowledged. Any
 * other finding is a named problem for the user to decide; a new ledger is never begun in its place.
 */
import { statSync } from 'node:fs'
import { z } from 'zod'
import type { LedgerProblem } from '../../../shared/model/ticket/ledger-status.ts'
import { isSqliteFile, readDatabase, readPragma, type Database } from '../../storage/database.ts'
import { explainSqliteError, resultCode } from '../../storage/storage-failure.ts'
import { readWitness, type LogEnd } from '../../storage/witness.ts'
import {
  emptyHash,
  extendChain,
  selectHashedRows,
  toHashedRow,
  toLedgerRecord,
  toLogRows,
} from '../log/parse-record.ts'

export interface LedgerFiles {
  readonly database: string
  readonly witness: string
}

/** A ledger is not opened; `sentence` says on screen why. */
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

/** The end of the log of a sound ledger; undefined when there is none yet. Throws LedgerClosed. */
export function inspectLedger(files: LedgerFiles, newestVersion: number): LogEnd | undefined {
  const witnessed = readWitness(files.witness)
  if (readSize(files.database) === 0 && readSize(`${files.database}-wal`) === 0) return acceptEmpty(witnessed)
  if (!isSqliteFile(files.database)) throw new LedgerClosed('damaged', 'The ledger’s file is not a database.')
  try {
    return readDatabase(files.database, database => compare(database, witnessed, newestVersion))
  } catch (error) {
    throw error instanceof LedgerClosed ? error : toLedgerClosed(error)
  }
}

/** The problem behind an error of SQLite. */
export function toLedgerClosed(error: unknown): LedgerClosed {
  const isDamage = resultCode(error) !== undefined && explainSqliteError(error) === undefined
  if (isDamage) return new LedgerClosed('damaged', 'The ledger’s file is damaged.', { cause: error })
  const sentence = explainSqliteError(error) ?? 'The ledger could not be opened; the log says why.'
  return new LedgerClosed('unusable', sentence, { cause: error })
}

function acceptEmpty(witnessed: LogEnd | undefined): LogEnd | undefined {
  if (witnessed === undefined) return witnessed
  throw new LedgerClosed(
    'missing',
    `The ledger’s file is gone or empty; it held ${witnessed.records} records.`,
  )
}

function compare(
  database: Database,
  witnessed: LogEnd | undefined,
  newestVersion: number,
): LogEnd | undefined {
  const version = Number(readPragma(database, 'user_version'))
  if (version > newestVersion)
    throw new LedgerClosed('newer', 'A newer version of the program wrote this ledger. Update the program.')
  // A file with a schema but no record: nothing was ever acknowledged in it.
  const isMade = Number(readPragma(database, 'schema_version')) > 0
  if (!isMade || readLastSeq(database) === 0) return acceptEmpty(witnessed)
  const end = readEnd(database)
  if (witnessed === undefined) return acceptUnwitnessed(end)
  if (end.records < witnessed.records)
    throw new LedgerClosed(
      'behind',
      `The ledger has ${end.records} records, and ${witnessed.records} were saved: ${witnessed.records - end.records} are lost.`,
    )
  if (end.ledgerId !== witnessed.ledgerId)
    throw new LedgerClosed('damaged', 'The ledger and the file that vouches for it do not belong together.')
  return checkEnd(database, witnessed)
}

/** A crash right after the very first record leaves no witness; with more records it was lost. */
function acceptUnwitnessed(end: LogEnd): LogEnd {
  if (end.records <= 1) return end
  throw new LedgerClosed(
    'unwitnessed',
    `The ledger has ${end.records} records, but the file that vouches for them is gone or damaged.`,
  )
}

const EndRow = z.object({ seq: z.number(), hash: z.string() }).optional()

function readEnd(database: Database): LogEnd {
  const first = toLogRows(database.prepare('SELECT * FROM log WHERE seq = 1').all()).map(toLedgerRecord)[0]
  const last = readHash(database, readLastSeq(database))
  if (first?.record.kind !== 'begun')
    throw new LedgerClosed('damaged', 'The ledger’s first record is not its beginning.')
  return { ledgerId: first.record.ledgerId, ...last }
}

function readLastSeq(database: Database): number {
  return Number(database.prepare('SELECT max(seq) AS seq FROM log').get()?.['seq'] ?? 0)
}

function readHash(database: Database, seq: number): { records: number; hash: string } {
  const row = EndRow.parse(
    database.prepare('SELECT seq, lower(hex(hash)) AS hash FROM log WHERE seq = ?').get(seq),
  )
  if (row === undefined) throw new LedgerClosed('damaged', `Record ${seq} of the ledger is missing.`)
  return { records: row.seq, hash: row.hash }
}

/** Records checked before the witnessed one on opening; all others are verified afterwards. */
const recordsCheckedOnOpening = 200

/** Recomputes the end of the chain. Records behind the witnessed one were committed as the program was stopped. */
function checkEnd(database: Database, { ledgerId, records, hash }: LogEnd): LogEnd {
  const from = Math.max(0, records - recordsCheckedOnOpening)
  let end = from === 0 ? { records: 0, hash: emptyHash } : readHash(database, from)
  if (records === from && end.hash !== hash) throw toDamage(records)
  for (const raw of database.prepare(selectHashedRows).iterate(from)) {
    const row = toHashedRow(raw)
    const next = extendChain(end, row)
    if (next === undefined || (row.seq === records && next.hash !== hash)) throw toDamage(row.seq)
    end = next
  }
  return { ledgerId, ...end }
}

const toDamage = (seq: number) =>
  new LedgerClosed('damaged', `Record ${seq} of the ledger is not what was saved.`)

function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
