/**
 * Records as rows of the log, and back. A row's text is what this program wrote and is covered by the running hash, so
 * it is taken at its word; the kind stands in its own column.
 */
import { hash } from 'node:crypto'
import type { LedgerRecord, Placed, TicketRecord } from './record.ts'

export interface LogRow {
  readonly seq: number
  readonly at: number
  readonly ticket_id: number | null
  readonly kind: string
  readonly body: string
}

/** The text a record is kept as; its kind is kept beside it. */
export function bodyOf({ kind: _, ...rest }: TicketRecord | LedgerRecord): string {
  return JSON.stringify(rest)
}

export function ticketRecordOf(row: LogRow): Placed {
  return { seq: row.seq, at: row.at, record: recordOf(row) as TicketRecord }
}

export function ledgerRecordOf(row: LogRow): Placed<LedgerRecord> {
  return { seq: row.seq, at: row.at, record: recordOf(row) as LedgerRecord }
}

/** Rows as they come from the database. */
export const logRows = (rows: readonly unknown[]): readonly LogRow[] => rows as readonly LogRow[]

const recordOf = ({ kind, body }: LogRow): unknown => ({ kind, ...(JSON.parse(body) as object) })

export const noHash = '0'.repeat(64)

/** The running hash after a row: over the one before it and all that the row says. In hex. */
export function chained(before: string, { seq, at, ticket_id: ticketId, kind, body }: LogRow): string {
  return hash('sha256', `${before}\n${seq}\n${at}\n${ticketId ?? ''}\n${kind}\n${body}`)
}
