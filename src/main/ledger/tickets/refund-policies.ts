/** What each book does with refunds, as last recorded. Each change is a record of the log; the newest counts. */
import { z } from 'zod'
import { defaultPolicy, RefundPolicy, type BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { Day } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { TicketFinder } from './ticket-finder.ts'
import type { TicketWriter } from './ticket-writer.ts'

const Row = z.object({
  book_id: z.string(),
  policy: RefundPolicy,
  source: z.string(),
  as_of: Day.nullable(),
  changed_at: z.number(),
})
export type KeptPolicy = BookPolicy & { readonly changedAt: number }

export class Policies {
  readonly #log: LedgerLog
  readonly #write: ReturnType<Database['prepare']>
  #byBook: Map<string, KeptPolicy>

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

  of(bookId: string): RefundPolicy {
    return this.#byBook.get(bookId)?.policy ?? defaultPolicy
  }

  all(): KeptPolicy[] {
    return [...this.#byBook.values()]
  }

  /** Inside a commit. */
  write(at: number, { bookId, policy, source, asOf }: BookPolicy): void {
    this.#log.append(at, null, { kind: 'policy', bookId, policy, source, asOf })
    this.#write.run(bookId, policy, source, asOf, at)
  }

  /** What counts from now on; taken back by `reset` when it could not be written. */
  keep(at: number, policy: BookPolicy): void {
    this.#byBook.set(policy.bookId, { ...policy, changedAt: at })
  }

  reset(policies: readonly KeptPolicy[]): void {
    this.#byBook = new Map(policies.map(policy => [policy.bookId, policy]))
  }
}

interface Judging {
  readonly policies: Policies
  readonly finder: TicketFinder
}

interface PolicyKept {
  readonly policy: BookPolicy
  readonly commit: (act: (core: { readonly writer: TicketWriter }) => void) => void
}

/** Tickets of the book that are open or wait for review are judged anew, in the same transaction. */
export function keepPolicy({ policies, finder }: Judging, at: number, { policy, commit }: PolicyKept): void {
  const tickets = finder.openAt(policy.bookId)
  const before = policies.all()
  policies.keep(at, policy)
  try {
    commit(({ writer }) => {
      policies.write(at, policy)
      for (const ticketId of tickets) writer.judge(at, ticketId)
    })
  } catch (error) {
    policies.reset(before)
    throw error
  }
}
