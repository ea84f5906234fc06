/**
 * The ledger: a ticket of five legs recorded durably, beside a bare SQLite transaction of the same rows; and with 100,000
 * such tickets behind it each page, filter and report, and 50,000 pending legs settled. `npm run bench -- ledger`, or for
 * another size `node bench/ledger.ts --tickets 10000 [--json FILE]`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ledgerFilesIn } from '../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../src/main/ledger/ledger.ts'
import { Reports } from '../src/main/ledger/reads/reports.ts'
import { openDatabase, transact } from '../src/main/storage/database.ts'
import {
  allTickets,
  newestFirst,
  type LedgerFilter,
  type TicketSort,
} from '../src/shared/model/ticket/ledger-filter.ts'
import { measureHold } from './ledger/measure-hold.ts'
import { settlingRows } from './ledger/settling.ts'
import { addPending, afterTheGames, fillLedger, longBefore, makeBenchTicket } from './ledger/tickets.ts'
import { median, toRow, table, type BenchRow } from './report.ts'

const runs = 300
const pendingLegs = 50_000

export async function run(tickets = 100_000): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-ledger-'))
  try {
    let now = longBefore
    const files = ledgerFilesIn(folder)
    const ledger = new Ledger({ files, isDemo: () => false, log: console.error, now: () => now })
    ledger.open()
    fillLedger(ledger, tickets)
    now = afterTheGames
    const name = `${tickets.toLocaleString('en')} tickets behind`
    const rows = [...(await durableRows(ledger, { folder, name, tickets })), ...readRows(ledger, name)]
    rows.push(await longReports(ledger, files.database, name))
    addPending(ledger, { tickets: tickets + runs, legs: pendingLegs - runs * 5 })
    rows.push(...(await settlingRows(ledger, folder)))
    ledger.close()
    return rows
  } finally {
    await rm(folder, { recursive: true })
  }
}

const bare = `
  CREATE TABLE tickets (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE legs (ticket INTEGER, place INTEGER, body TEXT NOT NULL, PRIMARY KEY (ticket, place)) STRICT, WITHOUT ROWID;`

/** Runs both sides in turn, so that neither has the quieter moment. The tables catch up between the turns. */
async function durableRows(
  ledger: Ledger,
  { folder, name, tickets }: { folder: string; name: string; tickets: number },
): Promise<BenchRow[]> {
  const database = openDatabase(join(folder, 'bare.db'), [bare])
  const addTicket = database.prepare('INSERT INTO tickets VALUES (?, ?)')
  const addLeg = database.prepare('INSERT INTO legs VALUES (?, ?, ?)')
  const ours: number[] = []
  const theirs: number[] = []
  for (let at = 1; at <= runs; at++) {
    const ticket = makeBenchTicket(tickets + at)
    ours.push(timed(() => ledger.record(ticket)))
    await turn()
    const { legs, ...terms } = ticket
    const write = () => {
      addTicket.run(at, JSON.stringify(terms))
      legs.forEach((leg, place) => addLeg.run(at, place, JSON.stringify(leg)))
    }
    theirs.push(timed(() => transact(database, write)))
    await turn()
  }
  database.close()
  const against = 'the same rows in one bare SQLite FULL transaction'
  const of = (question: string, goal: string, pick: (times: number[]) => number[]) =>
    toRow({ question, ours: pick(ours), theirs: pick(theirs), against, goal, unit: 'ms' })
  return [
    of(`a ticket with 5 legs, durable and witnessed, ${name}`, 'at most 3', times => times),
    of(`the slowest of 100 such, ${name}`, 'under 3 ms', times => [percentile(times, 0.99)]),
  ]
}

const reportGoal = 'under 15 ms'
const filterGoal = 'under 10 ms'

function readRows(ledger: Ledger, name: string): BenchRow[] {
  return toQuestions(ledger).map(([what, goal, ask]) => readRow(`${what}, ${name}`, goal, ask))
}

type Question = readonly [string, string, () => unknown]

