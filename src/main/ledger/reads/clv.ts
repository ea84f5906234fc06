/** How the prices taken compare with the closing prices, as a distribution. */
import { z } from 'zod'
import type { LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import {
  type ClvDistribution,
  clvBounds,
  clvBoundsPpm,
  clvStepOf,
  clvSteps,
} from '../../../shared/model/ticket/ledger-report.ts'
import type { Database } from '../../storage/database.ts'
import { ofAnyStanding } from './asked.ts'
import { daysOf, type Matcher } from './matching.ts'
import type { Sums } from './sums.ts'

const Values = z.array(z.object({ clv_ppm: z.number(), tickets: z.number() }))
const Counts = z.array(z.object({ tickets: z.number() }))

type Wanted = LedgerFilter & { readonly currency: string }

export class ClvReport {
  readonly #database: Database
  readonly #matcher: Matcher
  readonly #sums: Sums

  constructor({ database, matcher, sums }: { database: Database; matcher: Matcher; sums: Sums }) {
    this.#database = database
    this.#matcher = matcher
    this.#sums = sums
  }

  of(isDemo: boolean, filter: LedgerFilter): ClvDistribution {
    const wanted = ofAnyStanding(this.#sums.inCurrency(isDemo, filter))
    const sums = this.#sums.of(isDemo, wanted)
    const counts = this.#counts(isDemo, wanted)
    return {
      currency: wanted.currency,
      buckets: clvSteps.map((step, at) => ({ step, ...clvBounds(step), tickets: counts.buckets[at] ?? 0 })),
      tickets: sums.clv_tickets,
      mean: sums.clv_tickets === 0 ? null : sums.clv_ppm / 1e6 / sums.clv_tickets,
      beat: sums.clv_tickets === 0 ? null : counts.beat / sums.clv_tickets,
      keptOut: sums.closed - sums.clv_tickets,
      withoutClose: sums.settled - sums.closed,
    }
  }

  /** Without a facet to look for, the index of the pool is counted through; else the tickets that match are. */
  #counts(isDemo: boolean, filter: Wanted): { buckets: number[]; beat: number } {
    if (isPlain(filter)) return this.#fromIndex(isDemo, filter)
    const buckets = clvSteps.map(() => 0)
    let beat = 0
    for (const { clv_ppm: ppm, tickets } of this.#values(isDemo, filter)) {
      const at = clvSteps.indexOf(clvStepOf(ppm))
      buckets[at] = (buckets[at] ?? 0) + tickets
      if (ppm > 0) beat += tickets
    }
    return { buckets, beat }
  }

  #fromIndex(isDemo: boolean, { currency, fromDay, toDay }: Wanted): { buckets: number[]; beat: number } {
    const bounds = [...clvSteps.map(boundsPpm), [1, most]]
    const rows = this.#database
      .prepare(
        `SELECT (SELECT count(*) FROM tickets INDEXED BY tickets_clv
           WHERE is_in_clv_pool = 1 AND is_demo = ? AND currency = ?
             AND clv_ppm >= b.value ->> 0 AND clv_ppm < b.value ->> 1 AND day BETWEEN ? AND ?) AS tickets
         FROM json_each(?) AS b ORDER BY b.key`,
      )
      .all(Number(isDemo), currency, ...daysOf({ fromDay, toDay }), JSON.stringify(bounds))
    const buckets = Counts.parse(rows).map(({ tickets }) => tickets)
    return { beat: buckets.pop() ?? 0, buckets }
  }

  #values(isDemo: boolean, filter: Wanted): z.output<typeof Values> {
    const matching = this.#matcher.whole(isDemo, filter)
    if (matching === undefined) return []
    const { from, where, values } = matching
    const rows = this.#database
      .prepare(
        `SELECT t.clv_ppm, count(*) AS tickets FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
         WHERE ${where} AND t.is_in_clv_pool = 1 GROUP BY 1`,
      )
      .all(...values)
    return Values.parse(rows)
  }
}

const most = Number.MAX_SAFE_INTEGER

function boundsPpm(step: number): [number, number] {
  const { from, to } = clvBoundsPpm(step)
  return [from ?? -most, to ?? most]
}

function isPlain({ bookId, league, market, tag, result, text, also }: LedgerFilter): boolean {
  const isOpen = [bookId, league, market, tag, result].every(each => each === null)
  return isOpen && also.length === 0 && text.trim() === ''
}
