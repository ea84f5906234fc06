/**
 * The log: appended in transactions, each record chained to the one before it, with its end written to the witness
 * after each commit. Entries of the journal go into a separate table in the same transaction, where they must balance.
 */
import { z } from 'zod'
import { findWriteProblem, transact, transactInSlices, type Database } from '../../storage/database.ts'
import { Refusal } from '../../../shared/failure.ts'
import { unknownSelf } from '../../../shared/model/team/member.ts'
import { toStorageFailure } from '../../storage/storage-failure.ts'
import type { LogEnd, Witness } from '../../storage/witness.ts'
import { Changes, type NewChange } from './changes.ts'
import { toBody, chainHash, toChangeRecord, toLogRows, toTicketRecord } from './parse-log.ts'
import type { ChangeRecord, EntryBody, LoggedRecord } from './record.ts'

/** Records of a team's changes count if their change is applied, in the order of the team's log. */
export const appliedInOrder = {
  from: `log AS l LEFT JOIN changes AS c
    ON c.first_seq = (SELECT max(first_seq) FROM changes WHERE first_seq <= l.seq) AND c.last_seq >= l.seq`,
  where: `(c.standing IS NULL OR c.standing = 'applied')`,
  order: 'ORDER BY c.place IS NULL, c.place, l.seq',
}

const prepareStatements = (database: Database) => ({
  append: database.prepare('INSERT INTO log VALUES (?, ?, ?, ?, ?, unhex(?))'),
  entry: database.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  ofTicket: database.prepare(
    'SELECT seq, at, ticket_id, kind, body FROM log WHERE ticket_id = ? AND seq <= ? ORDER BY seq',
  ),
  recorded: database.prepare(
    `SELECT DISTINCT ticket_id AS id FROM log
     WHERE ticket_id > :after AND seq <= :upTo AND kind = 'recorded' AND body ->> '$.facts.isDemo' = :isDemo
     ORDER BY ticket_id LIMIT :limit`,
  ),
})

const prepareShared = (database: Database) => ({
  ofTicket: database.prepare(
    `SELECT l.seq, l.at, l.ticket_id, l.kind, l.body FROM ${appliedInOrder.from}
     WHERE l.ticket_id = ? AND ${appliedInOrder.where} ${appliedInOrder.order}`,
  ),
  between: database.prepare(
    'SELECT seq, at, ticket_id, kind, body FROM log WHERE seq BETWEEN ? AND ? ORDER BY seq',
  ),
  entries: database.prepare('SELECT seq FROM entries WHERE ticket_id = ? ORDER BY seq DESC'),
  removeEntry: database.prepare('DELETE FROM entries WHERE seq = ?'),
})

