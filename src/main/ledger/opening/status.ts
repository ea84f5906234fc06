/** How the ledger is, for the window. */
import type { LedgerStatus } from '../../../shared/model/ticket/ledger-status.ts'
import type { LedgerClosed } from './inspect.ts'
import type { OpenedLedger } from './opened-ledger.ts'

interface Known {
  readonly problem: LedgerClosed | undefined
  /** Undefined while its file is not open. */
  readonly opened: OpenedLedger | undefined
  readonly behind: string | null
  readonly savedAt: number | null
}

export function statusOf({ problem, opened, behind, savedAt }: Known): LedgerStatus {
  if (problem !== undefined) return { kind: 'closed', problem: problem.problem, sentence: problem.sentence }
  if (opened?.core === undefined) return { kind: 'opening', ...opened?.lists }
  const { records, lastTicketId, isWitnessed } = opened.core.log
  return {
    kind: 'open',
    tickets: lastTicketId,
    records,
    verified: opened.verified,
    behind,
    isWitnessed,
    savedAt,
  }
}
