/**
 * Each page, filter, report and opened ticket of the ledger, beside one bare prepared statement that returns the same
 * rows (bare-reads.ts). Both sides answer in turn, and their answers are compared first.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Ledger } from '../../src/main/ledger/ledger.ts'
import {
  allTickets,
  newestFirst,
  type LedgerFilter,
  type TicketSort,
} from '../../src/shared/model/ticket/ledger-filter.ts'
import type { LedgerTotals, ReportKind } from '../../src/shared/model/ticket/ledger-report.ts'
import { goals } from '../goals.ts'
import { rotate, toRow, type BenchRow } from '../report.ts'
import { prepareBareReads, type Ask, type BareReads, type BareRow } from './bare-reads.ts'

const runs = 25

interface Question {
  readonly what: string
  readonly kind: 'page' | 'report'
  readonly ask: () => unknown
  readonly askBare: Ask
  /** Content of our answer and of the bare rows, which must be the same. */
  readonly compare: () => readonly [unknown, unknown]
}

export function readRows(ledger: Ledger, name: string): BenchRow[] {
  const bare = prepareBareReads(ledger.core.database)
  const questions = [...toPages(ledger, bare), ...toSums(ledger, bare), ...toReports(ledger, bare)]
  return questions.map(question => measureRow(question, name))
}

/** The longest of these reads, each of which holds up the event loop. */
export function slowestRow(rows: readonly BenchRow[], name: string): BenchRow {
  const slowest = (side: 'ours' | 'theirs') => [Math.max(...rows.map(row => row[side]))]
  return toRow({
    question: `the slowest of these, ${name}`,
    ours: slowest('ours'),
    theirs: slowest('theirs'),
    against: 'the slowest bare prepared statement',
    goal: { on: 'ours', max: goals.ledger.holdMs },
    unit: 'ms',
  })
}

function measureRow({ what, kind, ask, askBare, compare }: Question, name: string): BenchRow {
  const [answer, rows] = compare()
  if (!isDeepStrictEqual(answer, rows)) throw new Error(`${what}: the bare statement has another answer.`)
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < runs; run++) {
    const askOurs = () => ours.push(timed(ask))
    const askTheirs = () => theirs.push(timed(askBare))
    for (const askOne of rotate([askOurs, askTheirs], run)) askOne()
  }
  return toRow({
    question: `${what}, ${name}`,
    ours,
    theirs,
    against: 'one bare prepared statement',
    goal: { on: 'ratio', max: goals.ledger[kind] },
    unit: 'ms',
  })
}

export function timed(action: () => unknown): number {
  const startedAt = performance.now()
  action()
  return performance.now() - startedAt
}

const from = '2026-10-22'
const to = '2026-11-20'
const last30 = { fromDay: from, toDay: to }
const book = { bookId: 'book_3' }
const market = 'Market 17'

/** Pages of a hundred tickets: their ids are compared. */
function toPages(ledger: Ledger, bare: BareReads): Question[] {
  type Request = Parameters<Ledger['reads']['list']['page']>[0]
  const page = (what: string, request: Partial<Request>, askBare: Ask): Question => {
    const whole = { filter: allTickets, sort: newestFirst, after: null, limit: 100, ...request }
    const ask = () => ledger.reads.list.page(whole)
    const compare = () => [ask().lines.map(({ id }) => id), askBare().map(({ id }) => id)] as const
    return { what, kind: 'page', ask, askBare, compare }
  }
  const filtered = (what: string, filter: Partial<LedgerFilter>, askBare: Ask) =>
    page(`filter by ${what}`, { filter: { ...allTickets, ...filter } }, askBare)
  const highest = (by: TicketSort['by']): TicketSort => ({ by, isDescending: true })
  const middle = ledger.reads.list.page({
    filter: allTickets,
    sort: newestFirst,
    after: null,
    limit: 100,
  }).next
  const none = ['surname12', 'surname34', 'surname56']
  return [
    page('page of 100, newest', {}, bare.newest()),
    page('page of 100, the next', { after: middle }, bare.after(middle?.id ?? 0)),
    page('sort by profit', { sort: highest('profit') }, bare.sorted('t.profit_minor', 'tickets_by_profit')),
    page('sort by CLV', { sort: highest('clv') }, bare.sorted('t.clv_ppm', 'tickets_by_clv')),
    page('sort by status', { sort: highest('legs') }, bare.sorted('t.status_rank', 'tickets_by_status')),
    page(
      'sort by the parlay',
      { sort: highest('title') },
      bare.sorted('t.title COLLATE NOCASE', 'tickets_by_title'),
    ),
    page(
      'sort 30 days by profit',
      { filter: { ...allTickets, ...last30 }, sort: highest('profit') },
      bare.sortedDays('t.profit_minor', from, to),
    ),
    page(
      'sort a book by CLV',
      { filter: { ...allTickets, ...book }, sort: highest('clv') },
      bare.bookByClv(book.bookId),
    ),
    filtered('book', book, bare.byFacet('book', book.bookId)),
    filtered('league', { league: 'ULH' }, bare.byFacet('league', 'ULH')),
    filtered('market', { market }, bare.byFacet('market', market)),
    filtered('tag', { tag: 'promo' }, bare.byFacet('tag', 'promo')),
    filtered('result', { result: 'review' }, bare.byFacet('result', 'review')),
    filtered('30 days', last30, bare.ofDays(from, to)),
    filtered('a player in any leg', { text: 'surname1234' }, bare.withWord('surname1234')),
    filtered('a common word', { text: 'market' }, bare.withWord('market')),
    filtered('the beginning of many words', { text: 'su' }, bare.withWordStart('su')),
    filtered('words of which none has both', { text: none.join(' ') }, bare.withAllWordStarts(none)),
    filtered(
      'book, market and result',
      { ...book, market, result: 'won' },
      bare.ofBookResultMarket(book.bookId, 'won', market),
    ),
  ]
}

