/** Own changes of a ledger that the team does not have yet, by the names of their tickets, accounts and books. */
import type { UnsharedRecord } from '../../../shared/model/team/unshared-record.ts'
import { shortenLegs } from '../../../shared/model/game/leg-short.ts'
import type { AccountBook } from '../accounts/account-book.ts'
import { toTicketSubject } from '../log/changes.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { Change } from '../log/parse-log.ts'
import type { TicketWriter } from '../tickets/ticket-writer.ts'

interface Parts {
  readonly log: LedgerLog
  readonly writer: TicketWriter
  readonly accounts: AccountBook
}

/** Oldest first, at most `limit`. */
export function describeUnshared(core: Parts, limit: number): UnsharedRecord[] {
  const changes = core.log.changes?.unshared(limit) ?? []
  return changes.map(change => ({
    ...nameSubject(core, change),
    subject: change.subject,
    at: core.log.ofChange(change)[0]?.at ?? 0,
  }))
}

function nameSubject(
  { writer, accounts }: Parts,
  { subject }: Change,
): Pick<UnsharedRecord, 'kind' | 'title'> {
  const id = subject.slice(subject.indexOf(':') + 1)
  if (subject.startsWith('account:')) return { kind: 'account', title: accounts.nameOf(id) }
  if (subject !== toTicketSubject(id)) return { kind: 'rule', title: id }
  const ticketId = writer.findByUid(id)
  if (ticketId === undefined) return { kind: 'ticket', title: '' }
  const { legs, book } = writer.get(ticketId).facts
  return { kind: 'ticket', title: `${shortenLegs(legs)} at ${book.name}` }
}
