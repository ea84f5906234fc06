/**
 * The ledger: a ticket of five legs recorded durably, beside a bare SQLite transaction of the same rows; and with 100,000
 * such tickets behind it each page, filter and report, and 50,000 pending legs settled.
 * `npm run bench -- ledger`, or for another size `node bench/ledger.ts --tickets 10000 [--json FILE]`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ledgerFilesIn } from '../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../src/main/ledger/ledger.ts'
import { Reports } from '../src/main/ledger/reads/reports.ts'
import { allTickets } from '../src/shared/model/ticket/ledger-filter.ts'
import { createBareTransact } from './ledger/bare-transaction.ts'
import { measureHold } from './ledger/measure-hold.ts'
import { readRows, slowestRow, timed } from './ledger/reads.ts'
import { settlingRows } from './ledger/settling.ts'
import {
  addPending,
  afterTheGames,
  fillLedger,
  lastTicket,
  longBefore,
  makeBenchTicket,
} from './ledger/tickets.ts'
import { goals } from './goals.ts'
import { quantile, rotate, toRow, table, type BenchOptions, type BenchRow } from './report.ts'

interface LedgerOptions extends BenchOptions {
  readonly tickets?: number
}

const runs = 300
const pendingLegs = 50_000
const restMs = 200

export async function run({ isQuick, tickets = 100_000 }: LedgerOptions): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-ledger-'))
  let now = longBefore
  const files = ledgerFilesIn(folder)
  const ledger = new Ledger({ files, isDemo: () => false, log: console.error, now: () => now })
  try {
    ledger.open()
    fillLedger(ledger, tickets)
    now = afterTheGames
    const name = `${tickets.toLocaleString('en')} tickets behind`
    const reads = readRows(ledger, name)
    if (isQuick) return reads
    const rows = [...reads, slowestRow(reads, name)]
    rows.push(...(await durableRows(ledger, name)))
    rows.push(await longReports(ledger, files.database, name))
    addPending(ledger, { after: lastTicket + runs, legs: pendingLegs - runs * 5 })
    rows.push(...(await settlingRows(ledger, folder)))
    return rows
  } finally {
    ledger.close()
    await rm(folder, { recursive: true })
  }
}

/** In the ledger's own file, so that both sides have its size, its log and its settings. */
const bareTables = `
  CREATE TABLE bare_tickets (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE bare_legs (ticket INTEGER, place INTEGER, body TEXT NOT NULL, PRIMARY KEY (ticket, place)) STRICT, WITHOUT ROWID;`

/** Runs both sides in turn, another one first each time, so that neither has the quieter moment. The tables catch up between the turns. */
async function durableRows(ledger: Ledger, name: string): Promise<BenchRow[]> {
  const { database } = ledger.core
  database.exec(bareTables)
  const addTicket = database.prepare('INSERT INTO bare_tickets VALUES (?, ?)')
  const addLeg = database.prepare('INSERT INTO bare_legs VALUES (?, ?, ?)')
  const bareTransact = createBareTransact(database)
  const ours: number[] = []
  const theirs: number[] = []
  for (let at = 1; at <= runs; at++) {
    const ticket = makeBenchTicket(lastTicket + at)
    const { legs, ...terms } = ticket
    const write = () => {
      addTicket.run(at, JSON.stringify(terms))
      legs.forEach((leg, place) => addLeg.run(at, place, JSON.stringify(leg)))
    }
    const recordOurs = () => ours.push(timed(() => ledger.record(ticket)))
    const recordTheirs = () => theirs.push(timed(() => bareTransact(write)))
    for (const record of rotate([recordOurs, recordTheirs], at)) {
      record()
      await turn()
    }
  }
  const words = {
    ours,
    theirs,
    against: 'the same rows in one bare SQLite FULL transaction',
    goal: { on: 'ratio', max: goals.ticket.ratio },
    unit: 'ms',
  } as const
  const question = `a ticket with 5 legs, durable and witnessed, ${name}`
  return [
    toRow({ ...words, question }),
    toRow({ ...words, question: `${question}: p99`, statistic: times => quantile(times, 0.99) }),
  ]
}

/** Two thirds of all tickets match, so a worker sums them; the long time must not be felt. */
async function longReports(ledger: Ledger, file: string, name: string): Promise<BenchRow> {
  const workerFile = new URL('../src/main/ledger/reads/reports-worker.ts', import.meta.url)
  const bankroll = () => ({ minor: 500_000, currency: 'USD' })
  const reports = new Reports({ reads: () => ledger.reads, file, isDemo: () => false, bankroll, workerFile })
  const filter = { ...allTickets, text: 'name1' }
  const ask = () =>
    Promise.all([
      ...[reports.totals(filter), reports.bankroll(filter), reports.profitBy('market', filter)],
      reports.proof(filter),
    ])
  await ask()
  const idle = await measureHold(() => pause(restMs))
  const { maxHoldMs } = await measureHold(ask)
  return toRow({
    question: `four reports on the beginning of many words: the longest the thread was held up, ${name}`,
    ours: [maxHoldMs],
    theirs: [idle.maxHoldMs],
    against: 'the same thread at rest',
    goal: { on: 'ours', max: goals.ledger.holdMs },
    unit: 'ms',
  })
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { tickets: { type: 'string' }, json: { type: 'string' } } })
  const tickets = values.tickets === undefined ? {} : { tickets: Number(values.tickets) }
  const rows = await run({ isQuick: false, ...tickets })
  console.log(table(rows))
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`)
}
