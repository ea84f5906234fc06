/**
 * The changes of a team's ledger: which records of the log one commit wrote for one subject, by which member, on which
 * change before, and where the team's log has them (docs/decisions/0015).
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { unknownSelf } from '../../../shared/model/team/member.ts'
import type { Database } from '../../storage/database.ts'
import { toChanges, type Change, type Standing } from './parse-log.ts'
import type { ChangeRecord } from './record.ts'

const UidRow = z.object({ uid: z.string() }).optional()
const SubjectRow = z.object({ subject: z.string() }).optional()
const NumberRow = z.object({ n: z.number().nullable() })
const TicketRow = z.object({ ticketId: z.number().nullable() }).optional()

/** Expression for the author of a change; `own`: this desk. */
export const toAuthor = (own: string, member = 'member'): string =>
  `iif(${member} = '${unknownSelf}', '${own}', ${member})`
const columnsFor = (own: string) =>
  `first_seq AS firstSeq, last_seq AS lastSeq, uid, subject, ${toAuthor(own)} AS member, basis, replaces, place, standing`
/** Changes with a place in the order of places, then this desk's own. */
const inOrder = 'ORDER BY place IS NULL, place, first_seq'

const prepareStatements = (database: Database, columns: string) => ({
  add: database.prepare(
    'INSERT INTO changes VALUES (:firstSeq, :lastSeq, :uid, :subject, :member, :basis, :replaces, :place, :standing)',
  ),
  one: database.prepare(`SELECT ${columns} FROM changes WHERE uid = ?`),
  ofSubject: database.prepare(`SELECT ${columns} FROM changes WHERE subject = ? ${inOrder}`),
  ofRecord: database.prepare(
    `SELECT ${columns} FROM changes WHERE first_seq <= :seq AND last_seq >= :seq ORDER BY first_seq DESC LIMIT 1`,
  ),
  unshared: database.prepare(`SELECT ${columns} FROM changes WHERE place IS NULL ORDER BY first_seq LIMIT ?`),
  lastApplied: database.prepare(
    `SELECT uid FROM changes WHERE subject = ? AND standing = 'applied'
     ORDER BY place IS NULL DESC, place DESC, first_seq DESC LIMIT 1`,
  ),
  subjects: database.prepare(`SELECT DISTINCT subject FROM changes WHERE subject <> 'unreadable'`),
  subjectOfTicket: database.prepare(
    `SELECT c.subject FROM log AS l JOIN changes AS c ON c.first_seq = l.seq WHERE l.ticket_id = ? LIMIT 1`,
  ),
  ticketOf: database.prepare(
    `SELECT l.ticket_id AS ticketId FROM changes AS c JOIN log AS l ON l.seq = c.first_seq WHERE c.subject = ? LIMIT 1`,
  ),
  setPlace: database.prepare('UPDATE changes SET place = ? WHERE uid = ?'),
  setStanding: database.prepare('UPDATE changes SET standing = ? WHERE uid = ?'),
  countUnshared: database.prepare('SELECT count(*) AS n FROM changes WHERE place IS NULL'),
  countWaiting: database.prepare(`SELECT count(*) AS n FROM changes WHERE standing = 'waiting'`),
  lastPlace: database.prepare('SELECT max(place) AS n FROM changes'),
})

/** A record as it was appended to the log. */
interface Appended {
  readonly seq: number
  readonly ticketId: number | null
  readonly record: ChangeRecord
}

/** A change whose records are not in the log yet. */
export type NewChange = Omit<Change, 'firstSeq' | 'lastSeq'>

export const toTicketSubject = (uid: string): string => `ticket:${uid}`

export class Changes {
  /** Author of what this desk writes. */
  readonly member: string
  readonly #run: ReturnType<typeof prepareStatements>
  /** The change whose records are being appended, and its ticket. */
  #open: { readonly change: Change; readonly ticketId: number | null } | undefined
  #hasNew = false
  #replaces: string | null = null

  constructor(database: Database, member: string) {
    this.member = member
    this.#run = prepareStatements(database, columnsFor(member))
  }

