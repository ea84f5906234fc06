/**
 * Settling 50,000 pending legs by a grader on this machine, with the tickets of three years behind them: beside the same
 * answers fetched by undici alone, parsed, and kept as bare rows, one SQLite FULL transaction a batch.
 */
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Pool } from 'undici'
import { z } from 'zod'
import { Ledger } from '../../src/main/ledger/ledger.ts'
import { ledgerFilesIn } from '../../src/main/ledger/opening/ledger-file.ts'
import { Settlement } from '../../src/main/ledger/settlement/settlement.ts'
import { Caller } from '../../src/main/odds-service/caller.ts'
import { createGrader } from '../../src/main/odds-service/grader.ts'
import { Http } from '../../src/main/odds-service/http.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { goals } from '../goals.ts'
import { toRow, type BenchRow, type Goal } from '../report.ts'
import { createBareTransact } from './bare-transaction.ts'
import { measureHold, type Timed } from './measure-hold.ts'
import { addPending, afterTheGames, lastTicket, openTickets } from './tickets.ts'

const Answer = z.object({ odds: z.array(z.looseObject({ grade: z.string() })) })
const batchSize = 100

/** Settles all pending legs of the ledger. */
export async function settlingRows(ledger: Ledger, folder: string): Promise<BenchRow[]> {
  const worker = new Worker(new URL('./grader-server.ts', import.meta.url))
  const port = z.number().parse((await once(worker, 'message'))[0])
  const tokens = listTokens(ledger)
  try {
    await warmUp(folder, port)
    // One round is all there is: what was settled is settled.
    const ours = await measureHold(() => startSettlement(ledger, port))
    const theirs = await measureHold(() => bareRows(tokens, { port, file: join(folder, 'bare-settled.db') }))
    return toRows(`settle ${tokens.length.toLocaleString('en')} pending legs`, ours, theirs)
  } finally {
    await worker.terminate()
  }
}

const listTokens = (ledger: Ledger) =>
  [...ledger.gradableLegs.awaited('own')].flat().map(({ grade }) => grade)

const warmUpTickets = 600

/** Settles some legs on both sides, in files of their own: code is compiled, and the server has answered. */
async function warmUp(folder: string, port: number): Promise<void> {
  await mkdir(join(folder, 'warm'))
  const files = ledgerFilesIn(join(folder, 'warm'))
  const ledger = new Ledger({ files, isDemo: () => false, log: console.error, now: () => afterTheGames })
  try {
    ledger.open()
    addPending(ledger, { after: lastTicket, legs: (warmUpTickets + openTickets) * 5 })
    const tokens = listTokens(ledger)
    await bareRows(tokens, { port, file: join(folder, 'bare-warm.db') })
    await startSettlement(ledger, port)
  } finally {
    ledger.close()
  }
}

function toRows(question: string, ours: Timed, theirs: Timed): BenchRow[] {
  const against = 'the answers parsed, bare rows, a transaction a batch of 100'
  const of = (what: string, unit: keyof Timed, goal: Goal) =>
    toRow({ question: what, ours: [ours[unit]], theirs: [theirs[unit]], against, goal, unit: 'ms' })
  return [
    of(question, 'ms', { on: 'ratio', max: goals.settling.ratio }),
    of(`${question}: the longest the thread was held up`, 'maxHoldMs', {
      on: 'ours',
      max: goals.settling.holdMs,
    }),
  ]
}

/** Wired as in the program. Resolves when the tables have caught up and the next check is planned. */
async function startSettlement(ledger: Ledger, port: number): Promise<void> {
  const http = new Http()
  const keys = { current: () => 'bench-key', refuse: () => {} }
  const permit = { left: () => true, release: () => {}, renew: () => Promise.resolve(true) }
  const settlement = new Settlement({
    ledger,
    grader: createGrader(new Caller({ http, keys, acquirePermit: () => Promise.resolve(permit) })),
    profileId: () => 'own',
    profileNamed: () => undefined,
    profile: () => Promise.resolve({ id: 'own', grader: `http://grader.localhost:${port}` }),
    log: console.error,
    pace: () => 'hours',
    now: () => afterTheGames,
  })
  ledger.on('changed', () => void settlement.plan())
  const { failure, answered, asked } = await settlement.settle()
  if (failure !== null || answered !== asked || ledger.gradableLegs.countAwaited('own') > 0)
    throw new Error(`Of ${asked} legs ${answered} were answered.`)
  settlement.stop()
  await http.close()
}

const bare = 'CREATE TABLE results (grade TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;'

async function bareRows(
  tokens: readonly string[],
  { port, file }: { port: number; file: string },
): Promise<void> {
  const pool = new Pool(`http://127.0.0.1:${port}`)
  const database = openDatabase(file, [bare])
  const bareTransact = createBareTransact(database)
  const add = database.prepare('INSERT INTO results VALUES (?, ?)')
  for (let at = 0; at < tokens.length; at += batchSize) {
    const body = JSON.stringify({ odds: tokens.slice(at, at + batchSize).map(grade => ({ grade })) })
    const answer = await pool.request({ method: 'POST', path: '/v1/grader?key=bench-key', body })
    const { odds } = Answer.parse(await answer.body.json())
    bareTransact(() => {
      for (const item of odds) add.run(item.grade, JSON.stringify(item))
    })
  }
  database.close()
  await pool.close()
}
