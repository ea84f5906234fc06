/**
 * Sums and charts. A question about all tickets or one facet is answered from the sums kept by day; any other is summed
 * over the matching tickets.
 */
import { z } from 'zod'
import { allTickets, type LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import type {
  BankrollCurve,
  LedgerTotals,
  ProfitReport,
  ReportKind,
  SettledSum,
} from '../../../shared/model/ticket/ledger-report.ts'
import type { Database } from '../../storage/database.ts'
import type { FacetIds } from '../projection/facets.ts'
import { sumColumns, toDayText } from '../projection/ticket-row.ts'
import { toDayRange, withoutSettledFigure, type Matcher } from './matching.ts'

interface Source {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const selectSums = (names: readonly string[]) =>
  names.map(name => `coalesce(sum(${name}), 0) AS ${name}`).join(', ')
const groupColumns = ['settled', 'won', 'staked', 'profit']
const curveColumns = ['settled', 'profit', 'clv_tickets', 'expected', 'variance']
const Count = z.number()
const SumRow = z.object({
  tickets: Count,
  open: Count,
  open_own: Count,
  open_potential: Count,
  settled: Count,
  won: Count,
  lost: Count,
  staked: Count,
  profit: Count,
  closed: Count,
  clv_tickets: Count,
  clv_ppm: Count,
  expected: Count,
  variance: Count,
  review: Count,
})
type SumRow = z.output<typeof SumRow>
const DaySum = z.object({
  day: Count,
  settled: Count,
  profit: Count,
  clv_tickets: Count,
  expected: Count,
  variance: Count,
})
const GroupSum = z.object({
  value: z.string(),
  label: z.string(),
  settled: Count,
  won: Count,
  staked: Count,
  profit: Count,
})
const SettledSumRow = z.object({ tickets: Count, profitMinor: Count })
const CurrencyRow = z.object({ currency: z.string() }).optional()

const fallbackCurrency = 'USD'
const nothing: Source = { sql: '(SELECT * FROM day_sums WHERE 0)', values: [] }

export class Sums {
  readonly #database: Database
  readonly #matcher: Matcher
  readonly #facets: FacetIds

  constructor({ database, matcher, facets }: { database: Database; matcher: Matcher; facets: FacetIds }) {
    this.#database = database
    this.#matcher = matcher
    this.#facets = facets
  }

  /** The filter with a currency: its own, else that of most tickets. */
  inCurrency(isDemo: boolean, filter: LedgerFilter): LedgerFilter & { currency: string } {
    return { ...filter, currency: filter.currency ?? this.#findUsualCurrency(isDemo) }
  }

  sum(isDemo: boolean, filter: LedgerFilter & { currency: string }): SumRow {
    const narrowed = withoutSettledFigure(filter)
    const { sql, values } = this.#source(isDemo, narrowed)
    const sums = SumRow.parse(
      this.#database.prepare(`SELECT ${selectSums(sumColumns)} FROM ${sql}`).get(...values),
    )
    return narrowed.also.length === filter.also.length ? sums : withoutOpen(sums)
  }

  /** Every report on the filter is answered from the sums kept by day. */
  isSummedByDay(isDemo: boolean, filter: LedgerFilter): boolean {
    return (
      this.#matcher.findSumFacet(isDemo, withoutSettledFigure(filter)) ===
      this.#facets.find(isDemo, { kind: 'all', value: '' })
    )
  }

  totals(isDemo: boolean, filter: LedgerFilter): LedgerTotals {
    const narrowed = this.inCurrency(isDemo, filter)
    return toTotals(narrowed.currency, this.sum(isDemo, narrowed))
  }

  /** Tickets whose result was reached at or after a moment, whenever they were placed; in the currency of most tickets. */
  settledSince(isDemo: boolean, at: number): SettledSum {
    const { currency } = this.inCurrency(isDemo, allTickets)
    const row = this.#database
      .prepare(
        `SELECT count(*) AS tickets, coalesce(sum(profit_minor), 0) AS profitMinor
         FROM tickets INDEXED BY tickets_settled
         WHERE is_demo = ? AND settled_at >= ? AND currency = ? AND is_voided = 0`,
      )
      .get(Number(isDemo), at, currency)
    return { currency, ...SettledSumRow.parse(row) }
  }

  profitBy(isDemo: boolean, by: ReportKind, filter: LedgerFilter): ProfitReport {
    const narrowed = withoutSettledFigure(this.inCurrency(isDemo, filter))
    const groups = by === 'month' ? this.#months(isDemo, narrowed) : this.#groups(isDemo, by, narrowed)
    const rows = groups.filter(({ settled }) => settled > 0).map(toGroupRow)
    return { currency: narrowed.currency, by, rows }
  }

  bankroll(isDemo: boolean, filter: LedgerFilter): BankrollCurve {
    const narrowed = withoutSettledFigure(this.inCurrency(isDemo, filter))
    const { sql, values } = this.#source(isDemo, narrowed)
    const days = this.#database
      .prepare(
        `SELECT day, ${selectSums(curveColumns)} FROM ${sql} GROUP BY day HAVING sum(settled) > 0 ORDER BY day`,
      )
      .all(...values)
    return { currency: narrowed.currency, ...toCurve(DaySum.array().parse(days)) }
  }

  /** Days with their sums, of all matching tickets. */
  #source(isDemo: boolean, filter: LedgerFilter & { currency: string }): Source {
    const facet = this.#matcher.findSumFacet(isDemo, filter)
    if (facet === undefined) return nothing
    if (facet === 'raw') return this.#raw(isDemo, filter)
    const sql = '(SELECT * FROM day_sums WHERE facet_id = ? AND currency = ? AND day BETWEEN ? AND ?)'
    return { sql, values: [facet, filter.currency, ...toDayRange(filter)] }
  }

  #raw(isDemo: boolean, filter: LedgerFilter): Source {
    const matching = this.#matcher.matchAll(isDemo, filter)
    if (matching === undefined) return nothing
    const { from, where, values } = matching
    const sql = `(SELECT s.*, t.sum_facets FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
      CROSS JOIN ticket_sums AS s ON s.id = t.id WHERE ${where})`
    return { sql, values }
  }

  #months(isDemo: boolean, filter: LedgerFilter & { currency: string }): z.output<typeof GroupSum>[] {
    const { sql, values } = this.#source(isDemo, filter)
    const month = `printf('%d-%02d', day / 10000, day / 100 % 100)`
    const rows = this.#database
      .prepare(
        `SELECT ${month} AS value, ${month} AS label, ${selectSums(groupColumns)} FROM ${sql} GROUP BY 1 ORDER BY 1`,
      )
      .all(...values)
    return GroupSum.array().parse(rows)
  }

  #groups(isDemo: boolean, by: string, filter: LedgerFilter & { currency: string }) {
    const { sql, values } = this.isSummedByDay(isDemo, filter)
      ? fromDaySums(filter)
      : byFacet(this.#raw(isDemo, filter))
    const rows = this.#database
      .prepare(
        `SELECT f.value, f.label, ${selectSums(groupColumns)} FROM ${sql} WHERE f.is_demo = ? AND f.kind = ?
         GROUP BY f.id ORDER BY sum(profit) DESC, f.value`,
      )
      .all(...values, Number(isDemo), by)
    return GroupSum.array().parse(rows)
  }

  #findUsualCurrency(isDemo: boolean): string {
    const all = this.#facets.find(isDemo, { kind: 'all', value: '' }) ?? 0
    const row = this.#database
      .prepare(
        'SELECT currency FROM day_sums WHERE facet_id = ? GROUP BY currency ORDER BY sum(tickets) DESC, currency LIMIT 1',
      )
      .get(all)
    return CurrencyRow.parse(row)?.currency ?? fallbackCurrency
  }
}

