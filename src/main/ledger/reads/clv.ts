/** How the prices taken compare with the closing prices, as a distribution. */
import { z } from 'zod'
import type { LedgerFilter } from '../../../shared/model/ledger-filter.ts'
import type { ClvDistribution } from '../../../shared/model/ledger-report.ts'
import type { Database } from '../../storage/database.ts'
import { daysOf, type Matcher } from './matching.ts'
import type { Sums } from './sums.ts'

/** Two per cent a bucket, from -20% to +20%; what lies beyond is in the outer ones. */
const stepPpm = 20_000
const outermost = 10
const places = Array.from({ length: 2 * outermost + 2 }, (_, at) => at - outermost - 1)
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
    const wanted = this.#sums.inCurrency(isDemo, filter)
    const sums = this.#sums.of(isDemo, wanted)
    const counts = this.#counts(isDemo, wanted)
    return {
      currency: wanted.currency,
      buckets: places.map((place, at) => ({ ...boundsOf(place), tickets: counts.buckets[at] ?? 0 })),
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
    const buckets = places.map(() => 0)
    let beat = 0
    for (const { clv_ppm: ppm, tickets } of this.#values(isDemo, filter)) {
      const place = Math.min(outermost, Math.max(-outermost - 1, Math.floor(ppm / stepPpm)))
      buckets[place + outermost + 1] = (buckets[place + outermost + 1] ?? 0) + tickets
      if (ppm > 0) beat += tickets
    }
    return { buckets, beat }
  }

  #fromIndex(isDemo: boolean, { currency, fromDay, toDay }: Wanted): { buckets: number[]; beat: number } {
    const bounds = [...places.map(boundsPpm), [1, most]]
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

function boundsPpm(place: number): [number, number] {
  return [place < -outermost ? -most : place * stepPpm, place >= outermost ? most : (place + 1) * stepPpm]
}

function isPlain({ bookId, league, market, tag, result, text }: LedgerFilter): boolean {
  return [bookId, league, market, tag, result].every(each => each === null) && text.trim() === ''
}

function boundsOf(place: number): { from: number | null; to: number | null } {
  return {
    from: place < -outermost ? null : (place * stepPpm) / 1e6,
    to: place >= outermost ? null : ((place + 1) * stepPpm) / 1e6,
  }
}
