/**
 * Finds the record that undoes the user's last change of a ticket, or that makes an undone change again. All records stay
 * in the log, and each undo steps back to the change before.
 */
import { assertNever } from '../../../shared/failure.ts'
import type { Decision, TicketDetail } from '../../../shared/model/ticket/ticket-detail.ts'
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

/** A change that was undone, and the record that undid it, by their places among the records. */
interface UndoneChange {
  readonly change: number
  readonly undo: number
}

/** Places of the user's changes that apply, and of those undone that can be made again, the next one last. */
interface ChangeStacks {
  readonly done: readonly number[]
  readonly undone: readonly UndoneChange[]
}

const noChanges: ChangeStacks = { done: [], undone: [] }

/** An undo takes back the last change that was not undone; a change of the user's own leaves nothing to redo. */
const findStacks = (records: readonly LoggedRecord[]): ChangeStacks =>
  records.reduce(
    (stacks, logged, at) => (isUserRecord(logged) ? addChange(stacks, logged.record, at) : stacks),
    noChanges,
  )

function addChange({ done, undone }: ChangeStacks, { step }: UserRecord, at: number): ChangeStacks {
  const [change, last] = [done.at(-1), undone.at(-1)]
  if (step === 'undo' && change !== undefined)
    return { done: done.slice(0, -1), undone: [...undone, { change, undo: at }] }
  if (step === 'redo' && last !== undefined) return { done: [...done, at], undone: undone.slice(0, -1) }
  return { done: [...done, at], undone: [] }
}

/** The user's last change that is not undone, and the undo that can be undone next, by their numbers. */
export function findNextSteps(
  records: readonly LoggedRecord[],
): Pick<TicketDetail, 'lastChange' | 'nextRedo'> {
  const { done, undone } = findStacks(records)
  const seqOf = (at: number | undefined) => (at === undefined ? null : (records[at]?.seq ?? null))
  const [change, undo] = [seqOf(undone.at(-1)?.change), seqOf(undone.at(-1)?.undo)]
  return {
    lastChange: seqOf(done.at(-1)),
    nextRedo: change === null || undo === null ? null : { change, undo },
  }
}

/** Number of the user's last change that is not undone. */
export const findLastChange = (records: readonly LoggedRecord[]): number | undefined =>
  findNextSteps(records).lastChange ?? undefined

/**
 * Undoes the change `seq` if it is the last one that is not undone, or makes a change again if `seq` is its undo.
 * Undefined for any other number, and when it would change nothing.
 */
export function findUndo(
  ticketId: number,
  records: readonly LoggedRecord[],
  { seq, reason }: { readonly seq: number; readonly reason: string },
): TicketRecord | undefined {
  const { lastChange, nextRedo } = findNextSteps(records)
  if (seq !== lastChange && seq !== nextRedo?.undo) return undefined
  const at = records.findIndex(logged => logged.seq === seq)
  const logged = records[at]
  if (logged === undefined || !isUserRecord(logged)) return undefined
  const before = toTicketState(ticketId, records.slice(0, at))
  const now = toTicketState(ticketId, records)
  const record = reverse(logged.record, { before, now, reason })
  // Nothing else may follow a deletion.
  if (record === undefined || now.isVoided !== (record.kind === 'restored')) return undefined
  return { ...record, step: seq === lastChange ? 'undo' : 'redo' }
}

function reverse(
  record: UserRecord,
  { before, now, reason }: { before: TicketState; now: TicketState; reason: string },
): UserRecord | undefined {
  switch (record.kind) {
    case 'voided':
      return { kind: 'restored', reason }
    case 'restored':
      return { kind: 'voided', reason }
    case 'decided':
      return { kind: 'decided', decision: before.decision ?? withdrawn, reason }
    case 'leg-decided':
      return {
        kind: 'leg-decided',
        place: record.place,
        result: before.legs[record.place]?.byHand ?? null,
        reason,
      }
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
