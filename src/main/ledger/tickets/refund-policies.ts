/** The refund policy of each book, as last recorded. Each change is a record of the log; the newest applies. */
import { z } from 'zod'
import { defaultPolicy, RefundPolicy, type BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { Day } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { TicketWriter } from './ticket-writer.ts'

const Row = z.object({
  book_id: z.string(),
  policy: RefundPolicy,
  source: z.string(),
  as_of: Day.nullable(),
  changed_at: z.number(),
})
export type StoredPolicy = BookPolicy & { readonly changedAt: number }

export class RefundPolicies {
  readonly #log: LedgerLog
  readonly #write: ReturnType<Database['prepare']>
  #byBook: Map<string, StoredPolicy>

  constructor(database: Database, log: LedgerLog) {
    this.#log = log
    this.#write = database.prepare(
      `INSERT INTO policies VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET policy = excluded.policy,
       source = excluded.source, as_of = excluded.as_of, changed_at = excluded.changed_at`,
    )
    const rows = Row.array().parse(database.prepare('SELECT * FROM policies').all())
    this.#byBook = new Map(
      rows.map(row => {
        const { book_id: bookId, policy, source, as_of: asOf, changed_at: changedAt } = row
        return [bookId, { bookId, policy, source, asOf, changedAt }]
      }),
    )
  }

  get(bookId: string): RefundPolicy {
    return this.#byBook.get(bookId)?.policy ?? defaultPolicy
  }

  all(): StoredPolicy[] {
    return [...this.#byBook.values()]
  }

  /** Inside a commit; `set` makes it apply. */
  write(at: number, { bookId, policy, source, asOf }: BookPolicy): void {
    this.#log.append(at, null, { kind: 'policy', bookId, policy, source, asOf })
    this.#write.run(bookId, policy, source, asOf, at)
  }

  /** Applies from now on; undone by `reset` when the commit fails. */
  set(at: number, policy: BookPolicy): void {
    this.#byBook.set(policy.bookId, { ...policy, changedAt: at })
  }

  reset(policies: readonly StoredPolicy[]): void {
    this.#byBook = new Map(policies.map(policy => [policy.bookId, policy]))
  }
}

interface PolicyTarget {
  readonly policies: RefundPolicies
  readonly writer: TicketWriter
}

interface PolicyChange {
  readonly policy: BookPolicy
  readonly commit: (write: () => void) => void
}

/** Settles the book's tickets that are open or need review again, in the same transaction. */
export function savePolicy(
  { policies, writer }: PolicyTarget,
  at: number,
  { policy, commit }: PolicyChange,
): void {
  const ticketIds = writer.findOpenAt(policy.bookId)
  const before = policies.all()
  policies.set(at, policy)
  try {
    commit(() => {
      policies.write(at, policy)
      for (const ticketId of ticketIds) writer.judge(at, ticketId)
    })
  } catch (error) {
    policies.reset(before)
    throw error
  }
}
