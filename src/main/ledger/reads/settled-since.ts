/** What settled since a moment: by when the result was reached, whenever the bet was placed. */
import { z } from 'zod'
import type { SettledSum } from '../../../shared/model/ticket/ledger-report.ts'
import type { Database } from '../../storage/database.ts'

const SumRow = z.object({ tickets: z.number(), profitMinor: z.number() })

/** The same tickets, as a condition on `d`. */
export const endedSince = `d.ticket_id IN (
  SELECT id FROM tickets INDEXED BY tickets_settled
  WHERE is_demo = ? AND settled_at >= ? AND settled_at IS NOT NULL AND is_voided = 0)`

export class SettledSince {
  readonly #sum: ReturnType<Database['prepare']>

  constructor(database: Database) {
    this.#sum = database.prepare(
      `SELECT count(*) AS tickets, coalesce(sum(profit_minor), 0) AS profitMinor
       FROM tickets INDEXED BY tickets_settled
       WHERE is_demo = ? AND settled_at >= ? AND currency = ? AND is_voided = 0`,
    )
  }

  of(isDemo: boolean, { at, currency }: { at: number; currency: string }): SettledSum {
    return { currency, ...SumRow.parse(this.#sum.get(Number(isDemo), at, currency)) }
  }
}
