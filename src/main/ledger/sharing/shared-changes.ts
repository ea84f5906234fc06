/**
 * The changes of a ledger that a team shares: own ones on their way out, and those of the team's log on their way in.
 * Used inside a commit of the log where it writes.
 */
import type { AccountBook } from '../accounts/account-book.ts'
import type { Changes } from '../log/changes.ts'
import type { Change, Standing } from '../log/parse-log.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { ChangeRecord, EntryBody, LoggedRecord } from '../log/record.ts'
import type { PlacedChange, SharedChange } from '../log/shared-ledger.ts'
import type { RefundPolicies } from '../tickets/refund-policies.ts'
import type { TicketWriter } from '../tickets/ticket-writer.ts'
import { hasOtherLegs } from './decide-waiting.ts'
import { parseChangeBody, toChangeBody, type ParsedChange } from './change-body.ts'
import { arrangeAccount, arrangeTicket, readWhole, type WholeChange } from './standings.ts'

export interface SharedChangesDeps {
  readonly log: LedgerLog
  readonly changes: Changes
  readonly policies: RefundPolicies
  readonly accounts: Pick<AccountBook, 'readAgain'>
  readonly writer: TicketWriter
  /** The profile here that tickets of another desk's profile belong to. */
  readonly toOwnProfile?: (profileId: string) => string
}

/** Before it is worked out. A change that cannot be read keeps it. */
const unknownStanding = 'invalid'

export class SharedChanges {
  readonly #deps: SharedChangesDeps

  constructor(deps: SharedChangesDeps) {
    this.#deps = deps
  }

  unshared(limit: number): SharedChange[] {
    const { log, changes } = this.#deps
    return changes.unshared(limit).map(change => ({
      uid: change.uid,
      body: toChangeBody(change, log.ofChange(change), seq => this.#toReference(seq)),
    }))
  }

  unsharedCount(): number {
    return this.#deps.changes.unsharedCount()
  }

  lastPlace(): number {
    return this.#deps.changes.lastPlace()
  }

  /** Gives changes their places, in order, and works out which apply. Returns the tickets that they are of. */
  place(at: number, placed: readonly PlacedChange[]): number[] {
    const arrived = new Set<string>()
    for (const change of placed) {
      const subject = this.#placeOne(change)
      if (subject !== undefined) arrived.add(subject)
    }
    const before = this.#listOwnApplied(arrived, placed[0]?.place ?? 0)
    for (const subject of arrived) this.#arrange(subject)
    for (const change of before) this.#repeat(at, change)
    return [...new Set(placed.flatMap(({ uid }) => this.#findTicketOf(uid) ?? []))]
  }

  #findTicketOf(uid: string): number | null | undefined {
    const change = this.#deps.changes.find(uid)
    return change && this.#deps.changes.findTicket(change.subject)
  }

  /** Own changes that had no place until now, which those that arrived may come before. */
  #listOwnApplied(subjects: ReadonlySet<string>, firstPlace: number): Change[] {
    const all = [...subjects].flatMap(subject => this.#deps.changes.ofSubject(subject))
    return all.filter(
      ({ place, standing }) => (place === null || place >= firstPlace) && standing === 'applied',
    )
  }

  /** Writes an answer of the service again that another change came before, if it still says something new. */
  #repeat(at: number, { uid, subject, ...change }: Change): void {
    const { log, changes, writer } = this.#deps
    const ticketId = changes.findTicket(subject) ?? null
    if (ticketId === null || changes.find(uid)?.standing !== 'superseded') return
    if (!hasOtherLegs(log, { subject, ...change }))
      for (const logged of log.ofChange(change)) repeatAnswer(writer, at, { ticketId, logged })
    writer.judge(at, ticketId)
  }

  /** Returns the subject if its changes may now apply otherwise. */
  #placeOne(change: PlacedChange): string | undefined {
    const { changes } = this.#deps
    const known = changes.find(change.uid)
    if (known === undefined) return this.#append(change)
    if (known.place === null) changes.setPlace(change.uid, change.place)
    return undefined
  }

  #append(change: PlacedChange): string | undefined {
    const { log } = this.#deps
    const parsed = parseChangeBody(change.body, (uid, index) => this.#toSeq(change, uid, index))
    const { uid, place, member } = change
    const row = { uid, place, member, standing: unknownStanding } as const
    if (parsed === undefined) {
      const record = { kind: 'unreadable', change: change.body } as const
      log.appendChange({ ...row, subject: 'unreadable', basis: null, replaces: null }, null, [
        { at: 0, record },
      ])
      return undefined
    }
    const { subject, basis, replaces } = parsed
    const ticketId = this.#findTicketId(subject)
    const records = parsed.records.map(each => this.#withOwnProfile(each, ticketId))
    log.appendChange({ ...row, subject, basis, replaces }, ticketId, records)
    return subject
  }

  #findTicketId(subject: string): number | null {
    if (!subject.startsWith('ticket:')) return null
    const { log, changes } = this.#deps
    return changes.findTicket(subject) ?? log.nextTicketId()
  }

  #withOwnProfile(
    { at, record }: ParsedChange['records'][number],
    ticketId: number | null,
  ): ParsedChange['records'][number] {
    if (record.kind !== 'recorded' || ticketId === null) return { at, record }
    const { log, toOwnProfile = (id: string) => id } = this.#deps
    const before = log.ofTicket(ticketId)[0]?.record
    const profileId =
      before?.kind === 'recorded' ? before.facts.profileId : toOwnProfile(record.facts.profileId)
    return { at, record: { ...record, facts: { ...record.facts, profileId } } }
  }

