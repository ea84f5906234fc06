/**
 * Brings the tables that are read in line with the log. A record is durable before they know of it, so recording stays
 * short; they follow at the next idle moment or before the next question, whichever comes first.
 */
import { z } from 'zod'
import { transact, type Database } from '../../storage/database.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { Placed } from '../log/record.ts'
import { standingOf } from '../state/ticket-outcome.ts'
import { ticketState, type TicketState } from '../state/ticket-state.ts'
import { facetsOf, type Facet } from './facets.ts'
import type { FacetIds } from './facet-ids.ts'
import { ticketStatements } from './ticket-statements.ts'
import { legRow, ticketRow } from './ticket-row.ts'

const recordsAtOnce = 5_000

const Ids = z.array(z.object({ ticket_id: z.number() }))
const SeqRow = z.object({ seq: z.number() })
const OldRow = z.object({ day: z.number(), placed_at: z.number(), list_facets: z.string() }).optional()
const FacetList = z.array(z.number())

const hasCorrectedLegs = ({ record }: Placed) => record.kind === 'corrected' && record.legs !== undefined

export class Projector {
  readonly #database: Database
  readonly #log: LedgerLog
  readonly #facets: FacetIds
  readonly #run: ReturnType<typeof ticketStatements>
  #seq: number

  constructor({ database, log, facets }: { database: Database; log: LedgerLog; facets: FacetIds }) {
    this.#database = database
    this.#log = log
    this.#facets = facets
    this.#run = ticketStatements(database)
    this.#seq = SeqRow.parse(this.#run.readSeq.get()).seq
  }

  get isCaughtUp(): boolean {
    return this.lacking === 0
  }

  /** How many records are not in the tables yet. */
  get lacking(): number {
    return this.#log.records - this.#seq
  }

  /** Takes in every record that is not in the tables yet. Answers the tickets that changed. */
  catchUp(): number[] {
    const changed = new Set<number>()
    while (!this.isCaughtUp) for (const id of this.step(recordsAtOnce)) changed.add(id)
    return [...changed]
  }

  /** Takes in the next records, no more than so many. Answers the tickets that changed. */
  step(records: number): number[] {
    const seq = this.#seq
    try {
      return transact(this.#database, () => [...this.taking(records)])
    } catch (error) {
      this.backTo(seq)
      throw error
    }
  }

  /** As `step`, a ticket at a time, inside a transaction. When that does not come to pass, `backTo` must follow. */
  *taking(records: number): Generator<number, void> {
    const upTo = Math.min(this.#seq + records, this.#log.records)
    for (const { ticket_id: id } of Ids.parse(this.#run.changed.all(this.#seq, upTo))) {
      this.#project(id, this.#log.ofTicket(id))
      yield id
    }
    this.#run.writeSeq.run(upTo)
    this.#seq = upTo
  }

  /** The last record taken in. */
  get seq(): number {
    return this.#seq
  }

  /** What was taken in after a record is not in the tables after all. */
  backTo(seq: number): void {
    this.#facets.forget()
    this.#seq = seq
  }

  #project(id: number, records: readonly Placed[]): void {
    const state = ticketState(id, records)
    const { facts } = state
    const standing = standingOf(state)
    const { sums, lists } = facetsOf(state, standing)
    const old = OldRow.parse(this.#run.old.get(id))
    if (old !== undefined) this.#run.addSums.run({ sign: -1, id })
    const row = ticketRow(state, standing)
    const listed = this.#numbers(facts.isDemo, lists)
    this.#run.write.run({
      ...row,
      sum_facets: JSON.stringify(this.#numbers(facts.isDemo, sums)),
      list_facets: JSON.stringify(listed),
    })
    this.#writeLegs(state)
    if (records.some(hasCorrectedLegs)) this.#rewriteLegs(state)
    this.#list(row, listed, old)
    this.#run.addSums.run({ sign: 1, id })
  }

  #numbers(isDemo: boolean, facets: readonly Facet[]): number[] {
    return facets.map(facet => this.#facets.give(isDemo, facet))
  }

  #writeLegs({ id, legs }: TicketState): void {
    legs.forEach((leg, place) => this.#run.writeLeg.run({ ticket_id: id, place, ...legRow(leg) }))
  }

  /** What of a leg's row is fixed but for a correction. */
  #rewriteLegs({ id, legs }: TicketState): void {
    for (const [place, { leg }] of legs.entries()) {
      const { name, market, grade } = leg
      this.#run.renameLeg.run({ ticket_id: id, place, name, market, grade })
    }
    this.#run.dropLegs.run(id, legs.length)
  }

  /** Moves the ticket from where it was listed to where it is. */
  #list(
    { id, day, placed_at: placedAt }: { id: number; day: number; placed_at: number },
    listed: readonly number[],
    old: z.output<typeof OldRow>,
  ): void {
    const isMoved = old?.day !== day || old.placed_at !== placedAt
    const before = new Set(old === undefined ? [] : FacetList.parse(JSON.parse(old.list_facets)))
    const now = new Set(listed)
    for (const facet of before) {
      if (old !== undefined && (isMoved || !now.has(facet)))
        this.#run.unlist.run(facet, old.day, old.placed_at, id)
    }
    for (const facet of now) if (isMoved || !before.has(facet)) this.#run.list.run(facet, day, placedAt, id)
  }
}
