/**
 * Records as rows of the log, and back. This program wrote a row's text and the running hash covers it, so it is not
 * checked by a schema; the kind has its own column.
 */
import { hash } from 'node:crypto'
import { parseOwnJson, toJsonColumn } from '../../storage/json-column.ts'
import type { LedgerRecord, LoggedRecord, TicketRecord } from './record.ts'

export interface LogRow {
  readonly seq: number
  readonly at: number
  readonly ticket_id: number | null
  readonly kind: string
  readonly body: string
}

/** The stored text of a record, without its kind. */
export function toBody({ kind: _, ...rest }: TicketRecord | LedgerRecord): string {
  return toJsonColumn(rest)
}

export function toTicketRecord(row: LogRow): LoggedRecord {
  return { seq: row.seq, at: row.at, record: toRecord(row) as TicketRecord }
}

export function toLedgerRecord(row: LogRow): LoggedRecord<LedgerRecord> {
  return { seq: row.seq, at: row.at, record: toRecord(row) as LedgerRecord }
}

/** Rows as they come from the database. */
export const toLogRows = (rows: readonly unknown[]): readonly LogRow[] => rows as readonly LogRow[]

const toRecord = ({ kind, body }: LogRow): unknown => ({ kind, ...(parseOwnJson(body) as object) })

export const emptyHash = '0'.repeat(64)

/** The rows after a record, each with its stored hash. */
export const selectHashedRows =
  'SELECT *, lower(hex(hash)) AS stored_hash FROM log WHERE seq > ? ORDER BY seq'

export interface HashedRow extends LogRow {
  readonly stored_hash: string
}

/** A row of `selectHashedRows` as it comes from the database. */
export const toHashedRow = (row: unknown): HashedRow => row as HashedRow

/** Number of records up to a place in the log, and the running hash there. */
interface ChainEnd {
  readonly records: number
  readonly hash: string
}

/** The end of the chain after a row; undefined when the row does not follow, or is not as it was written. */
export function extendChain({ records, hash: before }: ChainEnd, row: HashedRow): ChainEnd | undefined {
  const after = chainHash(before, row)
  return row.seq === records + 1 && row.stored_hash === after ? { records: row.seq, hash: after } : undefined
}

/** The running hash after a row, in hex: over the hash before it and all columns. */
export function chainHash(before: string, { seq, at, ticket_id: ticketId, kind, body }: LogRow): string {
  return hash('sha256', `${before}\n${seq}\n${at}\n${ticketId ?? ''}\n${kind}\n${body}`)
}