  /** Adds a record that this desk wrote to the change of its commit and subject. */
  add({ seq, ticketId, record }: Appended): void {
    const subject = this.#findSubject(ticketId, record)
    const before = this.#open?.change
    if (before !== undefined && before.subject === subject && before.lastSeq === seq - 1) {
      this.#open = { change: { ...before, lastSeq: seq }, ticketId }
      return
    }
    this.close()
    if (subject === undefined) return
    const change: Change = {
      ...{ firstSeq: seq, lastSeq: seq, uid: randomUUID(), subject, member: this.member },
      basis: this.findLastApplied(subject),
      replaces: this.#replaces,
      place: null,
      standing: record.kind === 'declined' ? 'declined' : 'applied',
    }
    this.#open = { change, ticketId }
  }

  /** Stores the change whose records are all appended. */
  close(): void {
    if (this.#open === undefined) return
    const { change } = this.#open
    this.insert(change)
    if (change.replaces !== null) this.setStanding(change.replaces, 'answered')
    this.#open = undefined
    this.#hasNew = true
  }

  /** After a commit that failed. */
  discard(): void {
    this.#open = undefined
    this.#hasNew = false
  }

  /** True once after a commit with own changes. */
  takeNew(): boolean {
    const hasNew = this.#hasNew
    this.#hasNew = false
    return hasNew
  }

  /** Runs `write`, whose changes take the place of a waiting one, or decline it. */
  replacing<T>(uid: string, write: () => T): T {
    this.#replaces = uid
    try {
      const result = write()
      this.close()
      return result
    } finally {
      this.#replaces = null
    }
  }

  insert(change: Change): void {
    this.#run.add.run({ ...change })
  }

  find(uid: string): Change | undefined {
    return toChanges(this.#run.one.all(uid))[0]
  }

  /** The change that a record belongs to. */
  findOf(seq: number): Change | undefined {
    return toChanges(this.#run.ofRecord.all({ seq }))[0]
  }

  /** All changes of a subject, in order. */
  ofSubject(subject: string): Change[] {
    return toChanges(this.#run.ofSubject.all(subject))
  }

  /** Subjects of changes that can be read. */
  subjects(): string[] {
    return SubjectRow.array()
      .parse(this.#run.subjects.all())
      .flatMap(row => row?.subject ?? [])
  }

  /** All changes of a ticket, in order; none of one that is not shared. */
  ofTicket(ticketId: number): Change[] {
    const subject = SubjectRow.parse(this.#run.subjectOfTicket.get(ticketId))?.subject
    return subject === undefined ? [] : this.ofSubject(subject)
  }

  waitingCount(): number {
    return NumberRow.parse(this.#run.countWaiting.get()).n ?? 0
  }

  unshared(limit: number): Change[] {
    return toChanges(this.#run.unshared.all(limit))
  }

  unsharedCount(): number {
    return NumberRow.parse(this.#run.countUnshared.get()).n ?? 0
  }

  lastPlace(): number {
    return NumberRow.parse(this.#run.lastPlace.get()).n ?? 0
  }

  findLastApplied(subject: string): string | null {
    return UidRow.parse(this.#run.lastApplied.get(subject))?.uid ?? null
  }

  /** Number of the ticket of a subject in this ledger; null for another subject, undefined for one without changes. */
  findTicket(subject: string): number | null | undefined {
    return TicketRow.parse(this.#run.ticketOf.get(subject))?.ticketId
  }

  setPlace(uid: string, place: number): void {
    this.#run.setPlace.run(place, uid)
  }

  setStanding(uid: string, standing: Standing): void {
    this.#run.setStanding.run(standing, uid)
  }

  /** Undefined for records of the demo, and for those that belong to the ledger itself. */
  #findSubject(ticketId: number | null, record: ChangeRecord): string | undefined {
    if (record.kind === 'recorded') return record.facts.isDemo ? undefined : toTicketSubject(record.facts.uid)
    if (ticketId !== null) {
      if (this.#open?.ticketId === ticketId) return this.#open.change.subject
      return SubjectRow.parse(this.#run.subjectOfTicket.get(ticketId))?.subject
    }
    if (record.kind === 'policy') return `policy:${record.bookId}`
    if (!('accountId' in record)) return undefined
    const subject = `account:${record.accountId}`
    if (record.kind === 'account-opened') return record.isDemo ? undefined : subject
    const isShared = this.#open?.change.subject === subject || this.findTicket(subject) !== undefined
    return isShared ? subject : undefined
  }
}
