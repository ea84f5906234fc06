/**
 * Sums and charts. Those of all tickets or one facet are read from the sums by day; any other is computed from the
 * matching tickets.
 */
import { z } from 'zod'
import { allTickets, type LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import {
  clvSteps,
  toClvBounds,
  type BankrollCurve,
  type ClvDistribution,
  type LedgerTotals,
  type ProfitReport,
  type ReportKind,
  type SettledSum,
} from '../../../shared/model/ticket/ledger-report.ts'
import type { Database } from '../../storage/database.ts'
import { StatementCache, type SqlPart } from '../../storage/statement-cache.ts'
import { SumRow, toDayText } from '../projection/ticket-row.ts'
import { countAllClv, countMatchingClv } from './clv.ts'
import {
  Matcher,
  toDayRange,
  withoutSettledFigure,
  type ReadContext,
  type SumFilter,
  type TicketQuery,
} from './matching.ts'

const GroupSums = SumRow.pick({ settled: true, won: true, staked: true, profit: true })
const GroupRow = GroupSums.extend({ value: z.string(), label: z.string() })
type GroupRow = z.output<typeof GroupRow>
const dayColumns = ['settled', 'profit', 'clv_profit', 'clv_tickets', 'expected', 'variance'] as const
/** A day, then its columns. Years have a thousand days, and arrays are read and checked in half the time of objects. */
const DayRows = z.array(z.array(z.number()).length(1 + dayColumns.length))
type DayRow = ReturnType<typeof toDayRow>

const sumOf = (name: string) => `coalesce(sum(${name}), 0) AS ${name}`
const selectSums = ({ shape }: { readonly shape: object }) => Object.keys(shape).map(sumOf).join(', ')

const SettledSumRow = z.object({ tickets: z.number(), profitMinor: z.number() })
const CurrencyRow = z.object({ currency: z.string() })
const CurrencyRange = z.object({ first: z.string().nullable(), last: z.string().nullable() })

const fallbackCurrency = 'USD'
const nothing: SqlPart = { sql: `(SELECT *, '[]' AS sum_facets FROM day_sums WHERE 0)`, values: [] }

const prepareStatements = (database: Database) => ({
  /** Answered by two look-ups in the index, and most ledgers have one currency. */
  currencyRange: database.prepare(
    `SELECT (SELECT currency FROM day_sums WHERE facet_id = :all ORDER BY currency LIMIT 1) AS first,
       (SELECT currency FROM day_sums WHERE facet_id = :all ORDER BY currency DESC LIMIT 1) AS last`,
  ),
  usualCurrency: database.prepare(
    `SELECT currency FROM day_sums WHERE facet_id = :all
     GROUP BY currency ORDER BY sum(tickets) DESC, currency LIMIT 1`,
  ),
})

export class Sums {
  readonly #context: ReadContext
  readonly #matcher: Matcher
  readonly #run: ReturnType<typeof prepareStatements>
  /** Statements whose SQL depends on the filter. */
  readonly #statements: StatementCache

  constructor(context: ReadContext) {
    this.#context = context
    this.#matcher = new Matcher(context)
    this.#run = prepareStatements(context.database)
    this.#statements = new StatementCache(context.database)
  }

  /** True when every report on the filter can be read from the sums by day. */
  isSummedByDay(filter: LedgerFilter): boolean {
    return this.#matcher.findSumFacet(withoutSettledFigure(filter)) === this.#matcher.findAll()
  }

  totals(filter: LedgerFilter): LedgerTotals {
    const narrowed = this.inCurrency(filter)
    return toTotals(narrowed.currency, this.#sum(narrowed))
  }

  /** Sum of tickets settled at or after a time, whenever they were placed; in the currency of most tickets. */
  settledSince(at: number): SettledSum {
    const currency = this.findUsualCurrency()
    const row = this.#context.database
      .prepare(
        `SELECT count(*) AS tickets, coalesce(sum(profit_minor), 0) AS profitMinor
         FROM tickets INDEXED BY tickets_settled
         WHERE is_demo = ? AND settled_at >= ? AND currency = ? AND is_voided = 0`,
      )
      .get(Number(this.#context.isDemo()), at, currency)
    return { currency, ...SettledSumRow.parse(row) }
  }

  profitBy(by: ReportKind, filter: LedgerFilter): ProfitReport {
    const narrowed = withoutSettledFigure(this.inCurrency(filter))
    const groups = by === 'month' ? this.#months(narrowed) : this.#groups(by, narrowed)
    const rows = groups.filter(({ settled }) => settled > 0).map(toGroupRow)
    return { currency: narrowed.currency, by, rows }
  }

  bankroll(filter: LedgerFilter): BankrollCurve {
    const narrowed = withoutSettledFigure(this.inCurrency(filter))
    const { sql, values } = this.#source(narrowed)
    const columns = ['day', ...dayColumns.map(sumOf)].join(', ')
    const statement = this.#statements.prepare(
      `SELECT ${columns} FROM ${sql} GROUP BY day HAVING sum(settled) > 0 ORDER BY day`,
    )
    statement.setReturnArrays(true)
    const days = DayRows.parse(statement.all(...values)).map(toDayRow)
    return { currency: narrowed.currency, ...toCurve(days) }
  }

  clv(filter: LedgerFilter): ClvDistribution {
    const narrowed = withoutSettledFigure(this.inCurrency(filter))
    const sums = this.#sum(narrowed)
    const { buckets, beat } = this.isSummedByDay(narrowed)
      ? countAllClv(this.#context, narrowed)
      : countMatchingClv(this.#context.database, this.#matcher.matchAll(narrowed))
    return {
      currency: narrowed.currency,
      buckets: clvSteps.map((step, at) => ({ step, ...toClvBounds(step), tickets: buckets[at] ?? 0 })),
      tickets: sums.clv_tickets,
      mean: ratio(sums.clv_ppm / 1e6, sums.clv_tickets),
      beat: ratio(beat, sums.clv_tickets),
      keptOut: sums.closed - sums.clv_tickets,
      withoutClose: sums.settled - sums.closed,
    }
  }

  /** The currency of most tickets. */
  findUsualCurrency(): string {
    return this.inCurrency(allTickets).currency
  }

  /** The filter with its currency, else with that of most tickets that it finds; of most tickets when it finds none. */
  inCurrency(filter: LedgerFilter): SumFilter {
    return { ...filter, currency: filter.currency ?? this.#findCurrency(filter) }
  }

  #findCurrency(filter: LedgerFilter): string {
    const all = this.#matcher.findAll() ?? 0
    const { first, last } = CurrencyRange.parse(this.#run.currencyRange.get({ all }))
    if (first === last) return first ?? fallbackCurrency
    const matching = this.isSummedByDay(filter) ? undefined : this.#matcher.matchAll(filter)
    const found = matching && CurrencyRow.optional().parse(this.#readCurrencies(matching)[0])
    return (found ?? CurrencyRow.parse(this.#run.usualCurrency.get({ all }))).currency
  }

  #readCurrencies({ from, where, values }: TicketQuery): unknown[] {
    const select = `SELECT t.currency FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
      WHERE ${where} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`
    return this.#readRows(select, values)
  }

  #sum(filter: SumFilter): SumRow {
    const narrowed = withoutSettledFigure(filter)
    const { sql, values } = this.#source(narrowed)
    const [row] = this.#readRows(`SELECT ${selectSums(SumRow)} FROM ${sql}`, values)
    const sums = SumRow.parse(row)
    return narrowed.also.length === filter.also.length ? sums : withoutOpen(sums)
  }

  /** Days with their sums, of all matching tickets. */
  #source(filter: SumFilter): SqlPart {
    const facet = this.#matcher.findSumFacet(filter)
    if (facet === undefined) return nothing
    if (facet === 'raw') return this.#raw(filter)
    const sql = '(SELECT * FROM day_sums WHERE facet_id = ? AND currency = ? AND day BETWEEN ? AND ?)'
    return { sql, values: [facet, filter.currency, ...toDayRange(filter)] }
  }

  #raw(filter: LedgerFilter): SqlPart {
    const matching = this.#matcher.matchAll(filter)
    if (matching === undefined) return nothing
    const { from, where, values } = matching
    const sql = `(SELECT s.*, t.sum_facets FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
      CROSS JOIN ticket_sums AS s ON s.id = t.id WHERE ${where})`
    return { sql, values }
  }

  #months(filter: SumFilter): GroupRow[] {
    const { sql, values } = this.#source(filter)
    const month = `printf('%d-%02d', day / 10000, day / 100 % 100)`
    const select = `SELECT ${month} AS value, ${month} AS label, ${selectSums(GroupSums)} FROM ${sql} GROUP BY 1 ORDER BY 1`
    return GroupRow.array().parse(this.#readRows(select, values))
  }

  #groups(by: string, filter: SumFilter) {
    const { sql, values } = this.isSummedByDay(filter) ? fromDaySums(filter) : byFacet(this.#raw(filter))
    const select = `SELECT f.value, f.label, ${selectSums(GroupSums)} FROM ${sql} WHERE f.is_demo = ? AND f.kind = ?
      GROUP BY f.id ORDER BY sum(profit) DESC, f.value`
    const rows = this.#readRows(select, [...values, Number(this.#context.isDemo()), by])
    return GroupRow.array().parse(rows)
  }

  #readRows(select: string, values: SqlPart['values']): unknown[] {
    return this.#statements.prepare(select).all(...values)
  }
}

/** The sums by day of each facet `f`. */
function fromDaySums(filter: SumFilter): SqlPart {
  const sql =
    'facets AS f CROSS JOIN day_sums AS s ON s.facet_id = f.id AND s.currency = ? AND s.day BETWEEN ? AND ?'
  return { sql, values: [filter.currency, ...toDayRange(filter)] }
}

/** Each matching ticket, once for every facet `f` it is summed under. */
function byFacet({ sql, values }: SqlPart): SqlPart {
  const each = 'CROSS JOIN json_each(s.sum_facets) AS each CROSS JOIN facets AS f ON f.id = each.value'
  return { sql: `${sql} AS s ${each}`, values }
}

/** Removes the share of open tickets. */
const withoutOpen = (sums: SumRow): SumRow => ({
  ...sums,
  tickets: sums.settled,
  open: 0,
  open_own: 0,
  open_potential: 0,
  open_to_win: 0,
  review: 0,
})

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

function toTotals(currency: string, sums: SumRow): LedgerTotals {
  return {
    currency,
    tickets: sums.tickets,
    open: sums.open,
    openRiskMinor: sums.open_own,
    openToWinMinor: sums.open_to_win,
    stakedMinor: sums.staked,
    profitMinor: sums.profit,
    yield: ratio(sums.profit, sums.staked),
    settled: sums.settled,
    won: sums.won,
    lost: sums.lost,
    refunded: sums.refunded,
    clvMean: ratio(sums.clv_ppm / 1e6, sums.clv_tickets),
    clvError: toClvError(sums),
    clvTickets: sums.clv_tickets,
    needsReview: sums.review,
  }
}

function toGroupRow({ value, label, settled, won, staked, profit }: GroupRow) {
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

/** Standard error of the mean: the sample's standard deviation over the root of its size. */
function toClvError({ clv_tickets: n, clv_ppm: ppm, clv_square: squares }: SumRow): number | null {
  if (n < 2) return null
  const mean = ppm / 1e6 / n
  const variance = Math.max(0, squares / 1e8 - n * mean * mean) / (n - 1)
  return Math.sqrt(variance / n)
}

function toDayRow([day = 0, settled = 0, profit = 0, clvProfit = 0, clvTickets = 0, ...rest]: number[]) {
  const [expected = 0, variance = 0] = rest
  return { day, settled, profit, clvProfit, clvTickets, expected, variance }
}

/**
 * The profit curve of settled tickets with a closing price, so that its line and band cover the same tickets; of all
 * settled tickets when none has one.
 */
function toCurve(all: readonly DayRow[]): Omit<BankrollCurve, 'currency'> {
  const closed = all.filter(day => day.clvTickets > 0)
  const days = closed.length > 0 ? closed : all
  const sum = { profit: 0, expected: 0, variance: 0 }
  const points = days.map(day => {
    sum.profit += closed.length > 0 ? day.clvProfit : day.profit
    sum.expected += day.expected
    sum.variance += day.variance
    const spread = Math.round(Math.sqrt(sum.variance) * varianceUnit)
    return {
      day: toDayText(day.day),
      profitMinor: sum.profit,
      expectedMinor: sum.expected,
      lowMinor: sum.expected - spread,
      highMinor: sum.expected + spread,
    }
  })
  const count = (of: 'settled' | 'clvTickets') => all.reduce((total, day) => total + day[of], 0)
  return { points, settled: count('settled'), withClose: count('clvTickets') }
}
