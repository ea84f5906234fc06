/** The parts of an open ledger. */
import { FacetIds } from '../projection/facets.ts'
import { Projector } from '../projection/projector.ts'
import { LedgerReads } from '../reads/ledger-reads.ts'
import { LegQueue } from '../reads/leg-queue.ts'
import { RefundPolicies } from '../tickets/refund-policies.ts'
import { TicketWriter } from '../tickets/ticket-writer.ts'
import type { LedgerFiles } from './inspect.ts'
import { openLedgerFile, type OpeningOptions } from './ledger-file.ts'

export type LedgerCore = ReturnType<typeof openCore>

/** Throws LedgerClosed. */
export function openCore(files: LedgerFiles, isDemo: () => boolean, options: OpeningOptions = {}) {
  const file = openLedgerFile(files, options)
  const { database, log } = file
  const policies = new RefundPolicies(database, log)
  const facets = new FacetIds(database)
  return {
    ...file,
    isDemo,
    policies,
    projector: new Projector({ database, log, facets }),
    writer: new TicketWriter({ database, log, policyAt: bookId => policies.get(bookId) }),
    reads: new LedgerReads({ database, log, facets, policies, isDemo }),
    queue: new LegQueue(database),
  }
}
