/**
 * Writes the tables of lists and sums from the log. A record is durable before it is in the tables, which keeps
 * recording short; they are updated at the next idle moment or before the next query, whichever comes first.
 */
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import { transact, transactInSlices, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { LoggedRecord } from '../log/record.ts'
import { deriveOutcome } from '../state/ticket-outcome.ts'
import { toTicketState, type TicketState } from '../state/ticket-state.ts'
import { toFacets, type Facet, type FacetIds } from './facets.ts'
import { sumColumns, toLegRow, toTicketRow } from './ticket-row.ts'

/** Maximum records that one query waits for. */
const recordsPerTransaction = 5_000
/**
 * Records of each transaction: many, because each waits for the disk, but little work is lost when the program stops.
 */
const recordsInSlices = 2_000

const Ids = z.array(z.object({ ticket_id: z.number() }))
const SeqRow = z.object({ seq: z.number() })
const OldRow = z
  .object({ day: z.number(), placed_at: z.number(), list_facets: jsonColumn(z.array(z.number())) })
  .optional()

export class Projector {
  readonly #database: Database
  readonly #log: LedgerLog
  readonly #facets: FacetIds
  readonly #run: ReturnType<typeof prepareStatements>
  /** Number of the last record in the tables. */
  #seq: number

  constructor({ database, log, facets }: { database: Database; log: LedgerLog; facets: FacetIds }) {
    this.#database = database
    this.#log = log
    this.#facets = facets
    this.#run = prepareStatements(database)
    this.#seq = SeqRow.parse(this.#run.readSeq.get()).seq
  }

  /** Number of records that are not in the tables yet. */
  get lacking(): number {
    return this.#log.tail.records - this.#seq
  }

  /** Adds every missing record to the tables. Returns the tickets that changed. */
  catchUp(): number[] {
    const changed = new Set<number>()
    while (this.lacking > 0) for (const id of this.step(recordsPerTransaction)) changed.add(id)
    return [...changed]
  }

  /** True when more records are missing than one query can wait for. */
  get isFarBehind(): boolean {
    return this.lacking > recordsInSlices
  }

  /**
   * Catches up over many turns of the event loop; calls `onStep` after each transaction. When nothing can be written
   * now, the tables stay behind.
   */
  async catchUpInSlices(onStep = () => {}): Promise<void> {
    while (this.lacking > 0) {
      const seq = this.#seq
      try {
        await transactInSlices(this.#database, this.#stepByTicket(recordsInSlices))
        onStep()
      } catch (error) {
        this.#rollBackTo(seq)
        if (error instanceof Refusal) return
        throw error
      }
    }
  }

  /** Adds at most `records` more. Returns the tickets that changed. */
  step(records: number): number[] {
    const seq = this.#seq
    try {
      return transact(this.#database, () => [...this.#stepByTicket(records)])
    } catch (error) {
      this.#rollBackTo(seq)
      throw error
    }
  }

  /** As `step`, a ticket at a time, inside a transaction. When that is rolled back, `#rollBackTo` must follow. */
  *#stepByTicket(records: number): Generator<number, void> {
    const upTo = Math.min(this.#seq + records, this.#log.tail.records)
    for (const { ticket_id: id } of Ids.parse(this.#run.changed.all(this.#seq, upTo))) {
      this.#project(id, this.#log.ofTicket(id))
      yield id
    }
    this.#run.writeSeq.run(upTo)
    this.#seq = upTo
  }

  /** Resets the state after a rolled-back transaction: records after `seq` are missing again. */
  #rollBackTo(seq: number): void {
    this.#facets.clear()
    this.#seq = seq
  }

  #project(id: number, records: readonly LoggedRecord[]): void {
    // A ticket of the team that no change records.
    if (records.length === 0) return
    const state = toTicketState(id, records)
    const { facts } = state
    const outcome = deriveOutcome(state)
    const { sums, lists } = toFacets(state, outcome)
    const old = OldRow.parse(this.#run.old.get(id))
    if (old !== undefined) this.#run.addSums.run({ sign: -1, id })
    const row = toTicketRow(state, outcome)
    const listed = this.#toFacetIds(facts.isDemo, lists)
    this.#run.write.run({
      ...row,
      sum_facets: toJsonColumn(this.#toFacetIds(facts.isDemo, sums)),
      list_facets: toJsonColumn(listed),
    })
    for (const [place, leg] of state.legs.entries())
      this.#run.writeLeg.run({ ticket_id: id, place, ...toLegRow(leg) })
    // In a team, a correction may apply no more.
    if (
      this.#log.isShared ||
      records.some(({ record }) => record.kind === 'corrected' && record.legs !== undefined)
    )
      this.#rewriteLegs(state)
    this.#list(row, listed, old)
    this.#run.addSums.run({ sign: 1, id })
  }

  #toFacetIds(isDemo: boolean, facets: readonly Facet[]): number[] {
    return facets.map(facet => this.#facets.getOrAdd(isDemo, facet))
  }

  /** Rewrites the columns of legs that only a correction changes. */
  #rewriteLegs({ id, legs }: TicketState): void {
    for (const [place, { leg }] of legs.entries()) {
      const { name, market, grade } = leg
      this.#run.renameLeg.run({ ticket_id: id, place, name, market, grade })
    }
    this.#run.dropLegs.run(id, legs.length)
  }

  /** Lists the ticket under its new facets, and removes it from the old ones. */
  #list(
    { id, day, placed_at: placedAt }: { id: number; day: number; placed_at: number },
    listed: readonly number[],
    old: z.output<typeof OldRow>,
  ): void {
    const isMoved = old?.day !== day || old.placed_at !== placedAt
    const before = new Set(old?.list_facets)
    const now = new Set(listed)
    for (const facet of before) {
      if (old !== undefined && (isMoved || !now.has(facet)))
        this.#run.unlist.run(facet, old.day, old.placed_at, id)
    }
    for (const facet of now) if (isMoved || !before.has(facet)) this.#run.list.run(facet, day, placedAt, id)
  }
}

