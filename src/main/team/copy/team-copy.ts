/**
 * A desk's copy of its team's log, in `team.db`: every record that the server gave, checked before it is stored, and the
 * own ones that wait to be sent. It is the head that the server is held to after a restart.
 */
import { z } from 'zod'
import type { RecordKind } from '../../../shared/model/team/roles.ts'
import { transact, withoutSync, type Database } from '../../storage/database.ts'
import { LogChecker, type CheckedLog, type CheckedRecord } from '../log/log-checker.ts'
import type { LogFault } from '../log/log-fault.ts'
import { applyMember, readFounding, type Members } from '../log/membership.ts'
import type { WorkRecord } from '../market/instructions.ts'
import {
  emptyHead,
  maxBodyBytes,
  parseBody,
  signRecord,
  toDigest,
  type Author,
  type Body,
  type Head,
  type ServedRecord,
  type SignedRecord,
} from '../log/record.ts'

/** The team, and the member that this desk is. */
export interface TeamIdentity {
  readonly team: string
  readonly member: string
}

const HeadRow = z.object({ place: z.number(), hash: z.string() }).optional()
const HashRow = z.object({ hash: z.string() }).optional()
const LastRow = z.object({ member: z.string(), number: z.number(), digest: z.string() })
const BodyRow = z.object({ kind: z.string(), body: z.string() })
const WorkRow = BodyRow.extend({ member: z.string() })
const OutboxRow = z.object({
  number: z.number(),
  kind: z.string(),
  body: z.string(),
  signature: z.string(),
})
const ChangeRow = z.object({ place: z.number(), member: z.string(), body: z.string() })
const RecordRow = OutboxRow.extend({ place: z.number(), member: z.string() })
const DigestRow = z.object({ number: z.number(), digest: z.string() }).optional()

const prepareStatements = (database: Database) => ({
  head: database.prepare('SELECT place, hash FROM records ORDER BY place DESC LIMIT 1'),
  hashAt: database.prepare('SELECT hash FROM records WHERE place = ?'),
  last: database.prepare(
    'SELECT member, max(number) AS number, digest FROM records WHERE member IS NOT NULL GROUP BY member',
  ),
  ofMembers: database.prepare(
    `SELECT kind, body FROM records WHERE kind <> 'change' AND kind IN ('founded', 'member') ORDER BY place`,
  ),
  hasHidden: database.prepare('SELECT 1 FROM records WHERE member IS NULL LIMIT 1'),
  add: database.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  lastInOutbox: database.prepare('SELECT number, digest FROM outbox ORDER BY number DESC LIMIT 1'),
  inOutbox: database.prepare('SELECT number, digest FROM outbox WHERE number = ?'),
  enqueue: database.prepare('INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?)'),
  unsent: database.prepare('SELECT * FROM outbox WHERE number > ? ORDER BY number LIMIT ?'),
  isQueued: database.prepare('SELECT number, digest FROM outbox WHERE change_uid = ?'),
  empty: database.prepare('DELETE FROM outbox'),
  after: database.prepare('SELECT * FROM records WHERE place > ? ORDER BY place LIMIT ?'),
  changesAfter: database.prepare(
    `SELECT place, member, kind, body FROM records WHERE kind = 'change' AND place > ? ORDER BY place LIMIT ?`,
  ),
  lastOfKind: database.prepare(
    "SELECT kind, body FROM records WHERE kind = ? AND kind <> 'change' ORDER BY place DESC LIMIT 1",
  ),
  work: database.prepare(
    `SELECT member, kind, body FROM records WHERE kind <> 'change' AND kind IN ('instruction', 'reply', 'statement') ORDER BY place`,
  ),
  unsentWork: database.prepare(
    `SELECT kind, body FROM outbox WHERE number > ? AND kind IN ('instruction', 'reply', 'statement') ORDER BY number`,
  ),
  unsentMembers: database.prepare(
    "SELECT kind, body FROM outbox WHERE number > ? AND kind = 'member' ORDER BY number",
  ),
  countOthers: database.prepare(
    "SELECT count(*) AS number, '' AS digest FROM outbox WHERE number > ? AND change_uid IS NULL",
  ),
  countUnsent: database.prepare("SELECT count(*) AS number, '' AS digest FROM outbox WHERE number > ?"),
})

/** Another computer signed another record with the number of an own one: two write as one member. */
export class TwoWriters extends Error {
  override readonly name = 'TwoWriters'
}

/** A record that no server takes. */
export class RecordTooLarge extends Error {
  override readonly name = 'RecordTooLarge'
  readonly kilobytes: number
  readonly changeUid: string | null
  constructor(bytes: number, changeUid: string | null) {
    super(`${bytes} bytes`)
    this.kilobytes = Math.ceil(bytes / 1_024)
    this.changeUid = changeUid
  }
}

