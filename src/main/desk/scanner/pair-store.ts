/** Pairs that were seen at books, in the desk's file. Each profile has its own: books of the demo are invented. */
import { z } from 'zod'
import type { SeenPair } from '../../../shared/value/pair-model.ts'
import { transact, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

const PairRow = z.object({
  pair: jsonColumn(
    z.object({
      bookId: z.string(),
      league: z.string(),
      markets: z.tuple([z.string(), z.string()]),
      relation: z.enum(['same', 'different']),
      sign: z.union([z.literal(1), z.literal(-1)]),
      fair: z.tuple([z.number().gt(0).lt(1), z.number().gt(0).lt(1)]),
      product: z.number().gt(1),
      decimal: z.number().gt(1).nullable(),
      hold: z.number().optional(),
    }),
  ),
})

/** Newest pairs that are read; earlier ones are removed. Learning from them takes about 20 ms. */
export const maxPairs = 2_000

const prepareStatements = (database: Database) => ({
  add: database.prepare('INSERT INTO seen_pairs (profile_id, at, pair) VALUES (?, ?, ?)'),
  newest: database.prepare('SELECT pair FROM seen_pairs WHERE profile_id = ? ORDER BY id DESC LIMIT ?'),
  prune: database.prepare(
    `DELETE FROM seen_pairs WHERE profile_id = ?1 AND id <= (
       SELECT id FROM seen_pairs WHERE profile_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2
     )`,
  ),
})

export class PairStore {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
  }

  /** The pairs of a profile, oldest first. Those that cannot be read are left out. */
  read(profileId: string): SeenPair[] {
    const rows = this.#run.newest.all(profileId, maxPairs).map(row => PairRow.safeParse(row))
    return rows.flatMap(({ data }) => data?.pair ?? []).toReversed()
  }

  add(profileId: string, at: number, pairs: readonly SeenPair[]): void {
    transact(this.#database, () => {
      for (const pair of pairs) this.#run.add.run(profileId, at, toJsonColumn(pair))
      this.#run.prune.run(profileId, maxPairs)
    })
  }
}