/** Totals of a filter: tickets and profit are compared. */
function toSums(ledger: Ledger, bare: BareReads): Question[] {
  const totals = (of: string, filter: Partial<LedgerFilter>, askBare: Ask): Question => {
    const ask = () => ledger.reads.sums.totals({ ...allTickets, ...filter })
    const ours = ({ tickets, profitMinor }: LedgerTotals) => [tickets, profitMinor]
    const theirs = ([row]: readonly BareRow[]) => [row?.['tickets'], row?.['profit']]
    return {
      what: `totals${of}`,
      kind: 'report',
      ask,
      askBare,
      compare: () => [ours(ask()), theirs(askBare())],
    }
  }
  return [
    totals('', {}, bare.totals()),
    totals(' of 30 days', last30, bare.totalsOfDays(from, to)),
    totals(' of a book', book, bare.totals('book', book.bookId)),
    totals(' of a book and a market', { ...book, market }, bare.totalsOfBook(market, book.bookId)),
    totals(' of a player', { text: 'surname1234' }, bare.totalsOfWord('surname1234')),
  ]
}

function toReports(ledger: Ledger, bare: BareReads): Question[] {
  const { sums } = ledger.reads
  const report = <A>(
    what: string,
    {
      ask,
      askBare,
      ours,
      theirs,
    }: { ask: () => A; askBare: Ask; ours: (answer: A) => unknown; theirs: (rows: BareRow[]) => unknown },
  ): Question => ({ what, kind: 'report', ask, askBare, compare: () => [ours(ask()), theirs(askBare())] })
  const profitBy = (by: ReportKind, askBare: Ask) =>
    report(`profit by ${by}`, {
      ask: () => sums.profitBy(by, allTickets),
      askBare,
      ours: ({ rows }) => rows.map(({ settled, profitMinor }) => [settled, profitMinor]),
      theirs: rows =>
        rows.filter(({ settled }) => settled !== 0).map(({ settled, profit }) => [settled, profit]),
    })
  const add = (rows: readonly BareRow[], column: string) =>
    rows.reduce((sum, row) => sum + Number(row[column]), 0)
  return [
    profitBy('book', bare.profitBy('book')),
    profitBy('league', bare.profitBy('league')),
    profitBy('market', bare.profitBy('market')),
    profitBy('month', bare.profitByMonth()),
    report('bankroll and what closing prices expected', {
      ask: () => sums.bankroll(allTickets),
      askBare: bare.bankroll(),
      ours: ({ settled, withClose, points }) => [settled, withClose, points.at(-1)?.profitMinor],
      theirs: rows => ['settled', 'clv_tickets', 'clv_profit'].map(column => add(rows, column)),
    }),
    report('distribution of CLV', {
      ask: () => sums.clv(allTickets),
      askBare: bare.clvSteps(),
      ours: ({ buckets }) => buckets.map(({ tickets }) => tickets),
      theirs: rows => rows.slice(0, -1).map(({ tickets }) => tickets),
    }),
    report('exposure', {
      ask: () => ledger.reads.exposure(allTickets),
      askBare: bare.exposure(),
      ours: ({ games, players, legs, oneAway }) => [
        ...[...games, ...players, ...legs].map(({ label, tickets }) => [label, tickets]),
        ...oneAway.map(({ leg }) => [leg, 1]),
      ],
      theirs: rows => rows.map(({ label, tickets }) => [label, tickets]),
    }),
    report('choices', {
      ask: () => ledger.reads.choices(),
      askBare: bare.choices(),
      ours: choices => Object.values(choices).reduce((count, values) => count + values.length, 0),
      theirs: rows => rows.length,
    }),
    {
      ...report('one ticket opened', {
        ask: () => ledger.reads.ticket(77),
        askBare: bare.ticket(77),
        ours: ({ line }) => line.id,
        theirs: ([row]) => row?.['id'],
      }),
      kind: 'page',
    },
  ]
}
