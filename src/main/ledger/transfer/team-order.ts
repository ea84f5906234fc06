/** Order of a team's records, and those of them that count, read from the ledger's file alone. */
import { z } from 'zod'
import type { Database } from '../../storage/database.ts'
import { resultCode } from '../../storage/storage-failure.ts'

const ChangeRows = z.array(
  z.object({
    first: z.number(),
    last: z.number(),
    place: z.number().nullable(),
    isApplied: z.number(),
  }),
)
type ChangeRow = z.output<typeof ChangeRows>[number]

const selectChanges = `SELECT first_seq AS first, last_seq AS last, place, standing = 'applied' AS isApplied
  FROM changes ORDER BY first_seq`

export class TeamOrder {
  readonly #changes: readonly ChangeRow[]

  /** A file without a team, or whose changes cannot be read, has the order of its log. */
  constructor(database: Database) {
    this.#changes = readChanges(database)
  }

  counts(seq: number): boolean {
    return this.#findChange(seq)?.isApplied !== 0
  }

  readonly compare = (a: number, b: number): number => {
    const [first, second] = [this.#placeOf(a), this.#placeOf(b)]
    return first === second ? a - b : first - second
  }

  #placeOf(seq: number): number {
    return this.#findChange(seq)?.place ?? Number.MAX_SAFE_INTEGER
  }

  #findChange(seq: number): ChangeRow | undefined {
    let [from, to] = [0, this.#changes.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#changes[middle]?.first ?? 0) > seq) to = middle
      else from = middle + 1
    }
    const found = this.#changes[from - 1]
    return found !== undefined && seq <= found.last ? found : undefined
  }
}

function readChanges(database: Database): readonly ChangeRow[] {
  try {
    const table = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'changes'`)
    return table.get() === undefined ? [] : ChangeRows.parse(database.prepare(selectChanges).all())
  } catch (error) {
    if (resultCode(error) === undefined) throw error
    return []
  }
}
