/** Tables that are exported to Parquet: the views of docs/data.md, without their version. */
import { z } from 'zod'

const deskTables = ['quotes', 'parlays', 'legs', 'link_outcomes', 'rule_decisions'] as const
const ledgerTables = ['tickets', 'ticket_legs', 'entries', 'accounts', 'account_records'] as const

/** Tables of the ledger first. */
export const parquetTables = [...ledgerTables, ...deskTables] as const
export const ParquetTable = z.enum(parquetTables)
export type ParquetTable = z.infer<typeof ParquetTable>

const inLedger: ReadonlySet<ParquetTable> = new Set(ledgerTables)
/** True for a table of the ledger's file, false for one of the desk's. */
export const isLedgerTable = (table: ParquetTable): boolean => inLedger.has(table)
