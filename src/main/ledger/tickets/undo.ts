/**
 * Finds the record that undoes the user's last change of a ticket. Both records stay in the log, and the undo can be
 * undone in the same way.
 */
import { assertNever } from '../../../shared/failure.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import type { LegsCorrection, LoggedRecord, RecordOf, TicketRecord } from '../log/record.ts'
import { toTicketState, type TicketState } from '../state/ticket-state.ts'
import { findFactChanges } from '../state/corrections.ts'

type UserKind = 'corrected' | 'voided' | 'restored' | 'leg-decided' | 'decided'
type UserRecord = { [K in UserKind]: RecordOf<K> }[UserKind]

const userKinds: ReadonlySet<string> = new Set<UserKind>([
  'corrected',
  'voided',
  'restored',
  'leg-decided',
  'decided',
])
const isUserRecord = (logged: LoggedRecord): logged is LoggedRecord<UserRecord> =>
  userKinds.has(logged.record.kind)

/** Number of the user's last change; undefined for a ticket that the user never changed. */
export const findLastChange = (records: readonly LoggedRecord[]): number | undefined =>
  records.findLast(isUserRecord)?.seq

/** Undefined when there is no change, or undoing it changes nothing. */
export function findUndo(
  ticketId: number,
  records: readonly LoggedRecord[],
  reason: string,
): TicketRecord | undefined {
  const at = records.findLastIndex(isUserRecord)
  const last = records.find((_, place) => place === at)
  if (last === undefined || !isUserRecord(last)) return undefined
  const before = toTicketState(ticketId, records.slice(0, at))
  return reverse(last.record, { before, now: toTicketState(ticketId, records), reason })
}

function reverse(
  record: UserRecord,
  { before, now, reason }: { before: TicketState; now: TicketState; reason: string },
): TicketRecord | undefined {
  switch (record.kind) {
    case 'voided':
      return { kind: 'restored', reason }
    case 'restored':
      return { kind: 'voided', reason }
    case 'decided':
      return { kind: 'decided', decision: before.decision ?? withdrawn, reason }
    case 'leg-decided':
      return { ...record, result: before.legs[record.place]?.byHand ?? null, reason }
    case 'corrected': {
      const terms = { ...now.facts, ...record.was }
      const change = findFactChanges(now.facts, terms, record.legs && reverseLegs(record.legs))
      return change && { kind: 'corrected', ...change, reason }
    }
    default:
      return assertNever(record)
  }
}

const withdrawn: Decision = { kind: 'withdrawn' }

/** The legs before the change, each with its place after it. A removed leg returns without its results. */
const reverseLegs = ({ was, now }: LegsCorrection): LegsCorrection['now'] =>
  was.map((leg, place) => {
    const from = now.findIndex(revision => revision.from === place)
    return { from: from < 0 ? null : from, leg }
  })
