/** A user's word on a change that waits because another came first: apply it again, or decline it. */
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../../shared/failure.ts'
import type { AccountBook } from '../accounts/account-book.ts'
import type { Changes } from '../log/changes.ts'
import type { Change } from '../log/parse-log.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { ChangeRecord, RecordOf } from '../log/record.ts'
import { toTicketState, type TicketState } from '../state/ticket-state.ts'
import { findFactChanges } from '../state/corrections.ts'
import type { TicketWriter } from '../tickets/ticket-writer.ts'

interface DecidingParts {
  readonly log: LedgerLog
  readonly writer: TicketWriter
  readonly accounts: Pick<AccountBook, 'checkTicket'>
}

export interface WaitingWord {
  /** The waiting change. */
  readonly uid: string
  readonly word: 'apply' | 'decline'
  readonly reason?: string
}

/** Only inside a commit. Throws Refusal for a change that does not wait, or cannot be applied any more. */
export function decideWaiting(
  parts: DecidingParts,
  at: number,
  { uid, word, reason = '' }: WaitingWord,
): void {
  const { log } = parts
  const change = log.changes?.find(uid)
  if (log.changes === undefined || change?.standing !== 'waiting')
    throw new Refusal({ kind: 'not-found', what: 'the waiting change' })
  const ticketId = getTicketId(log.changes, change)
  log.changes.replacing(uid, () => {
    const isWritten = word === 'apply' && applyAgain(parts, at, { change, ticketId })
    // One that would change nothing any more is answered in the same way.
    if (!isWritten) log.append(at, ticketId, { kind: 'declined', reason })
  })
}

function getTicketId(changes: Changes, { subject }: Change): number {
  const ticketId = changes.findTicket(subject)
  if (ticketId === undefined || ticketId === null) throw new Error(`${subject} has no ticket`)
  return ticketId
}

/** Returns false if the ticket is so already. What is applied again is no undo any more, but a change of its own. */
function applyAgain(
  parts: DecidingParts,
  at: number,
  { change, ticketId }: { readonly change: Change; readonly ticketId: number },
): boolean {
  const { log, writer } = parts
  const records = log.ofTicket(ticketId)
  const state = toTicketState(ticketId, records)
  const [first] = log.ofChange(change)
  const record = first?.record
  if (record === undefined || isSo(state, record)) return false
  if (state.isVoided && record.kind !== 'restored')
    throw refused('This ticket was deleted. Undo that first, or decline the change.')
  switch (record.kind) {
    case 'corrected':
      return correctAgain(parts, at, { record, state })
    case 'leg-decided':
      if (hasOtherLegs(parts.log, change)) throw refused(otherLegs)
      writer.write(at, state, {
        kind: 'leg-decided',
        place: record.place,
        result: record.result,
        reason: record.reason,
      })
      return true
    case 'decided': {
      const { decision, reason } = record
      writer.write(at, state, { kind: 'decided', decision, reason })
      return true
    }
    case 'voided':
    case 'restored':
      writer.write(at, state, { kind: record.kind, reason: record.reason })
      return true
    default:
      return false
  }
}

const refused = (sentence: string) => new Refusal({ kind: 'invalid', field: 'change', sentence })
const otherLegs = 'The legs of this ticket were changed since. Edit the ticket, or decline the change.'

/** True if the record would change nothing. */
function isSo(state: TicketState, record: ChangeRecord): boolean {
  switch (record.kind) {
    case 'voided':
      return state.isVoided
    case 'restored':
      return !state.isVoided
    case 'decided':
      return isDeepStrictEqual(state.decision ?? { kind: 'withdrawn' }, record.decision)
    case 'leg-decided':
      return state.legs[record.place]?.byHand === record.result
    default:
      return false
  }
}

/** True if a correction of legs applied after the state that the change was made on. */
export function hasOtherLegs(log: LedgerLog, { subject, basis }: Pick<Change, 'subject' | 'basis'>): boolean {
  const applied = log.changes?.ofSubject(subject).filter(({ standing }) => standing === 'applied') ?? []
  const later = applied.slice(applied.findIndex(({ uid }) => uid === basis) + 1)
  return later.some(change =>
    log.ofChange(change).some(({ record }) => record.kind === 'corrected' && record.legs !== undefined),
  )
}

interface Correcting {
  readonly record: RecordOf<'corrected'>
  readonly state: TicketState
}

function correctAgain(
  { writer, accounts }: DecidingParts,
  at: number,
  { record: { terms: changed, legs, reason }, state: { id, facts } }: Correcting,
): boolean {
  if (legs !== undefined && !isDeepStrictEqual(legs.was, facts.legs)) throw refused(otherLegs)
  const terms = { ...facts, ...changed }
  const change = findFactChanges(facts, terms, legs?.now)
  if (change === undefined) return false
  accounts.checkTicket(terms)
  writer.correct(at, id, { ...change, reason })
  return true
}
