import type { LedgerStatus } from '../../shared/model/ticket/ledger-status.ts'
import { countOf } from './count.ts'

/** What a ledger does before it is open, in a sentence. */
export function openingText({ lacking, records }: Extract<LedgerStatus, { kind: 'opening' }>): string {
  if (lacking === undefined || records === undefined) return 'The ledger is being opened…'
  const done = Math.floor((100 * (records - lacking)) / records)
  return `The lists of the ledger are made anew from its ${countOf(records, 'record')}: ${done}% done. This happens once after an update.`
}