/** The sums kept by day, of each facet `f`. */
function fromDaySums(filter: LedgerFilter & { currency: string }): Source {
  const sql =
    'facets AS f CROSS JOIN day_sums AS s ON s.facet_id = f.id AND s.currency = ? AND s.day BETWEEN ? AND ?'
  return { sql, values: [filter.currency, ...toDayRange(filter)] }
}

/** Each matching ticket, once for every facet `f` it is summed under. */
function byFacet({ sql, values }: Source): Source {
  const each =
    sql === nothing.sql
      ? 'JOIN facets AS f ON f.id = s.facet_id'
      : 'CROSS JOIN json_each(s.sum_facets) AS each CROSS JOIN facets AS f ON f.id = each.value'
  return { sql: `${sql} AS s ${each}`, values }
}

/** Removes the part of open tickets. */
const withoutOpen = (sums: SumRow): SumRow => ({
  ...sums,
  ...{ tickets: sums.settled, open: 0, open_own: 0, open_potential: 0, review: 0 },
})

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

function toTotals(currency: string, sums: SumRow): LedgerTotals {
  return {
    currency,
    tickets: sums.tickets,
    open: sums.open,
    openRiskMinor: sums.open_own,
    openPotentialMinor: sums.open_potential,
    stakedMinor: sums.staked,
    profitMinor: sums.profit,
    yield: ratio(sums.profit, sums.staked),
    settled: sums.settled,
    won: sums.won,
    lost: sums.lost,
    winRate: ratio(sums.won, sums.won + sums.lost),
    clvMean: ratio(sums.clv_ppm / 1e6, sums.clv_tickets),
    clvTickets: sums.clv_tickets,
    needsReview: sums.review,
  }
}

function toGroupRow({ value, label, settled, won, staked, profit }: z.output<typeof GroupSum>) {
  return {
    value,
    label,
    settled,
    won,
    stakedMinor: staked,
    profitMinor: profit,
    yield: ratio(profit, staked),
  }
}

/** Variances are in squared hundreds of minor units (closing-value.ts). */
const varianceUnit = 100

function toCurve(days: readonly z.output<typeof DaySum>[]): Omit<BankrollCurve, 'currency'> {
  const sum = { profit: 0, expected: 0, variance: 0, settled: 0, closed: 0 }
  const points = days.map(day => {
    sum.profit += day.profit
    sum.expected += day.expected
    sum.variance += day.variance
    sum.settled += day.settled
    sum.closed += day.clv_tickets
    const spread = Math.round(Math.sqrt(sum.variance) * varianceUnit)
    return {
      day: toDayText(day.day),
      profitMinor: sum.profit,
      expectedMinor: sum.expected,
      lowMinor: sum.expected - spread,
      highMinor: sum.expected + spread,
    }
  })
  return { points, settled: sum.settled, withClose: sum.closed }
}
