/**
 * The log: appended in transactions, each record chained to the one before it, with its end written to the witness
 * after each commit. Entries of the journal go into a separate table in the same transaction, where they must balance.
 */
import { z } from 'zod'
import { findWriteProblem, transact, transactInSlices, type Database } from '../../storage/database.ts'
import { Refusal } from '../../../shared/failure.ts'
import { toStorageFailure } from '../../storage/storage-failure.ts'
import type { LogEnd, Witness } from '../../storage/witness.ts'
import { toBody, chainHash, toLogRows, toTicketRecord } from './parse-log.ts'
import type { EntryBody, LedgerRecord, LoggedRecord, TicketRecord } from './record.ts'

const prepareStatements = (database: Database) => ({
  append: database.prepare('INSERT INTO log VALUES (?, ?, ?, ?, ?, unhex(?))'),
  entry: database.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  ofTicket: database.prepare(
    'SELECT seq, at, ticket_id, kind, body FROM log WHERE ticket_id = ? AND seq <= ? ORDER BY seq',
  ),
  recorded: database.prepare(
    `SELECT ticket_id AS id FROM log
     WHERE ticket_id > :after AND seq <= :upTo AND kind = 'recorded' AND body ->> '$.facts.isDemo' = :isDemo
     ORDER BY ticket_id LIMIT :limit`,
  ),
})

const Ids = z.array(z.object({ id: z.number() }))

export interface LogOptions {
  readonly database: Database
  /** Undefined when the ledger can only be read. */
  readonly witness: Witness | undefined
  /** The end of the log when it was opened. */
  readonly tail: LogEnd
  /** The highest ticket id given out. */
  readonly lastTicketId: number
}

export class LedgerLog {
  readonly #database: Database
  readonly #witness: Witness | undefined
  readonly #run: ReturnType<typeof prepareStatements>
  #tail: LogEnd
  #lastTicketId: number
  #isWitnessed = true

  constructor({ database, witness, tail, lastTicketId }: LogOptions) {
    this.#database = database
    this.#witness = witness
    this.#run = prepareStatements(database)
    this.#tail = tail
    this.#lastTicketId = lastTicketId
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
        this.#assertWitness()
        return written
      })
      if (this.#tail !== tail || !this.#isWitnessed) this.#writeWitness()
      return result
    } catch (error) {
      this.#tail = tail
      this.#lastTicketId = lastTicketId
      throw error
    }
  }

  /** As `commit`, over many turns of the event loop. No other commit may run meanwhile. */
  async commitInSlices(steps: Iterator<unknown>): Promise<void> {
    const [tail, lastTicketId] = [this.#tail, this.#lastTicketId]
    try {
      this.#assertWitness()
      await transactInSlices(this.#database, steps)
    } catch (error) {
      this.#tail = tail
      this.#lastTicketId = lastTicketId
      throw error
    }
    this.#writeWitness()
  }

  append(at: number, ticketId: number | null, record: TicketRecord | LedgerRecord): number {
    const { kind } = record
    const seq = this.#tail.records + 1
    const body = toBody(record)
    const hash = chainHash(this.#tail.hash, { seq, at, ticket_id: ticketId, kind, body })
    this.#run.append.run(seq, at, ticketId, kind, body, hash)
    // Stryker disable next-line ConditionalExpression: for the type in part, an entry always has a ticket
    if (kind === 'entry' && ticketId !== null) this.#writeEntry(seq, ticketId, record)
    this.#tail = { ...this.#tail, records: seq, hash }
    return seq
  }

  /** All records of a ticket up to a place in the log, oldest first. */
  ofTicket(ticketId: number, upTo = this.#tail.records): LoggedRecord[] {
    return toLogRows(this.#run.ofTicket.all(ticketId, upTo)).map(toTicketRecord)
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
