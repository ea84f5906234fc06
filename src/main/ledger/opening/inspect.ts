/**
 * Looks at a ledger's file before it is opened, without changing a byte: is it the ledger that was acknowledged? Whatever
 * is not plainly that has a name, and is for the user to decide; a new ledger is never begun in its place.
 */
import { statSync } from 'node:fs'
import { z } from 'zod'
import type { LedgerProblem } from '../../../shared/model/ticket/ledger-status.ts'
import { cannotUse, lookIntoDatabase, readPragma, resultCode, type Database } from '../../storage/database.ts'
import { isDatabase } from '../../storage/is-database.ts'
import { readTestimony, type Testimony } from '../../storage/witness.ts'
import { chained, ledgerRecordOf, logRows, noHash } from '../log/parse-record.ts'

export interface LedgerFiles {
  readonly database: string
  readonly witness: string
}

/** Why a ledger is not opened, and what was found, in a plain sentence. */
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

/** Where the log of a sound ledger ends; undefined when there is none yet. Throws LedgerClosed. */
export function inspect(files: LedgerFiles, newestVersion: number): Testimony | undefined {
  const testimony = readTestimony(files.witness)
  if (sizeOf(files.database) === 0 && sizeOf(`${files.database}-wal`) === 0) return nothingThere(testimony)
  if (!isDatabase(files.database)) throw new LedgerClosed('damaged', 'The ledger’s file is not a database.')
  try {
    return lookIntoDatabase(files.database, database => compare(database, testimony, newestVersion))
  } catch (error) {
    throw error instanceof LedgerClosed ? error : closedBy(error)
  }
}

/** What an error of SQLite means for the ledger. */
export function closedBy(error: unknown): LedgerClosed {
  const isDamage = resultCode(error) !== undefined && cannotUse(error) === undefined
  if (isDamage) return new LedgerClosed('damaged', 'The ledger’s file is damaged.', { cause: error })
  const sentence = cannotUse(error) ?? 'The ledger could not be opened; the log says why.'
  return new LedgerClosed('unusable', sentence, { cause: error })
}

function nothingThere(testimony: Testimony | undefined): Testimony | undefined {
  if (testimony === undefined) return testimony
  throw new LedgerClosed(
    'missing',
    `The ledger’s file is gone or empty; it held ${testimony.records} records.`,
  )
}

function compare(
  database: Database,
  testimony: Testimony | undefined,
  newestVersion: number,
): Testimony | undefined {
  const version = Number(readPragma(database, 'user_version'))
  if (version > newestVersion)
    throw new LedgerClosed('newer', 'A newer version of the program wrote this ledger. Update the program.')
  // Made, and not yet begun: nothing was ever acknowledged in it.
  const isMade = Number(readPragma(database, 'schema_version')) > 0
  if (!isMade || lastSeq(database) === 0) return nothingThere(testimony)
  const end = endOfLog(database)
  if (testimony === undefined) return withoutWitness(end)
  if (end.records < testimony.records)
    throw new LedgerClosed(
      'behind',
      `The ledger has ${end.records} records, and ${testimony.records} were saved: ${testimony.records - end.records} are lost.`,
    )
  if (end.ledgerId !== testimony.ledgerId)
    throw new LedgerClosed('damaged', 'The ledger and the file that vouches for it do not belong together.')
  return checkEnd(database, testimony)
}

/** A crash right after the first record of all leaves it so; later it means that the witness was lost. */
function withoutWitness(end: Testimony): Testimony {
  if (end.records <= 1) return end
  throw new LedgerClosed(
    'unwitnessed',
    `The ledger has ${end.records} records, but the file that vouches for them is gone or damaged.`,
  )
}

const EndRow = z.object({ seq: z.number(), hash: z.string() }).optional()

function endOfLog(database: Database): Testimony {
  const first = logRows(database.prepare('SELECT * FROM log WHERE seq = 1').all()).map(ledgerRecordOf)[0]
  const last = hashAt(
    database,
    Number(database.prepare('SELECT max(seq) AS seq FROM log').get()?.['seq'] ?? 0),
  )
  if (first?.record.kind !== 'begun')
    throw new LedgerClosed('damaged', 'The ledger’s first record is not its beginning.')
  return { ledgerId: first.record.ledgerId, ...last }
}

function lastSeq(database: Database): number {
  return Number(database.prepare('SELECT max(seq) AS seq FROM log').get()?.['seq'] ?? 0)
}

function hashAt(database: Database, seq: number): { records: number; hash: string } {
  const row = EndRow.parse(
    database.prepare('SELECT seq, lower(hex(hash)) AS hash FROM log WHERE seq = ?').get(seq),
  )
  if (row === undefined) throw new LedgerClosed('damaged', `Record ${seq} of the ledger is missing.`)
  return { records: row.seq, hash: row.hash }
}

/** How many records before the witnessed one are looked at on opening; all others are verified afterwards. */
const checkedOnOpening = 200

/** Recomputes the end of the chain. Records behind the witnessed one were committed as the program was stopped. */
function checkEnd(database: Database, { ledgerId, records, hash }: Testimony): Testimony {
  const from = Math.max(0, records - checkedOnOpening)
  let tail = { ledgerId, ...(from === 0 ? { records: 0, hash: noHash } : hashAt(database, from)) }
  if (records === from && tail.hash !== hash) throw changed(records)
  const rows = database.prepare('SELECT *, lower(hex(hash)) AS kept FROM log WHERE seq > ? ORDER BY seq')
  for (const raw of rows.iterate(from)) {
    const row = logRows([raw])[0]
    if (row === undefined) break
    const expected = chained(tail.hash, row)
    const isKept = raw['kept'] === expected && row.seq === tail.records + 1
    if (!isKept || (row.seq === records && expected !== hash)) throw changed(row.seq)
    tail = { ledgerId, records: row.seq, hash: expected }
  }
  return tail
}

const changed = (seq: number) =>
  new LedgerClosed('damaged', `Record ${seq} of the ledger is not what was saved.`)

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
