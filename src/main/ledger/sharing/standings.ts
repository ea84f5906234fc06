/** Works out which changes of a ticket or an account apply. Pure, so that all desks come to the same. */
import { addRecord, findProblem, openHistory, type AccountHistory } from '../accounts/account-history.ts'
import { isOfAccount } from '../accounts/account-book.ts'
import type { Changes } from '../log/changes.ts'
import type { Change, Standing } from '../log/parse-log.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import { isOfTicket, type ChangeRecord, type LoggedRecord } from '../log/record.ts'
import { findNextEntry } from '../state/next-entry.ts'
import { checkFacts, replayRecord, UnexpectedRecord } from '../state/replay-record.ts'
import { arrange, type Arranged, type OrderedChange } from '../state/standing.ts'
import { applyRecord, toRecordedState, type TicketState } from '../state/ticket-state.ts'

/** All changes of a subject with their records, in order. */
export const readWhole = (log: LedgerLog, changes: Changes, subject: string): (Change & WholeChange)[] =>
  changes.ofSubject(subject).map(change => ({ ...change, records: log.ofChange(change) }))

/** A change with its records. */
export interface WholeChange extends Pick<Change, 'uid' | 'basis' | 'replaces'> {
  readonly records: readonly LoggedRecord<ChangeRecord>[]
}

/** Kinds of the first record of a change that only a user makes. */
const userKinds: ReadonlySet<string> = new Set(['corrected', 'voided', 'restored', 'leg-decided', 'decided'])

function findNature({ records }: WholeChange): OrderedChange['nature'] {
  const kind = records[0]?.record.kind ?? ''
  if (kind === 'declined') return kind
  return userKinds.has(kind) ? 'user' : 'service'
}

/** Changes of a ticket, in order. The state is null as long as none records it. */
export function arrangeTicket(
  ticketId: number,
  changes: readonly WholeChange[],
): Arranged<TicketState | null> {
  const ordered = changes.map(change => ({ ...change, nature: findNature(change) }))
  return arrange<(typeof ordered)[number], TicketState | null>(ordered, {
    start: null,
    apply: (state, { records }) => replayChange(ticketId, state, records),
  })
}

/** Undefined for records that this ledger would not have written on the state. */
function replayChange(
  ticketId: number,
  before: TicketState | null,
  records: WholeChange['records'],
): TicketState | undefined {
  try {
    const state = records.reduce((now, logged) => replayNext(ticketId, now, logged), before)
    return state === null || findNextEntry(state) !== undefined ? undefined : state
  } catch (error) {
    if (error instanceof UnexpectedRecord) return undefined
    throw error
  }
}

function replayNext(
  ticketId: number,
  state: TicketState | null,
  { seq, at, record }: LoggedRecord<ChangeRecord>,
): TicketState {
  if (state === null) {
    if (record.kind === 'recorded') return toRecordedState(ticketId, checkFacts(record.facts), at)
    throw new UnexpectedRecord('Its first record is missing.')
  }
  if (!isOfTicket(record)) throw new UnexpectedRecord('It has a record of something else.')
  const expected = replayRecord(record, state)
  if (expected.kind === 'entry' && record.kind === 'entry' && expected.reverses !== record.reverses)
    throw new UnexpectedRecord('An entry reverses another one.')
  return applyRecord(state, { seq, at, record: expected })
}

/** Changes of an account, in order: each applies unless the account's rules forbid one of its records by then. */
export function arrangeAccount(changes: readonly WholeChange[]): ReadonlyMap<string, Standing> {
  const standings = new Map<string, Standing>()
  let history: AccountHistory | undefined
  for (const { uid, records } of changes) {
    const next = records.reduce(addIfAllowed, { history, isAllowed: true })
    standings.set(uid, next.isAllowed ? 'applied' : 'superseded')
    if (next.isAllowed) history = next.history
  }
  return standings
}

interface AccountFolding {
  readonly history: AccountHistory | undefined
  readonly isAllowed: boolean
}

function addIfAllowed(
  { history, isAllowed }: AccountFolding,
  { seq, at, record: stored }: LoggedRecord<ChangeRecord>,
): AccountFolding {
  if (!isAllowed || !isOfAccount(stored)) return { history, isAllowed: false }
  const { accountId, ...record } = stored
  if (history === undefined)
    return record.kind === 'account-opened'
      ? { history: openHistory(accountId, { seq, at, record }), isAllowed }
      : { history, isAllowed: false }
  if (findProblem(history, record) !== undefined) return { history, isAllowed: false }
  return { history: addRecord(history, { seq, at, record }), isAllowed }
}
