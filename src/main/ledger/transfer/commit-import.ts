/** Tickets from a file on their way into the log and the tables: one transaction, in slices of the event loop. */
import { Refusal } from '../../../shared/failure.ts'
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import type { Core } from '../opening/open-core.ts'
import { bringInLine } from '../projection/projection-sync.ts'
import type { IncomingTicket } from './transfer.ts'

export interface Incoming {
  /** They count for books that have none here. */
  readonly policies: readonly BookPolicy[]
  /** Tickets one after the other; null where a step had none. */
  readonly tickets: Iterable<{ readonly ticket: IncomingTicket; readonly isApart: boolean } | null>
  /** Kept as the reason of results that only a table vouches for. */
  readonly reason: string
}

export const takingIn = () =>
  new Refusal({ kind: 'storage', sentence: 'The ledger is taking a file in. Try again when that is done.' })

/** Nothing else may be written meanwhile. Throws what kept it; nothing has then come in. */
export async function takeIn(core: Core, at: number, incoming: Incoming): Promise<void> {
  const before = core.policies.all()
  try {
    await core.log.commitInSlices(steps(core, at, incoming))
  } catch (error) {
    core.policies.reset(before)
    throw error
  }
  core.touch()
  // Where the tables cannot be written now they follow later: the tickets have come in.
  await bringInLine(core)
}

function* steps(core: Core, at: number, incoming: Incoming): Generator<void, void> {
  const { transfer, policies, writer, finder } = core
  for (const policy of transfer.appendPolicies(at, incoming.policies)) {
    policies.keep(at, policy)
    for (const ticketId of finder.openAt(policy.bookId)) writer.judge(at, ticketId)
  }
  for (const next of incoming.tickets) {
    if (next !== null) transfer.append(next.ticket, { at, isApart: next.isApart, reason: incoming.reason })
    yield
  }
}
