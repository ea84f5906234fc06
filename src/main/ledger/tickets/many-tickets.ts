/**
 * The user's changes of several tickets, and their undo. Used inside one commit of the log, so that all of them are
 * durable or none.
 */
import { assertNever, Refusal } from '../../../shared/failure.ts'
import type {
  ManyChange,
  ManyChanges,
  ManyTickets,
  UserChange,
} from '../../../shared/model/ticket/ticket-changes.ts'
import { Tags, type TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { TicketRecord } from '../log/record.ts'
import type { LedgerCore } from '../opening/ledger-file.ts'
import { decideWaiting } from '../sharing/decide-waiting.ts'
import { findFactChanges } from '../state/corrections.ts'
import { toPlainText } from './parse-draft.ts'
import { findLastChange } from './undo.ts'

/** Writes the change to each ticket that is not so already. Returns the changes. Throws Refusal. */
export function changeTickets(
  { log, writer }: Pick<LedgerCore, 'log' | 'writer'>,
  at: number,
  { ticketIds, change, reason }: ManyTickets,
): UserChange[] {
  return [...new Set(ticketIds)].flatMap(ticketId => {
    const state = writer.get(ticketId)
    const record = toRecord(state.facts, change, reason)
    if (record === undefined) return []
    writer.write(at, state, record)
    const seq = findLastChange(log.ofTicket(ticketId))
    return seq === undefined ? [] : [{ ticketId, seq }]
  })
}

function toRecord(facts: TicketFacts, change: ManyChange, reason: string): TicketRecord | undefined {
  switch (change.kind) {
    case 'void':
      return { kind: 'voided', reason }
    case 'decide':
      return { kind: 'decided', decision: { kind: 'result', result: change.result }, reason }
    case 'tag': {
      const changes = findFactChanges(facts, { ...facts, tags: addTag(facts.tags, change.tag) }, undefined)
      return changes && { kind: 'corrected', ...changes, reason }
    }
    default:
      return assertNever(change)
  }
}

function addTag(tags: readonly string[], tag: string): string[] {
  const parsed = Tags.safeParse([...new Set([...tags, toPlainText(tag)])])
  if (parsed.success) return parsed.data
  throw new Refusal({ kind: 'invalid', field: 'tag', sentence: 'A ticket can’t have this tag as well.' })
}

/** Undoes the user's last change of a ticket by a new record; one that waits is declined. Throws Refusal. */
export function undoChange(
  core: LedgerCore,
  at: number,
  change: UserChange & { readonly reason: string },
): void {
  const waiting = core.log.changes?.findOf(change.seq)
  if (waiting?.standing === 'waiting')
    decideWaiting(core, at, { uid: waiting.uid, word: 'decline', reason: change.reason })
  else core.writer.undo(at, change.ticketId, change)
}

/** Undoes changes made together. Throws Refusal when a ticket was changed since. */
export function undoChanges(core: LedgerCore, at: number, { changes, reason }: ManyChanges): void {
  const isLast = ({ ticketId, seq }: UserChange) => findLastChange(core.log.ofTicket(ticketId)) === seq
  if (!changes.every(isLast))
    throw new Refusal({
      kind: 'invalid',
      field: '',
      sentence: 'One of these tickets was changed since, so none was changed back. Open them one by one.',
    })
  for (const change of changes) undoChange(core, at, { ...change, reason })
}
