/** Reads the gains and losses of a year from the tickets, and writes them as a table for spreadsheets. */
import { z } from 'zod'
import type {
  CurrencyTax,
  TaxReport,
  TaxRequest,
  TaxSums,
} from '../../../shared/model/accounts/tax-report.ts'
import { majorText } from '../../../shared/model/ticket/money.ts'
import { TicketKind, ticketKinds } from '../../../shared/model/ticket/ticket.ts'
import { findTaxRule, toDeductible, type TaxRule } from '../../../shared/value/tax-rules.ts'
import { toCsv } from '../../files/csv-writer.ts'
import type { Database } from '../../storage/database.ts'
import { toDayText } from '../projection/ticket-row.ts'
import { toLocalDay } from '../tickets/parse-draft.ts'

const selectSettled = `
  SELECT settled_at AS settledAt, day, book_id AS bookId, book_name AS bookName, kind, currency,
    profit_minor AS profitMinor
  FROM tickets WHERE is_demo = ? AND is_voided = 0 AND profit_minor IS NOT NULL`

const SettledRow = z.object({
  settledAt: z.number().nullable(),
  day: z.number(),
  bookId: z.string(),
  bookName: z.string(),
  kind: TicketKind,
  currency: z.string(),
  profitMinor: z.number(),
})

/** A settled ticket on its day. */
interface Settled extends z.output<typeof SettledRow> {
  readonly on: string
}

interface TaxSource {
  readonly database: Database
  readonly isDemo: () => boolean
  readonly now?: () => number
}

export function readTaxReport(source: TaxSource, request: TaxRequest): TaxReport {
  const { all, year, years } = readYear(source, request)
  const rule = findTaxRule(request.jurisdiction, year)
  const { fromYear = 0, lossPercent = 0, source: text = '' } = rule ?? {}
  return {
    year,
    years,
    rule: rule === undefined ? null : { fromYear, lossPercent, source: text },
    byPlacing: all.filter(({ settledAt }) => settledAt === null).length,
    currencies: groupBy(all, ({ currency }) => currency).map(([currency, tickets]) =>
      toCurrency(currency, tickets, rule),
    ),
  }
}

/** The text of a file, and its year. */
export interface TaxTable {
  readonly year: number
  readonly text: string
}

/** A row for each day, book, kind and currency. */
export function readTaxCsv(source: TaxSource, request: TaxRequest): TaxTable {
  const { all, year } = readYear(source, request)
  const groups = groupBy(all, ({ on, bookId, kind, currency }) => `${on}\n${bookId}\n${kind}\n${currency}`)
  const rows = groups.map(([, tickets]) => {
    const [first] = tickets
    const { count, gainMinor, lossMinor } = sumUp(tickets)
    const amounts = [gainMinor, lossMinor, gainMinor - lossMinor]
    return [
      ...[first?.on ?? '', first?.bookName ?? '', first?.kind ?? '', first?.currency ?? '', String(count)],
      ...amounts.map(minor => majorText(minor, first?.currency ?? '')),
    ]
  })
  return { year, text: toCsv([header, ...rows]) }
}

const header = ['day', 'book', 'kind', 'currency', 'bets', 'gains', 'losses', 'net']

/** The tickets settled in the year, and all years with one, newest first. */
function readYear({ database, isDemo, now = Date.now }: TaxSource, request: TaxRequest) {
  const rows = SettledRow.array().parse(database.prepare(selectSettled).all(Number(isDemo())))
  const settled = rows.map((row): Settled => ({ ...row, on: findDay(row) }))
  const found = new Set(settled.map(({ on }) => toYear(on)))
  const latest = found.size === 0 ? toYear(toLocalDay(now())) : Math.max(...found)
  const year = request.year ?? latest
  const years = [...found.add(year)].toSorted((a, b) => b - a)
  return { year, years, all: settled.filter(({ on }) => toYear(on) === year) }
}

const findDay = ({ settledAt, day }: z.output<typeof SettledRow>): string =>
  settledAt === null ? toDayText(day) : toLocalDay(settledAt)
const toYear = (day: string): number => Number(day.slice(0, 4))

function toCurrency(currency: string, all: readonly Settled[], rule: TaxRule | undefined): CurrencyTax {
  const sessions = groupBy(all, ({ on, bookId }) => `${on}\n${bookId}`).map(([, tickets]) => ({
    profitMinor: sum(tickets.map(({ profitMinor }) => profitMinor)),
  }))
  return {
    currency,
    bets: toTotals(sumUp(all), rule),
    sessions: toTotals(sumUp(sessions), rule),
    days: groupBy(all, ({ on }) => on).map(([day, tickets]) => ({ day, ...sumUp(tickets) })),
    books: groupBy(all, ({ bookId }) => bookId).map(([, tickets]) => ({
      name: tickets[0]?.bookName ?? '',
      ...sumUp(tickets),
    })),
    kinds: ticketKinds.flatMap(kind => {
      const tickets = all.filter(ticket => ticket.kind === kind)
      return tickets.length === 0 ? [] : [{ kind, ...sumUp(tickets) }]
    }),
  }
}

const toTotals = (sums: TaxSums, rule: TaxRule | undefined) => ({
  ...sums,
  deductibleMinor: rule === undefined ? null : toDeductible(rule, sums.gainMinor, sums.lossMinor),
})

/** Gains and losses apart: a loss never lessens a gain. */
function sumUp(results: readonly { readonly profitMinor: number }[]): TaxSums {
  const profits = results.map(({ profitMinor }) => profitMinor)
  return {
    count: profits.length,
    gainMinor: sum(profits.map(minor => Math.max(0, minor))),
    lossMinor: sum(profits.map(minor => Math.max(0, -minor))),
  }
}

/** Groups in the order of their keys. */
const groupBy = <T>(all: readonly T[], toKey: (each: T) => string): [string, readonly T[]][] =>
  [...Map.groupBy(all, toKey)].sort(([a], [b]) => (a < b ? -1 : 1))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
