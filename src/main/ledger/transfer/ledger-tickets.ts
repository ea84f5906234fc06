/** Tickets with all their records: read from the ledger for an export, and written to it by an import. */
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import type { ImportedTickets } from '../../../shared/model/ticket/transfer.ts'
import type { AccountHistory } from '../accounts/account-history.ts'
import type { Ledger } from '../ledger.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { LoggedRecord, TicketRecord } from '../log/record.ts'
import type { LedgerCore } from '../opening/ledger-file.ts'
import type { StoredPolicy } from '../tickets/refund-policies.ts'
import { toPortableAccount, writeAccount, type PortableAccount } from './portable-account.ts'
import { replay, type IncomingTicket } from './replay.ts'

const ticketsPerPage = 50

/** Tickets of the demo or of the user at one time, read from the log, because tables may be behind. */
export interface RecordedTickets {
  readonly isDemo: boolean
  readonly log: LedgerLog
  readonly policies: readonly StoredPolicy[]
  /** Accounts of the same owner, removed ones included. */
  readonly accounts: readonly PortableAccount[]
  /** Number of the last record. */
  readonly upTo: number
  /** Tickets to read; absent for all of them. */
  readonly only?: ReadonlySet<number>
}

/** Throws Refusal while the ledger is closed, and during an import. */
export function getRecordedTickets(ledger: Ledger): RecordedTickets {
  const { log, policies, accounts, isDemo } = ledger.recorded
  return {
    isDemo: isDemo(),
    log,
    policies: policies.all(),
    accounts: accounts.listAll().map(toPortableAccount),
    upTo: log.tail.records,
  }
}

/** Yields pages of tickets in the order of recording, voided ones included; no page is empty. */
export function* readTickets({
  log,
  isDemo,
  upTo,
  only,
}: RecordedTickets): Generator<RecordedTicket[], void> {
  let last = 0
  for (;;) {
    const ids = log.listTickets({ isDemo, after: last, upTo, limit: ticketsPerPage })
    if (ids.length === 0) return
    last = ids.at(-1) ?? last
    const tickets = ids
      .filter(id => only?.has(id) ?? true)
      .map(id => ({ id, records: log.ofTicket(id, upTo) }))
      // A ticket of the team that no change records has none.
      .filter(({ records }) => records.length > 0)
    if (tickets.length > 0) yield tickets
  }
}

interface RecordedTicket {
  readonly id: number
  readonly records: readonly LoggedRecord[]
}

export interface ImportBatch {
  /** Applied to books that have none here. */
  readonly policies: readonly BookPolicy[]
  /** Written unless the ledger has them. */
  readonly accounts?: readonly AccountHistory[]
  /** Tickets in order; null for a line without one. */
  readonly tickets: Iterable<IncomingTicket | null>
  /** The reason recorded for results that come from a table. */
  readonly reason: string
}

/**
 * Writes all tickets or none; other writes are rejected meanwhile. Returns the tickets, null for none. Throws the cause of
 * a failure.
 */
export async function commitImport(ledger: Ledger, batch: ImportBatch): Promise<ImportedTickets | null> {
  let [before, last] = [0, 0]
  await commitInSlices(ledger, function* (core, at) {
    before = core.log.lastTicketId
    yield* writeBatch(core, at, batch)
    last = core.log.lastTicketId
  })
  return last > before ? { first: before + 1, last } : null
}

/** Deletes the tickets that were imported together and are not deleted yet, all or none. Returns their number. */
export async function voidImported(
  ledger: Ledger,
  { first, last }: ImportedTickets,
  reason: string,
): Promise<number> {
  let count = 0
  await commitInSlices(ledger, function* ({ writer }, at) {
    for (let id = first; id <= last; id++) {
      const state = writer.find(id)
      if (state !== undefined) writer.write(at, state, { kind: 'voided', reason })
      if (state !== undefined) count++
      yield
    }
  })
  return count
}

function commitInSlices(
  ledger: Ledger,
  write: (core: LedgerCore, at: number) => Generator<void, void>,
): Promise<void> {
  return ledger.writeInSlices(async (core, at) => {
    await core.log.commitInSlices(write(core, at))
    core.scheduleCheckpoint()
    // The tickets are in the log; tables that cannot be written now catch up later.
    await core.projector.catchUpInSlices()
  })
}

function* writeBatch(core: LedgerCore, at: number, batch: ImportBatch): Generator<void, void> {
  writePolicies(core, at, batch.policies)
  writeAccounts(core, batch.accounts ?? [])
  for (const ticket of batch.tickets) {
    if (ticket !== null) writeTicket(core, at, ticket, batch.reason)
    yield
  }
}

/** Writes policies; open tickets of these books get a new ruling. */
function writePolicies({ policies, writer }: LedgerCore, at: number, incoming: readonly BookPolicy[]): void {
  const ownBookIds = new Set(policies.all().map(({ bookId }) => bookId))
  const added = incoming.filter(({ bookId }) => !ownBookIds.has(bookId))
  for (const policy of added) policies.write(at, policy)
  for (const { bookId } of added) writer.judgeOpenAt(at, bookId)
}

function writeAccounts({ accounts }: LedgerCore, incoming: readonly AccountHistory[]): void {
  for (const account of incoming)
    if (accounts.find(account.accountId) === undefined) writeAccount(accounts, account)
}

function writeTicket({ log, writer }: LedgerCore, at: number, ticket: IncomingTicket, reason: string): void {
  if (ticket.kind === 'new') {
    const id = writer.record(at, ticket.facts)
    const { decision } = ticket
    if (decision !== null) writer.write(at, writer.get(id), { kind: 'decided', decision, reason })
    return
  }
  const id = log.nextTicketId()
  const { uid, isDemo, profileId } = ticket.facts
  const append = (recordedAt: number, record: TicketRecord) => log.append(recordedAt, id, record)
  replay(ticket.ticket, { id, owner: { uid, isDemo, profileId }, append })
}
