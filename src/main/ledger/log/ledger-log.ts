/**
 * The log: appended in transactions, each record chained to the one before it, and witnessed after each commit. Entries
 * of the journal go into their own table in the same transaction, where they must balance.
 */
import { transact, transactInSlices, type Database } from '../../storage/database.ts'
import type { Testimony, Witness } from '../../storage/witness.ts'
import { bodyOf, chained, logRows, ticketRecordOf } from './parse-record.ts'
import type { EntryBody, LedgerRecord, Placed, TicketRecord } from './record.ts'

const statementsOf = (database: Database) => ({
  append: database.prepare('INSERT INTO log VALUES (?, ?, ?, ?, ?, unhex(?))'),
  entry: database.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  ofTicket: database.prepare(
    'SELECT seq, at, ticket_id, kind, body FROM log WHERE ticket_id = ? ORDER BY seq',
  ),
})

export interface LogOptions {
  readonly database: Database
  readonly witness: Witness
  /** Where the log ends as it was opened. */
  readonly tail: Testimony
  /** The highest ticket number given out. */
  readonly lastTicketId: number
}

export class LedgerLog {
  readonly #database: Database
  readonly #witness: Witness
  readonly #run: ReturnType<typeof statementsOf>
  #tail: Testimony
  #lastTicketId: number
  #isWitnessed = true

  constructor({ database, witness, tail, lastTicketId }: LogOptions) {
    this.#database = database
    this.#witness = witness
    this.#run = statementsOf(database)
    this.#tail = tail
    this.#lastTicketId = lastTicketId
  }

  get records(): number {
    return this.#tail.records
  }

  /** Where the log ends. */
  get tail(): Testimony {
    return this.#tail
  }

  get lastTicketId(): number {
    return this.#lastTicketId
  }

  /** False while the last commit could not be witnessed: it is safe in the database, but nothing would miss it. */
  get isWitnessed(): boolean {
    return this.#isWitnessed
  }

  nextTicketId(): number {
    return ++this.#lastTicketId
  }

  /** Whether a transaction is under way, of which further commits become a part. */
  get isCommitting(): boolean {
    return this.#database.isTransaction
  }

  /** Runs `act` in one durable transaction; `append` may be used only inside. Throws Refusal when nothing can be written. */
  commit<T>(act: () => T): T {
    if (this.isCommitting) return act()
    const [tail, lastTicketId] = [this.#tail, this.#lastTicketId]
    try {
      const result = transact(this.#database, act)
      if (this.#tail !== tail || !this.#isWitnessed) this.#testify()
      return result
    } catch (error) {
      this.#tail = tail
      this.#lastTicketId = lastTicketId
      throw error
    }
  }

  /** As `commit`, a slice of the event loop at a time. Nobody else may commit meanwhile. */
  async commitInSlices(steps: Iterator<unknown>): Promise<void> {
    const [tail, lastTicketId] = [this.#tail, this.#lastTicketId]
    try {
      await transactInSlices(this.#database, steps)
    } catch (error) {
      this.#tail = tail
      this.#lastTicketId = lastTicketId
      throw error
    }
    this.#testify()
  }

  append(at: number, ticketId: number | null, record: TicketRecord | LedgerRecord): number {
    const { kind } = record
    const seq = this.#tail.records + 1
    const body = bodyOf(record)
    const hash = chained(this.#tail.hash, { seq, at, ticket_id: ticketId, kind, body })
    this.#run.append.run(seq, at, ticketId, kind, body, hash)
    if (kind === 'entry' && ticketId !== null) this.#enter(seq, ticketId, record)
    this.#tail = { ...this.#tail, records: seq, hash }
    return seq
  }

  /** Everything that is recorded of a ticket, oldest first. */
  ofTicket(ticketId: number): Placed[] {
    return logRows(this.#run.ofTicket.all(ticketId)).map(ticketRecordOf)
  }

  /** The commit stands whether or not it can be witnessed; the next one tries again. */
  #testify(): void {
    try {
      this.#witness.write(this.#tail)
      this.#isWitnessed = true
    } catch {
      this.#isWitnessed = false
    }
  }

  #enter(seq: number, ticketId: number, { entry, currency, movement, reverses }: EntryBody): void {
    const { cashMinor, atRiskMinor, profitMinor } = movement
    this.#run.entry.run(seq, ticketId, entry, currency, cashMinor, atRiskMinor, profitMinor, reverses)
  }
}