/** Records that were stored, and the fault at which the rest was refused. */
export interface TakenRecords {
  readonly records: readonly CheckedRecord[]
  readonly fault: LogFault | undefined
}

/** 16 MB: a new desk writes hundreds of pages of a megabyte, each with a commit, and need not move each into the file. */
const pagesPerCheckpoint = 2_000

export class TeamCopy {
  readonly #database: Database
  readonly #identity: TeamIdentity
  readonly #run: ReturnType<typeof prepareStatements>
  #checker: LogChecker
  #isAlone = false

  constructor(database: Database, identity: TeamIdentity) {
    this.#database = database
    this.#identity = identity
    database.exec(`PRAGMA wal_autocheckpoint = ${pagesPerCheckpoint}`)
    this.#run = prepareStatements(database)
    this.#checker = this.#openChecker()
  }

  /** The state after all stored records. */
  get state(): CheckedLog {
    return this.#checker.state
  }

  get team(): string {
    return this.#identity.team
  }

  get head(): Head {
    return this.#checker.state.head
  }

  /**
   * The members after the own records that wait, too: a desk that an owner removes here must not keep that record from
   * being sent.
   */
  get membersToCome(): Members {
    let { members } = this.state
    for (const { body: text } of BodyRow.array().parse(this.#run.unsentMembers.all(this.#lastPlaced()))) {
      const body = parseBody(text)
      members = (body && applyMember(members, body)) ?? members
    }
    return members
  }

  /**
   * From now on no other computer may write as this desk. Before, a record that is not in the outbox was written before
   * the copy was put back from a backup, or by a desk that had this key at another time.
   */
  expectNoOther(isAlone: boolean): void {
    this.#isAlone = isAlone
  }

  /** Running hash at a stored place. */
  readonly hashAt = (place: number): string | undefined => HashRow.parse(this.#run.hashAt.get(place))?.hash

  /**
   * Checks the next records of the server and stores those before the first fault, in one transaction. Throws TwoWriters,
   * and Refusal when nothing can be written; nothing is stored then. `isSynced`: they are on the disk when this returns,
   * with all before; else a power failure may take the last ones, which the server has.
   */
  take(
    page: readonly ServedRecord[],
    { isSynced = true }: { readonly isSynced?: boolean } = {},
  ): TakenRecords {
    const { checked, fault } = this.#checker.checkAll(page)
    const store = () =>
      transact(this.#database, () => {
        for (const served of page.slice(0, checked.length)) this.#store(served)
      })
    try {
      if (isSynced || fault !== undefined) store()
      else withoutSync(this.#database, store)
    } catch (error) {
      this.#checker = this.#openChecker()
      throw error
    }
    return { records: checked, fault }
  }

  /**
   * Signs the next own record and stores it to be sent. `changeUid`: the change of the ledger that it shares; one that is
   * there already is not signed again. Throws Refusal when nothing can be written, NotCanonical, and RecordTooLarge.
   */
  enqueue(author: Author, kind: RecordKind, record: NewRecord): void {
    this.enqueueAll(author, kind, [record])
  }

  /** As `enqueue`, all or none. */
  enqueueAll(author: Author, kind: RecordKind, records: readonly NewRecord[]): void {
    const { team } = this.#identity
    let { number, digest: prior } = this.#lastOwn()
    transact(this.#database, () => {
      for (const { payload, at, changeUid = null } of records) {
        const record = signRecord(author, {
          number: ++number,
          kind,
          team,
          prior,
          seen: this.head,
          at,
          payload,
        })
        const bytes = Buffer.byteLength(record.body)
        if (bytes > maxBodyBytes) throw new RecordTooLarge(bytes, changeUid)
        prior = this.#enqueueSigned(record, changeUid)
      }
    })
  }

  /** Stores the record that founds the team, which its author signed before there was one. */
  enqueueFounding(record: SignedRecord): void {
    this.#enqueueSigned(record, null)
  }

  isQueued(changeUid: string): boolean {
    return this.#run.isQueued.get(changeUid) !== undefined
  }

  /** Forgets what waits to be sent: it is signed by a key that the desk no longer has. */
  emptyOutbox(): void {
    this.#run.empty.run()
  }

  /** Changes of the ledger after a place, in order. The payload is null if its author wrote it wrongly. */
  changesAfter(
    place: number,
    limit: number,
  ): { place: number; member: string; at: number; payload: unknown }[] {
    return ChangeRow.array()
      .parse(this.#run.changesAfter.all(place, limit))
      .map(({ body: text, ...row }) => {
        const body = parseBody(text)
        return { ...row, at: body?.at ?? 0, payload: body?.payload ?? null }
      })
  }

  /** Records after a place, in order, as their authors signed them; a member that may not read all has none. */
  recordsAfter(place: number, limit: number): (SignedRecord & { readonly place: number })[] {
    return RecordRow.array().parse(this.#run.after.all(place, limit))
  }

  /** Body of the last record of a kind. */
  lastOfKind(kind: RecordKind): Body | undefined {
    const row = BodyRow.optional().parse(this.#run.lastOfKind.get(kind))
    return row && parseBody(row.body)
  }

  /** Key of a member that is in; undefined for any other. */
  publicKeyOf(member: string): string | undefined {
    const found = this.state.members.get(member)
    return found?.isRemoved === false ? found.publicKey : undefined
  }

  /** Instructions, replies and statements in the order of the log; own ones that wait to be sent come last. */
  workRecords(): WorkRecord[] {
    const { member } = this.#identity
    const waiting = BodyRow.array().parse(this.#run.unsentWork.all(this.#lastPlaced()))
    const rows = [
      ...WorkRow.array()
        .parse(this.#run.work.all())
        .map(row => ({ ...row, isShared: true })),
      ...waiting.map(row => ({ ...row, member, isShared: false })),
    ]
    return rows.flatMap(({ body: text, ...row }) => {
      const body = parseBody(text)
      return body === undefined ? [] : [{ ...row, at: body.at, payload: body.payload }]
    })
  }

  /** Own records that have no place yet, oldest first, after a number. */
  unsent(limit: number, after = 0): SignedRecord[] {
    const { member } = this.#identity
    const rows = OutboxRow.array().parse(this.#run.unsent.all(Math.max(after, this.#lastPlaced()), limit))
    return rows.map(({ number, kind, body, signature }) => ({ member, number, kind, body, signature }))
  }

  countUnsent(): number {
    return DigestRow.parse(this.#run.countUnsent.get(this.#lastPlaced()))?.number ?? 0
  }

  /** Returns its digest. */
  #enqueueSigned(record: SignedRecord, changeUid: string | null): string {
    const { number, kind, body, signature } = record
    const digest = toDigest(record)
    this.#run.enqueue.run(number, kind, body, signature, digest, changeUid)
    return digest
  }

  /** As `countUnsent`, without changes of the ledger. */
  countUnsentOthers(): number {
    return DigestRow.parse(this.#run.countOthers.get(this.#lastPlaced()))?.number ?? 0
  }

  /** Number of the last own record that has a place. */
  #lastPlaced(): number {
    return this.state.last.get(this.#identity.member)?.number ?? 0
  }

  #lastOwn(): { readonly number: number; readonly digest: string | null } {
    const placed = this.state.last.get(this.#identity.member) ?? { number: 0, digest: null }
    const queued = DigestRow.parse(this.#run.lastInOutbox.get())
    return queued !== undefined && queued.number > placed.number ? queued : placed
  }

  #store({ place, digest, hash, content }: ServedRecord): void {
    if (content?.member === this.#identity.member) this.#assertOwn(content.number, digest)
    const { member, number, kind, body, signature } = content ?? noContent
    this.#run.add.run(place, digest, hash, member, number, kind, body, signature)
  }

  #assertOwn(number: number, digest: string): void {
    const queued = DigestRow.parse(this.#run.inOutbox.get(number))
    if (queued === undefined ? this.#isAlone : queued.digest !== digest)
      throw new TwoWriters(`own record ${number} is another one on the server`)
  }

  #openChecker(): LogChecker {
    const { team } = this.#identity
    return new LogChecker({ team, hashAt: place => this.hashAt(place), from: this.#readState() })
  }

  #readState(): CheckedLog {
    const last = LastRow.array()
      .parse(this.#run.last.all())
      .map(({ member, number, digest }) => [member, { number, digest }] as const)
    return {
      head: HeadRow.parse(this.#run.head.get()) ?? emptyHead,
      members: this.#readMembers(),
      last: new Map(last),
      isPartial: this.#run.hasHidden.get() !== undefined,
    }
  }

  #readMembers(): Members {
    let members: Members = new Map()
    for (const { kind, body: text } of BodyRow.array().parse(this.#run.ofMembers.all())) {
      const body = parseBody(text)
      if (body === undefined) continue
      const owner = kind === 'founded' ? readFounding(body)?.owner : undefined
      members = (owner ? new Map([[owner.member, owner]]) : applyMember(members, body)) ?? members
    }
    return members
  }
}

export interface NewRecord {
  readonly payload: unknown
  /** Epoch ms. */
  readonly at: number
  readonly changeUid?: string | null
}

const noContent = { member: null, number: null, kind: null, body: null, signature: null }
