/** Closing line value of the tickets, as a distribution. */
import { z } from 'zod'
import type { LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import {
  type ClvDistribution,
  toClvBounds,
  toClvBoundsPpm,
  toClvStep,
  clvSteps,
} from '../../../shared/model/ticket/ledger-report.ts'
import type { Database } from '../../storage/database.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import { withoutSettledFigure, toDayRange, type Matcher } from './matching.ts'
import type { Sums } from './sums.ts'

const ValueRows = z.array(z.object({ clv_ppm: z.number(), tickets: z.number() }))
const CountRows = z.array(z.object({ tickets: z.number() }))

type CurrencyFilter = LedgerFilter & { readonly currency: string }

export class ClvReport {
  readonly #database: Database
  readonly #matcher: Matcher
  readonly #sums: Sums

  constructor({ database, matcher, sums }: { database: Database; matcher: Matcher; sums: Sums }) {
    this.#database = database
    this.#matcher = matcher
    this.#sums = sums
  }

  read(isDemo: boolean, filter: LedgerFilter): ClvDistribution {
    const narrowed = withoutSettledFigure(this.#sums.inCurrency(isDemo, filter))
    const sums = this.#sums.sum(isDemo, narrowed)
    const counts = this.#counts(isDemo, narrowed)
    return {
      currency: narrowed.currency,
      buckets: clvSteps.map((step, at) => ({ step, ...toClvBounds(step), tickets: counts.buckets[at] ?? 0 })),
      tickets: sums.clv_tickets,
      mean: sums.clv_tickets === 0 ? null : sums.clv_ppm / 1e6 / sums.clv_tickets,
      beat: sums.clv_tickets === 0 ? null : counts.beat / sums.clv_tickets,
      keptOut: sums.closed - sums.clv_tickets,
      withoutClose: sums.settled - sums.closed,
    }
  }

  /** Without a facet the index of the pool is counted; else the matching tickets are. */
  #counts(isDemo: boolean, filter: CurrencyFilter): { buckets: number[]; beat: number } {
    if (isUnfiltered(filter)) return this.#countFromIndex(isDemo, filter)
    const buckets = clvSteps.map(() => 0)
    let beat = 0
    for (const { clv_ppm: ppm, tickets } of this.#readValues(isDemo, filter)) {
      const at = clvSteps.indexOf(toClvStep(ppm))
      buckets[at] = (buckets[at] ?? 0) + tickets
      if (ppm > 0) beat += tickets
    }
    return { buckets, beat }
  }

  #countFromIndex(
    isDemo: boolean,
    { currency, fromDay, toDay }: CurrencyFilter,
  ): { buckets: number[]; beat: number } {
    const bounds = [...clvSteps.map(boundsPpm), [1, maxPpm]]
    const rows = this.#database
      .prepare(
        `SELECT (SELECT count(*) FROM tickets INDEXED BY tickets_clv
           WHERE is_in_clv_pool = 1 AND is_demo = ? AND currency = ?
             AND clv_ppm >= b.value ->> 0 AND clv_ppm < b.value ->> 1 AND day BETWEEN ? AND ?) AS tickets
         FROM json_each(?) AS b ORDER BY b.key`,
      )
      .all(Number(isDemo), currency, ...toDayRange({ fromDay, toDay }), toJsonColumn(bounds))
    const buckets = CountRows.parse(rows).map(({ tickets }) => tickets)
    return { beat: buckets.pop() ?? 0, buckets }
  }

  #readValues(isDemo: boolean, filter: CurrencyFilter): z.output<typeof ValueRows> {
    const matching = this.#matcher.matchAll(isDemo, filter)
    if (matching === undefined) return []
    const { from, where, values } = matching
    const rows = this.#database
      .prepare(
        `SELECT t.clv_ppm, count(*) AS tickets FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
         WHERE ${where} AND t.is_in_clv_pool = 1 GROUP BY 1`,
      )
      .all(...values)
    return ValueRows.parse(rows)
  }
}

const maxPpm = Number.MAX_SAFE_INTEGER

function boundsPpm(step: number): [number, number] {
  const { from, to } = toClvBoundsPpm(step)
  return [from ?? -maxPpm, to ?? maxPpm]
}

function isUnfiltered({ bookId, league, market, tag, result, text, also }: LedgerFilter): boolean {
  const isOpen = [bookId, league, market, tag, result].every(each => each === null)
  return isOpen && also.length === 0 && text.trim() === ''
}
