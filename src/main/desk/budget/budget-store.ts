/** Stores the state of each profile's call budget for the next start of the program, as one JSON text a profile. */
import { z } from 'zod'
import { transact, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

const StoredCalls = z.strictObject({
  /** Uptime of the machine when this was written, in ms: no user sets that clock. */
  uptimeMs: z.number(),
  /** Age in ms and count of the calls sent before that, at least a second apart. */
  sent: z.array(z.tuple([z.number(), z.number().int().positive()])),
  /** Calls that may have been sent after it was written. */
  reserved: z.number().int().min(0),
  learned: z.number().int().positive(),
  /** Epoch ms until which hosts asked not to be called. */
  pauses: z.array(z.strictObject({ host: z.string(), untilAt: z.number() })),
  /** Epoch ms until which no host may be called with the key. */
  pausedUntil: z.number().nullable(),
})
export type StoredCalls = Readonly<z.infer<typeof StoredCalls>>

const StoredRow = z.object({ state: jsonColumn(StoredCalls) })

export class BudgetStore {
  readonly #database: Database
  readonly #read: ReturnType<Database['prepare']>
  readonly #write: ReturnType<Database['prepare']>

  constructor(database: Database) {
    this.#database = database
    this.#read = database.prepare('SELECT state FROM call_budgets WHERE profile_id = ?')
    this.#write = database.prepare(
      'INSERT INTO call_budgets VALUES (?, ?) ON CONFLICT (profile_id) DO UPDATE SET state = excluded.state',
    )
  }

  /** Undefined for a profile that never called, or whose text cannot be understood. */
  read(profileId: string): StoredCalls | undefined {
    return StoredRow.safeParse(this.#read.get(profileId)).data?.state
  }

  /** Durable when it returns. Throws Refusal when nothing can be written. */
  write(profileId: string, state: StoredCalls): void {
    transact(this.#database, () => this.#write.run(profileId, toJsonColumn(state)))
  }
}