  #toReference(seq: number): [string, number] {
    const change = this.#deps.changes.findOf(seq)
    if (change === undefined) throw new Error(`record ${seq} belongs to no change`)
    return [change.uid, seq - change.firstSeq]
  }

  /** A record of this change, or of one that has its place before it: all desks know the same. */
  #toSeq({ uid: own }: PlacedChange, uid: string, index: number): number | undefined {
    const { log, changes } = this.#deps
    if (uid === own) return log.tail.records + 1 + index
    const named = changes.find(uid)
    if (named === undefined || named.place === null) return undefined
    return named.firstSeq + index <= named.lastSeq ? named.firstSeq + index : undefined
  }

  #arrange(subject: string): void {
    const { log, changes } = this.#deps
    const whole = readWhole(log, changes, subject)
    if (subject.startsWith('ticket:')) this.#arrangeTicket(subject, whole)
    else if (subject.startsWith('account:')) {
      this.#setStandings(whole, arrangeAccount(whole))
      this.#deps.accounts.readAgain()
    } else this.#arrangePolicies(whole)
  }

  #arrangeTicket(subject: string, ordered: readonly (Change & WholeChange)[]): void {
    const { log, changes, writer } = this.#deps
    const ticketId = changes.findTicket(subject) ?? 0
    const { standings } = arrangeTicket(ticketId, ordered)
    this.#setStandings(ordered, standings)
    const applied = ordered.filter(({ uid }) => standings.get(uid) === 'applied')
    log.setEntries(
      ticketId,
      applied.flatMap(({ records }) => records.filter(isEntry)),
    )
    if (ordered.some(({ records }) => records.some(hasLegs))) writer.dropProgress(ticketId)
  }

  /** The last one applies. */
  #arrangePolicies(ordered: readonly (Change & WholeChange)[]): void {
    this.#setStandings(ordered, new Map(ordered.map(({ uid }) => [uid, 'applied'])))
    const last = ordered.at(-1)?.records.at(-1)
    if (last?.record.kind === 'policy') this.#deps.policies.apply(last.at, last.record)
  }

  #setStandings(ordered: readonly Change[], standings: ReadonlyMap<string, Standing>): void {
    for (const { uid, standing } of ordered) {
      const now = standings.get(uid) ?? unknownStanding
      if (now !== standing) this.#deps.changes.setStanding(uid, now)
    }
  }
}

/** Gradings of legs that another change corrected are left to the next check. */
function repeatAnswer(
  writer: TicketWriter,
  at: number,
  { ticketId, logged }: { readonly ticketId: number; readonly logged: LoggedRecord<ChangeRecord> },
): void {
  const { at: gradedAt, record } = logged
  const state = writer.find(ticketId)
  if (state === undefined) return
  if (record.kind === 'graded') {
    const legs = record.legs.flatMap(({ place, grading }) => {
      const leg = state.legs[place]
      const isNewer = leg !== undefined && (leg.gradedAt ?? 0) < gradedAt
      return isNewer ? [{ ticketId, place, grading, grade: leg.leg.grade ?? '' }] : []
    })
    writer.grade(at, legs)
  }
  if (record.kind === 'closed' && (state.closing?.at ?? 0) < record.closing.at)
    writer.write(at, state, record)
}

const hasLegs = ({ record }: LoggedRecord<ChangeRecord>): boolean =>
  record.kind === 'corrected' && record.legs !== undefined

const isEntry = (logged: LoggedRecord<ChangeRecord>): logged is LoggedRecord<EntryBody> =>
  logged.record.kind === 'entry'