/** Columns of `tickets` that no record changes. */
const fixedColumns = ['id', 'uid', 'is_demo', 'profile_id']

function prepareStatements(database: Database) {
  const rows = database.prepare(`SELECT name FROM pragma_table_info('tickets')`).all()
  const columns = rows.map(row => String(row['name']))
  const changing = columns.filter(name => !fixedColumns.includes(name))
  return {
    readSeq: database.prepare('SELECT seq FROM projected'),
    writeSeq: database.prepare('UPDATE projected SET seq = ?'),
    changed: database.prepare(
      'SELECT DISTINCT ticket_id FROM log WHERE seq > ? AND seq <= ? AND ticket_id IS NOT NULL ORDER BY ticket_id',
    ),
    old: database.prepare('SELECT day, placed_at, list_facets FROM tickets WHERE id = ?'),
    write: database.prepare(
      `INSERT INTO tickets (${columns.join(', ')}) VALUES (${columns.map(name => `:${name}`).join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${changing.map(name => `${name} = excluded.${name}`).join(', ')}`,
    ),
    writeLeg: database.prepare(
      `INSERT INTO legs VALUES (:ticket_id, :place, :name, :market, :subject, :game, :league, :start_at, :grade,
         :result, :resulted_at, :game_key)
       ON CONFLICT DO UPDATE SET subject = excluded.subject, game = excluded.game, league = excluded.league,
         start_at = excluded.start_at, result = excluded.result, resulted_at = excluded.resulted_at,
         game_key = excluded.game_key`,
    ),
    /** After a correction; writes nothing to a leg that did not change. */
    renameLeg: database.prepare(
      `UPDATE legs SET name = :name, market = :market, grade = :grade
       WHERE ticket_id = :ticket_id AND place = :place AND (name, market, grade) IS NOT (:name, :market, :grade)`,
    ),
    dropLegs: database.prepare('DELETE FROM legs WHERE ticket_id = ? AND place >= ?'),
    list: database.prepare('INSERT INTO ticket_facets VALUES (?, ?, ?, ?)'),
    unlist: database.prepare(
      'DELETE FROM ticket_facets WHERE facet_id = ? AND day = ? AND placed_at = ? AND ticket_id = ?',
    ),
    /** Adds the ticket's row to the sums of its facets, or subtracts it with -1. */
    addSums: database.prepare(
      `INSERT INTO day_sums
       SELECT facet.value, s.currency, s.day, ${sumColumns.map(name => `:sign * s.${name}`).join(', ')}
       FROM ticket_sums AS s JOIN tickets AS t ON t.id = s.id, json_each(t.sum_facets) AS facet
       WHERE s.id = :id
       ON CONFLICT DO UPDATE SET ${sumColumns.map(name => `${name} = ${name} + excluded.${name}`).join(', ')}`,
    ),
  }
}