/** Name of the question, its goal as text, and the call. */
export function toQuestions(ledger: Ledger): Question[] {
  const page =
    (filter: Partial<LedgerFilter>, sort: TicketSort = newestFirst) =>
    () =>
      ledger.reads.list.page({ filter: { ...allTickets, ...filter }, sort, after: null, limit: 100 })
  const highest = (by: TicketSort['by']): TicketSort => ({ by, isDescending: true })
  const last30 = { fromDay: '2026-10-22', toDay: '2026-11-20' }
  const middle = page({}).call(null).next
  return [
    ['page of 100, newest', 'under 1 ms', page({})],
    [
      'page of 100, the next',
      'under 1 ms',
      () => ledger.reads.list.page({ filter: allTickets, sort: newestFirst, after: middle, limit: 100 }),
    ],
    ['sort by profit', filterGoal, page({}, highest('profit'))],
    ['sort by CLV', filterGoal, page({}, highest('clv'))],
    ['sort by the parlay', filterGoal, page({}, highest('title'))],
    ['sort 30 days by profit', filterGoal, page(last30, highest('profit'))],
    ['sort a book by CLV', filterGoal, page({ bookId: 'book_3' }, highest('clv'))],
    ['filter by book', filterGoal, page({ bookId: 'book_3' })],
    ['filter by league', filterGoal, page({ league: 'ULH' })],
    ['filter by market', filterGoal, page({ market: 'Market 17' })],
    ['filter by tag', filterGoal, page({ tag: 'promo' })],
    ['filter by result', filterGoal, page({ result: 'review' })],
    ['filter by 30 days', filterGoal, page(last30)],
    ['filter by a player in any leg', filterGoal, page({ text: 'surname1234' })],
    ['filter by a common word', filterGoal, page({ text: 'market' })],
    ['filter by the beginning of many words', filterGoal, page({ text: 'su' })],
    ['filter by words of which none has both', filterGoal, page({ text: 'surname12 surname34 surname56' })],
    [
      'filter by book, market and result',
      filterGoal,
      page({ bookId: 'book_3', market: 'Market 17', result: 'won' }),
    ],
    ['totals', reportGoal, () => ledger.reads.sums.totals(allTickets)],
    ['totals of 30 days', reportGoal, () => ledger.reads.sums.totals({ ...allTickets, ...last30 })],
    ['totals of a book', reportGoal, () => ledger.reads.sums.totals({ ...allTickets, bookId: 'book_3' })],
    ['profit by book', reportGoal, () => ledger.reads.sums.profitBy('book', allTickets)],
    ['profit by league', reportGoal, () => ledger.reads.sums.profitBy('league', allTickets)],
    ['profit by market', reportGoal, () => ledger.reads.sums.profitBy('market', allTickets)],
    ['profit by month', reportGoal, () => ledger.reads.sums.profitBy('month', allTickets)],
    ['bankroll and what closing prices expected', reportGoal, () => ledger.reads.sums.bankroll(allTickets)],
    ['distribution of CLV', reportGoal, () => ledger.reads.sums.clv(allTickets)],
    ['exposure', reportGoal, () => ledger.reads.exposure(null)],
    ['choices', reportGoal, () => ledger.reads.choices()],
    [
      'totals of a book and a market',
      reportGoal,
      () => ledger.reads.sums.totals({ ...allTickets, bookId: 'book_3', market: 'Market 17' }),
    ],
    [
      'totals of a player',
      reportGoal,
      () => ledger.reads.sums.totals({ ...allTickets, text: 'surname1234' }),
    ],
    ['one ticket opened', 'under 1 ms', () => ledger.reads.ticket(77)],
  ]
}

/** Two thirds of all tickets match, so a worker sums them; the long time must not be felt. */
async function longReports(ledger: Ledger, file: string, name: string): Promise<BenchRow> {
  const workerFile = new URL('../src/main/ledger/reads/reports-worker.ts', import.meta.url)
  const reports = new Reports({ reads: () => ledger.reads, file, isDemo: () => false, workerFile })
  const filter = { ...allTickets, text: 'name1' }
  const ask = () =>
    Promise.all([reports.totals(filter), reports.bankroll(filter), reports.profitBy('market', filter)])
  await ask()
  const { maxHoldMs } = await measureHold(ask)
  return toRow({
    question: `three reports on the beginning of many words: the longest the thread was held up, ${name}`,
    ours: [maxHoldMs],
    theirs: [15],
    against: 'the goal',
    goal: reportGoal,
    unit: 'ms',
  })
}

const readRuns = 25

function readRow(question: string, goal: string, ask: () => unknown): BenchRow {
  ask()
  const ours = Array.from({ length: readRuns }, () => timed(ask))
  return toRow({
    question,
    ours,
    theirs: [Number(/[\d.]+/.exec(goal)?.[0])],
    against: 'the goal',
    goal,
    unit: 'ms',
  })
}

function timed(action: () => unknown): number {
  const startedAt = performance.now()
  action()
  return performance.now() - startedAt
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? median(times)

if (import.meta.main) {
  const { values } = parseArgs({ options: { tickets: { type: 'string' }, json: { type: 'string' } } })
  const rows = await run(values.tickets === undefined ? undefined : Number(values.tickets))
  console.log(table(rows))
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`)
}
