/** How the ledger is, for the window. */
import type { LedgerStatus } from '../../shared/model/ledger-status.ts'
import type { LedgerClosed } from './inspect.ts'
import type { LedgerLog } from './log/ledger-log.ts'

interface Known {
  readonly problem: LedgerClosed | undefined
  /** Undefined while the ledger is not open. */
  readonly log: LedgerLog | undefined
  readonly verified: number
  readonly behind: string | null
  readonly savedAt: number | null
}

export function statusOf({ problem, log, verified, behind, savedAt }: Known): LedgerStatus {
  if (problem !== undefined) return { kind: 'closed', problem: problem.problem, sentence: problem.sentence }
  if (log === undefined) return { kind: 'opening' }
  const { records, lastTicketId, isWitnessed } = log
  return { kind: 'open', tickets: lastTicketId, records, verified, behind, isWitnessed, savedAt }
}
