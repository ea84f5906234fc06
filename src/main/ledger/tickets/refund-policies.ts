/** The refund policy of each book, as last recorded. Each change is a record of the log; the newest applies. */
import { z } from 'zod'
import { defaultPolicy, RefundPolicy, type BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { Day } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import type { LedgerLog } from '../log/ledger-log.ts'

const StoredPolicy = z.object({
  bookId: z.string(),
  policy: RefundPolicy,
  source: z.string(),
  asOf: Day.nullable(),
  changedAt: z.number(),
})
export type StoredPolicy = Readonly<z.output<typeof StoredPolicy>>

const prepareStatements = (database: Database) => ({
  all: database.prepare(
    'SELECT book_id AS bookId, policy, source, as_of AS asOf, changed_at AS changedAt FROM policies',
  ),
  one: database.prepare('SELECT policy FROM policies WHERE book_id = ?'),
  write: database.prepare(
    `INSERT INTO policies VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET policy = excluded.policy,
     source = excluded.source, as_of = excluded.as_of, changed_at = excluded.changed_at`,
  ),
})

export class RefundPolicies {
  readonly #log: LedgerLog
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(database: Database, log: LedgerLog) {
    this.#log = log
    this.#run = prepareStatements(database)
  }

  get(bookId: string): RefundPolicy {
    const row = this.#run.one.get(bookId)
    return row === undefined ? defaultPolicy : RefundPolicy.parse(row['policy'])
  }

  all(): StoredPolicy[] {
    return StoredPolicy.array().parse(this.#run.all.all())
  }

  /** Records a policy. Only inside a commit. */
  write(at: number, { bookId, policy, source, asOf }: BookPolicy): void {
    this.#log.append(at, null, { kind: 'policy', bookId, policy, source, asOf })
    this.apply(at, { bookId, policy, source, asOf })
  }

  /** Applies a policy that is in the log. Only inside a commit. */
  apply(at: number, { bookId, policy, source, asOf }: BookPolicy): void {
    this.#run.write.run(bookId, policy, source, asOf, at)
  }
}
