/** How far the ledger can be trusted, in the few words of the status bar. */
import { assertNever } from '../../../shared/failure.ts'
import type { LedgerStatus } from '../../../shared/model/ticket/ledger-status.ts'
import { countOf, countText } from '../../format/count.ts'
import { openingText } from '../../format/opening-text.ts'

interface LedgerText {
  readonly says: string
  readonly hint: string
  readonly tone: '' | 'warn' | 'down'
}

export function ledgerText(status: LedgerStatus): LedgerText {
  switch (status.kind) {
    case 'opening':
      return { says: 'Ledger opening…', hint: openingText(status), tone: '' }
    case 'closed':
      return { says: 'Ledger not open', hint: status.sentence, tone: 'down' }
    case 'open':
      return openText(status)
    default:
      return assertNever(status)
  }
}

function openText({
  tickets,
  records,
  verified,
  behind,
  isWitnessed,
}: Extract<LedgerStatus, { kind: 'open' }>): LedgerText {
  const hint = `${countText(verified)} of ${countOf(records, 'record')} held against the running hash.`
  if (!isWitnessed)
    return {
      says: 'Ledger saved, not witnessed',
      hint: 'The last record could not be witnessed: nothing would miss it.',
      tone: 'warn',
    }
  if (behind !== null)
    return {
      says: 'Ledger saved, not all of it shown',
      hint: `Lists and sums lack the newest records. ${behind}`,
      tone: 'warn',
    }
  const says =
    verified < records
      ? `${countOf(tickets, 'ticket')}, verifying…`
      : `${countOf(tickets, 'ticket')} verified`
  return { says: `Ledger saved · ${says}`, hint, tone: '' }
}