/** True for a file that was ever shared by a team. Versions before the team have no table for it. */
export function hasChanges(database: Database): boolean {
  const table = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'changes'`)
  return table.get() !== undefined && database.prepare('SELECT 1 FROM changes LIMIT 1').get() !== undefined
}

const Ids = z.array(z.object({ id: z.number() }))
const Seqs = z.array(z.object({ seq: z.number() }))

export interface LogOptions {
  readonly database: Database
  /** Undefined when the ledger can only be read. */
  readonly witness: Witness | undefined
  /** The end of the log when it was opened. */
  readonly tail: LogEnd
  /** The highest ticket id given out. */
  readonly lastTicketId: number
  /** This desk in a team that shares the ledger; null without a team, and while the team's file cannot be read. */
  readonly member?: string | null
}

export class LedgerLog {
  readonly #database: Database
  readonly #witness: Witness | undefined
  readonly #run: ReturnType<typeof prepareStatements>
  #tail: LogEnd
  #lastTicketId: number
  #isWitnessed = true
  /** The changes of a team's ledger, for this desk to write; undefined without a team. */
  readonly changes: Changes | undefined
  /** Undefined if all records count, in the order of the log. */
  readonly #runShared: ReturnType<typeof prepareShared> | undefined

  constructor({ database, witness, tail, lastTicketId, member = null }: LogOptions) {
    this.#database = database
    this.#witness = witness
    this.#run = prepareStatements(database)
    this.#tail = tail
    this.#lastTicketId = lastTicketId
    // A desk whose copy of the team's log cannot be read does not know its member: what it writes is shared later.
    const author = member ?? (hasChanges(database) ? unknownSelf : null)
    this.changes = author === null ? undefined : new Changes(database, author)
    this.#runShared = author === null ? undefined : prepareShared(database)
  }

  /** True if records count by the standing and place of their change. */
  get isShared(): boolean {
    return this.#runShared !== undefined
  }

  get #shared() {
    if (this.#runShared === undefined) throw new Error('the ledger has no changes of a team')
    return this.#runShared
  }

  /** The end of the log. */
  get tail(): LogEnd {
    return this.#tail
  }

  get lastTicketId(): number {
    return this.#lastTicketId
  }

  /** False while the witness lacks the last commit: it is safe in the database, but its loss would not be noticed. */
  get isWitnessed(): boolean {
    return this.#isWitnessed
  }

  /** Sentence that says why nothing can be recorded now; undefined when recording is possible. */
  get writeProblem(): string | undefined {
    return findWriteProblem(this.#database) ?? this.#witness?.findProblem()
  }

  nextTicketId(): number {
    return ++this.#lastTicketId
  }

  /** True during a transaction; further commits become part of it. */
  get isCommitting(): boolean {
    return this.#database.isTransaction
  }

  /** Runs `write` in one durable transaction; `append` may be used only inside. Throws Refusal when nothing can be written. */
  commit<T>(write: () => T): T {
    if (this.isCommitting) return write()
    const [tail, lastTicketId] = [this.#tail, this.#lastTicketId]
    try {
      const result = transact(this.#database, () => {
        const written = write()
        this.changes?.close()
        this.#assertWitness()
        return written
      })
      if (this.#tail !== tail || !this.#isWitnessed) this.#writeWitness()
      return result
    } catch (error) {
      this.#rollBackTo(tail, lastTicketId)
      throw error
    }
  }

  /** As `commit`, over many turns of the event loop. No other commit may run meanwhile. */
  async commitInSlices(steps: Iterator<unknown>): Promise<void> {
    const [tail, lastTicketId] = [this.#tail, this.#lastTicketId]
    try {
      this.#assertWitness()
      await transactInSlices(this.#database, this.#endWithChange(steps))
    } catch (error) {
      this.#rollBackTo(tail, lastTicketId)
      throw error
    }
    this.#writeWitness()
  }

  *#endWithChange(steps: Iterator<unknown>): Generator<void, void> {
    while (steps.next().done !== true) yield
    this.changes?.close()
  }

  #rollBackTo(tail: LogEnd, lastTicketId: number): void {
    this.#tail = tail
    this.#lastTicketId = lastTicketId
    this.changes?.discard()
  }

  append(at: number, ticketId: number | null, record: ChangeRecord): number {
    const seq = this.#write(at, ticketId, record)
    // Stryker disable next-line ConditionalExpression: for the type in part, an entry always has a ticket
    if (record.kind === 'entry' && ticketId !== null) this.#writeEntry(seq, ticketId, record)
    this.changes?.add({ seq, ticketId, record })
    return seq
  }

  /** Appends a change of the team's log. Its entries count only once it is found to apply (`setEntries`). */
  appendChange(
    change: NewChange,
    ticketId: number | null,
    records: readonly Omit<LoggedRecord<ChangeRecord>, 'seq'>[],
  ): void {
    this.changes?.close()
    const firstSeq = this.#tail.records + 1
    for (const { at, record } of records) this.#write(at, ticketId, record)
    this.changes?.insert({ ...change, firstSeq, lastSeq: this.#tail.records })
  }

  #write(at: number, ticketId: number | null, record: ChangeRecord): number {
    const { kind } = record
    const seq = this.#tail.records + 1
    const body = toBody(record)
    const hash = chainHash(this.#tail.hash, { seq, at, ticket_id: ticketId, kind, body })
    this.#run.append.run(seq, at, ticketId, kind, body, hash)
    this.#tail = { ...this.#tail, records: seq, hash }
    return seq
  }

  /** Makes these, all of applied changes, the ticket's only entries. */
  setEntries(ticketId: number, entries: readonly LoggedRecord<EntryBody>[]): void {
    const applied = new Set(entries.map(({ seq }) => seq))
    const stored = Seqs.parse(this.#shared.entries.all(ticketId)).map(({ seq }) => seq)
    // A reversal comes after the entry that it reverses, and goes before it.
    for (const seq of stored) if (!applied.has(seq)) this.#shared.removeEntry.run(seq)
    const missing = entries.filter(({ seq }) => !stored.includes(seq)).toSorted((a, b) => a.seq - b.seq)
    for (const { seq, record } of missing) this.#writeEntry(seq, ticketId, record)
  }

  /**
   * All records of a ticket up to a place in the log, oldest first. Of a ticket that a team shares those that count, in
   * the order of the team's log, which does not follow from their places here.
   */
  ofTicket(ticketId: number, upTo = this.#tail.records): LoggedRecord[] {
    const rows = this.#runShared?.ofTicket.all(ticketId) ?? this.#run.ofTicket.all(ticketId, upTo)
    return toLogRows(rows).map(toTicketRecord)
  }

  /** The records of a change, whether it counts or not. */
  ofChange({ firstSeq, lastSeq }: { readonly firstSeq: number; readonly lastSeq: number }) {
    return toLogRows(this.#shared.between.all(firstSeq, lastSeq)).map(toChangeRecord)
  }

  /** The next tickets of the demo or of the user that were recorded up to a place in the log. */
  listTickets(range: { isDemo: boolean; after: number; upTo: number; limit: number }): number[] {
    const rows = this.#run.recorded.all({ ...range, isDemo: Number(range.isDemo) })
    return Ids.parse(rows).map(({ id }) => id)
  }

  /** Throws Refusal when the witness file was replaced by another. */
  #assertWitness(): void {
    const sentence = this.#witness?.findProblem()
    if (sentence !== undefined) throw new Refusal(toStorageFailure(sentence))
  }

  /** Failures are ignored: the commit counts, and the next one tries again. */
  #writeWitness(): void {
    try {
      this.#witness?.write(this.#tail)
      this.#isWitnessed = true
    } catch {
      this.#isWitnessed = false
    }
  }

  #writeEntry(seq: number, ticketId: number, { entry, currency, movement, reverses }: EntryBody): void {
    const { cashMinor, atRiskMinor, profitMinor } = movement
    this.#run.entry.run(seq, ticketId, entry, currency, cashMinor, atRiskMinor, profitMinor, reverses)
  }
}
