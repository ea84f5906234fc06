/** The last partition of each parlay and book, and the holds seen on complete ones, in the desk's file. */
import { z } from 'zod'
import { type BookFair, FairOutcome, FairResult } from '../../../shared/model/price/fair.ts'
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import { QuotedPrice } from '../../../shared/model/price/quote.ts'
import { transact, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

const FairRow = z.object({
  bookId: z.string(),
  at: z.number(),
  isUsed: z.number().transform(value => value === 1),
  madeFrom: jsonColumn(QuotedPrice).nullable(),
  result: jsonColumn(FairResult),
})
const OutcomesRow = z.object({ outcomes: jsonColumn(z.array(FairOutcome)) })
const HoldRow = z.object({ hold: z.number() })

const prepareStatements = (database: Database) => ({
  ofParlay: database.prepare(
    // The first outcome is the parlay's own.
    `SELECT book_id AS bookId, at, is_used AS isUsed, result,
       json_extract(outcomes, '$[0].last.outcome.price') AS madeFrom
     FROM partitions WHERE parlay_id = ? ORDER BY book_id`,
  ),
  outcomes: database.prepare('SELECT outcomes FROM partitions WHERE parlay_id = ? AND book_id = ?'),
  put: database.prepare(
    `INSERT INTO partitions (parlay_id, book_id, at, outcomes, result) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (parlay_id, book_id) DO UPDATE SET
       at = excluded.at, outcomes = excluded.outcomes, result = excluded.result`,
  ),
  setUsed: database.prepare('UPDATE partitions SET is_used = ? WHERE parlay_id = ? AND book_id = ?'),
  hold: database.prepare(
    'SELECT hold FROM partition_holds WHERE profile_id = ? AND book_id = ? AND legs = ?',
  ),
  addHold: database.prepare(
    `INSERT INTO partition_holds VALUES (?, ?, ?, ?)
     ON CONFLICT (profile_id, book_id, legs) DO UPDATE SET hold = max(hold, excluded.hold)`,
  ),
})

/** Books and numbers of legs that holds are kept for. */
export interface HoldClass {
  readonly profileId: string
  readonly bookId: string
  readonly legs: number
}

export class FairStore {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>
  /** By parlay; rows of the desk compare these lists by identity. */
  readonly #fairs = new Map<number, readonly BookFair[]>()

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
  }

  /** The last results of a parlay, by the id of their books. Those that cannot be read are left out. */
  ofParlay(parlayId: number): readonly BookFair[] {
    const known = this.#fairs.get(parlayId)
    if (known !== undefined) return known
    const fairs = this.#read(parlayId)
    this.#fairs.set(parlayId, fairs)
    return fairs
  }

  #read(parlayId: number): readonly BookFair[] {
    try {
      const rows = this.#run.ofParlay.all(parlayId).map(row => FairRow.safeParse(row))
      return rows.flatMap(({ data }) => data ?? [])
    } catch {
      return []
    }
  }

  /** The outcomes of the last partition with their quotes; empty without one. */
  outcomes({ parlayId, bookId }: CellAddress): readonly FairOutcome[] {
    const { data } = OutcomesRow.safeParse(this.#run.outcomes.get(parlayId, bookId))
    return data?.outcomes ?? []
  }

  /** Replaces the last partition of a cell. The user's choice to use it stays. */
  put(
    { parlayId, bookId }: CellAddress,
    { at, outcomes, result }: Pick<BookFair, 'at' | 'result'> & { outcomes: readonly FairOutcome[] },
  ): void {
    transact(this.#database, () =>
      this.#run.put.run(parlayId, bookId, at, toJsonColumn(outcomes), toJsonColumn(result)),
    )
    this.#fairs.delete(parlayId)
  }

  setUsed({ parlayId, bookId }: CellAddress, isUsed: boolean): void {
    transact(this.#database, () => this.#run.setUsed.run(Number(isUsed), parlayId, bookId))
    this.#fairs.delete(parlayId)
  }

  /** Largest hold seen on complete partitions; undefined when there was none. */
  maxHold({ profileId, bookId, legs }: HoldClass): number | undefined {
    return HoldRow.optional().parse(this.#run.hold.get(profileId, bookId, legs))?.hold
  }

  addHold({ profileId, bookId, legs }: HoldClass, hold: number): void {
    transact(this.#database, () => this.#run.addHold.run(profileId, bookId, legs, hold))
  }
}
