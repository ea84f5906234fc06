/** The parts of an open ledger. */
import type { LedgerFiles } from './inspect.ts'
import { openLedgerFile, type Opening } from './ledger-file.ts'
import { Policies } from '../tickets/refund-policies.ts'
import { FacetIds } from '../projection/facet-ids.ts'
import { Projector } from '../projection/projector.ts'
import { LedgerReads } from '../reads/ledger-reads.ts'
import { LegQueue } from '../reads/leg-queue.ts'
import { TicketFinder } from '../tickets/ticket-finder.ts'
import { TicketWriter } from '../tickets/ticket-writer.ts'
import { Transfer } from '../transfer/transfer.ts'

export type Core = ReturnType<typeof openCore>

/** Throws LedgerClosed. */
export function openCore(files: LedgerFiles, isDemo: () => boolean, opening: Opening = {}) {
  const file = openLedgerFile(files, opening)
  const { database, log } = file
  const policies = new Policies(database, log)
  const facets = new FacetIds(database)
  const projector = new Projector({ database, log, facets })
  const writer = new TicketWriter({ log, policyOf: bookId => policies.of(bookId) })
  return {
    ...file,
    policies,
    projector,
    writer,
    transfer: new Transfer({ database, log, policies, writer, isDemo }),
    reads: new LedgerReads({ database, log, facets, policies, isDemo }),
    queue: new LegQueue(database),
    finder: new TicketFinder(database),
  }
}
