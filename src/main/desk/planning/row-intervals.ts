/** Stores the auto-refresh intervals that the user gave single rows, with their parlays. */
import { z } from 'zod'
import { AutoSeconds } from '../../../shared/model/settings/budget.ts'
import { transact, type Database } from '../../storage/database.ts'

interface RowIntervalsDeps {
  readonly database: Database
  readonly profileId: () => string
}

const Rows = z.array(z.object({ id: z.number(), seconds: AutoSeconds.nullable().catch(null) }))

export class RowIntervals {
  readonly #database: Database
  readonly #profileId: () => string
  readonly #read: ReturnType<Database['prepare']>
  readonly #write: ReturnType<Database['prepare']>

  constructor({ database, profileId }: RowIntervalsDeps) {
    this.#database = database
    this.#profileId = profileId
    this.#read = database.prepare(
      'SELECT id, auto_seconds AS seconds FROM parlays WHERE profile_id = ? AND auto_seconds IS NOT NULL',
    )
    this.#write = database.prepare('UPDATE parlays SET auto_seconds = ? WHERE id = ?')
  }

  /** By parlay of the profile in use, removed ones included. */
  read(): Map<number, AutoSeconds> {
    const rows = Rows.parse(this.#read.all(this.#profileId()))
    return new Map(rows.flatMap(({ id, seconds }) => (seconds === null ? [] : [[id, seconds]])))
  }

  /** Throws Refusal when the file cannot be written. */
  write(parlayId: number, seconds: AutoSeconds | null): void {
    transact(this.#database, () => this.#write.run(seconds, parlayId))
  }
}
