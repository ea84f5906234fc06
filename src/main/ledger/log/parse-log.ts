/**
 * Converts records to rows of the log and back, and computes the hash that chains them. Texts of rows are not checked
 * by a schema: this program wrote them, and the running hash covers them. The kind has its own column.
 */
import { hash } from 'node:crypto'
import type { Database } from '../../storage/database.ts'
import { parseOwnJson, toJsonColumn } from '../../storage/json-column.ts'
import type { LogEnd } from '../../storage/witness.ts'
import type { ChangeRecord, LedgerRecord, LoggedRecord } from './record.ts'

export interface LogRow {
  readonly seq: number
  readonly at: number
  readonly ticket_id: number | null
  readonly kind: string
  readonly body: string
}

/** The stored text of a record, without its kind. */
export function toBody({ kind: _, ...rest }: ChangeRecord): string {
  return toJsonColumn(rest)
}

export const toTicketRecord = (row: LogRow) => toRecord(row) as LoggedRecord
export const toLedgerRecord = (row: LogRow) => toRecord(row) as LoggedRecord<LedgerRecord>
export const toChangeRecord = (row: LogRow) => toRecord(row) as LoggedRecord<ChangeRecord>

function toRecord({ seq, at, kind, body }: LogRow): LoggedRecord<unknown> {
  return { seq, at, record: { kind, ...(parseOwnJson(body) as object) } }
}

/** Rows as they come from the database. */
export const toLogRows = (rows: readonly unknown[]): readonly LogRow[] => rows as readonly LogRow[]

/**
 * `applied`: it counts. `waiting`: another change came first, and a user must decide. `answered`: a later change took its
 * place, or declined it. `superseded`: another came first, and no user needs to decide. `invalid`: the ledger would not
 * have written it on the state at its place. `declined`: it only declines another.
 */
export type Standing = 'applied' | 'waiting' | 'answered' | 'superseded' | 'invalid' | 'declined'

/** A change of a team's ledger, as `changes` has it. */
export interface Change {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly uid: string
  /** `ticket:` and its uid, `account:` and its id, or `policy:` and the book's id. */
  readonly subject: string
  readonly member: string
  readonly basis: string | null
  readonly replaces: string | null
  /** Null until it is shared. */
  readonly place: number | null
  readonly standing: Standing
}

/** Rows of `changes` as they come from the database. */
export const toChanges = (rows: readonly unknown[]): Change[] => rows as Change[]

/** Number of records up to one in the log, and the running hash there. */
export type ChainEnd = Omit<LogEnd, 'ledgerId'>

/** Before the first record. */
export const chainStart: ChainEnd = { records: 0, hash: '0'.repeat(64) }

interface ChainOptions {
  /** Maximum number of records; all by default. */
  readonly limit?: number
  /** A record whose hash is known from elsewhere. */
  readonly known?: ChainEnd | null
  /** Creates the error to throw at a record that is missing or was changed. */
  readonly toError: (seq: number) => Error
}

/** Reads the records after one and recomputes the running hash. Yields each record with the end of the chain there. */
export function* readChain(
  database: Database,
  from: ChainEnd,
  { limit = -1, known, toError }: ChainOptions,
): Generator<{ readonly row: LogRow; readonly end: ChainEnd }, void> {
  const read = database.prepare(
    'SELECT *, lower(hex(hash)) AS stored_hash FROM log WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  let end = from
  for (const raw of read.iterate(from.records, limit)) {
    const row = toHashedRow(raw)
    const [records, after] = [end.records + 1, chainHash(end.hash, row)]
    const isAsKnown = known?.records !== records || known.hash === after
    if (row.seq !== records || row.stored_hash !== after || !isAsKnown) throw toError(records)
    end = { records, hash: after }
    yield { row, end }
  }
}

export interface HashedRow extends LogRow {
  /** In hex. */
  readonly stored_hash: string
}

/** A row with its hash as it comes from the database. */
export const toHashedRow = (row: unknown): HashedRow => row as HashedRow

/** The running hash after a row, in hex: over the hash before it and all columns. */
export function chainHash(before: string, { seq, at, ticket_id: ticketId, kind, body }: LogRow): string {
  return hash('sha256', `${before}\n${seq}\n${at}\n${ticketId ?? ''}\n${kind}\n${body}`)
}
