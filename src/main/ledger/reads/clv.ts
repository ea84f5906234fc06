/** Counts tickets by closing line value: in each step of the chart, and those that beat the close. */
import { z } from 'zod'
import { clvSteps, toClvBoundsPpm, toClvStep } from '../../../shared/model/ticket/ledger-report.ts'
import type { Database } from '../../storage/database.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import { toDayRange, type ReadContext, type SumFilter, type TicketQuery } from './matching.ts'

const ValueRows = z.array(z.object({ clv_ppm: z.number(), tickets: z.number() }))
const CountRows = z.array(z.object({ tickets: z.number() }))

interface ClvCounts {
  /** By step, in the order of `clvSteps`. */
  readonly buckets: readonly number[]
  readonly beat: number
}

/** Counts all tickets of a currency and a period by the index of the pool. */
export function countAllClv(
  { database, isDemo }: ReadContext,
  { currency, fromDay, toDay }: SumFilter,
): ClvCounts {
  const bounds = [...clvSteps.map(boundsPpm), [1, maxPpm]]
  const rows = database
    .prepare(
      `SELECT (SELECT count(*) FROM tickets INDEXED BY tickets_clv
         WHERE is_in_clv_pool = 1 AND is_demo = ? AND currency = ?
           AND clv_ppm >= b.value ->> 0 AND clv_ppm < b.value ->> 1 AND day BETWEEN ? AND ?) AS tickets
       FROM json_each(?) AS b ORDER BY b.key`,
    )
    .all(Number(isDemo()), currency, ...toDayRange({ fromDay, toDay }), toJsonColumn(bounds))
  const buckets = CountRows.parse(rows).map(({ tickets }) => tickets)
  return { beat: buckets.pop() ?? 0, buckets }
}

/** Counts the matching tickets. */
export function countMatchingClv(database: Database, matching: TicketQuery | undefined): ClvCounts {
  const buckets = clvSteps.map(() => 0)
  let beat = 0
  if (matching === undefined) return { buckets, beat }
  const { from, where, values } = matching
  const rows = database
    .prepare(
      `SELECT t.clv_ppm, count(*) AS tickets FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
       WHERE ${where} AND t.is_in_clv_pool = 1 GROUP BY 1`,
    )
    .all(...values)
  for (const { clv_ppm: ppm, tickets } of ValueRows.parse(rows)) {
    const at = clvSteps.indexOf(toClvStep(ppm))
    buckets[at] = (buckets[at] ?? 0) + tickets
    if (ppm > 0) beat += tickets
  }
  return { buckets, beat }
}

const maxPpm = Number.MAX_SAFE_INTEGER

function boundsPpm(step: number): [number, number] {
  const { from, to } = toClvBoundsPpm(step)
  return [from ?? -maxPpm, to ?? maxPpm]
}
