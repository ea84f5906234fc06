/**
 * The interface for scripts: a call over its socket, beside the same call with the same handler over the window's bridge
 * (a channel of processes that clones requests and passes answers as text, as Electron's does); and 1,000 prices a second
 * to 20 followers. `npm run bench -- local-api`.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answer, findHandler } from '../src/main/bridge/answer.ts'
import { openScripts } from '../src/main/compose/script-services.ts'
import { openDatabase } from '../src/main/storage/database.ts'
import { deskMigrations } from '../src/main/storage/migrations/desk/desk-migrations.ts'
import { entries, type Handlers } from '../src/shared/contract.ts'
import { allTickets } from '../src/shared/model/ticket/ledger-filter.ts'
import { quietMeter } from '../src/shared/model/parlay/desk.ts'
import type { Cell, CellAddress } from '../src/shared/model/price/cell.ts'
import { quietHandlers } from '../tests/support/bridge/quiet-handlers.ts'
import { cell, leg, priced, row } from '../tests/support/shared/desk-rows.ts'
import { goals } from './goals.ts'
import type { Order } from './local-api/client.ts'
import { quantile, rotate, toRow, type BenchOptions, type BenchRow } from './report.ts'

const followers = 20
const pricesPerSecond = 1_000
const parlays = 200
const bookCount = 30

export async function run({ isQuick }: BenchOptions): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-api-'))
  process.env['XDG_RUNTIME_DIR'] = folder
  const database = openDatabase(join(folder, 'desk.db'), deskMigrations)
  const handlers = createHandlers()
  const desk: QuotedDesk = new EventEmitter<QuotedEvents>()
  const api = openScripts({
    ...{ database, desk, handlers: () => handlers, announce: () => undefined },
    log: error => {
      console.error(error)
      return ''
    },
    isScriptsOn: { read: () => true, write: () => undefined },
  })
  await api.follow()
  const draft = { name: 'Bench', scopes: ['read' as const, 'watch' as const], callsPerMinute: null }
  const { token } = await api.calls.createToken(draft)
  const client = fork(join(import.meta.dirname, 'local-api/client.ts'), [api.state().socket ?? '', token], {
    serialization: 'advanced',
  })
  try {
    answerBridge(client, handlers)
    await waitFor(client, 'ready')
    const rows = await callRows(client, isQuick ? 30 : 90)
    rows.push(...(await priceRows(client, desk, isQuick ? 3 : 10)))
    return rows
  } finally {
    client.kill()
    api.close()
    database.close()
    await rm(folder, { recursive: true })
  }
}

interface QuotedEvents {
  quoted: [CellAddress & Pick<Cell, 'quote'>]
}
type QuotedDesk = EventEmitter<QuotedEvents>

/** A desk of 200 parlays at 30 books. */
function createHandlers(): Handlers {
  const cells = Array.from({ length: bookCount }, (_, at) => cell(`book-${at}`, { quote: priced(300 + at) }))
  const legs = [leg('Ada North Over 27.5', 'Player Points'), leg('River Town', 'Moneyline')]
  const rows = Array.from({ length: parlays }, (_, at) => row(at + 1, cells, legs))
  const quiet = quietHandlers(() => {})
  return { ...quiet, desk: { ...quiet.desk, snapshot: () => ({ seq: 1, rows, meter: quietMeter }) } }
}

interface Message {
  readonly kind: string
  readonly call: string
  readonly body: unknown
  readonly times: number[]
  readonly stream: number
  readonly ids: number[]
  readonly at: number
}

/** Answers as `serve.ts` does: strictly parsed, run, checked, and written as one text. */
function answerBridge(client: ChildProcess, handlers: Handlers): void {
  client.on('message', (message: Message) => {
    if (message.kind !== 'call') return
    const [area = '', verb = ''] = message.call.split('.')
    const entry = entries[area]?.[verb]
    if (entry?.kind !== 'call') return
    const handler = findHandler(handlers, area, verb)
    void answer(entry, message.body, { run: parsed => handler(parsed, 'main'), log: String }).then(outcome =>
      client.send({ kind: 'reply', text: JSON.stringify(outcome) }),
    )
  })
}

function waitFor(client: ChildProcess, kind: string): Promise<Message> {
  const { promise, resolve } = Promise.withResolvers<Message>()
  const onMessage = (message: Message) => {
    if (message.kind !== kind) return
    client.off('message', onMessage)
    resolve(message)
  }
  client.on('message', onMessage)
  return promise
}

async function time(client: ChildProcess, order: Order): Promise<number[]> {
  client.send(order)
  return (await waitFor(client, 'times')).times
}

const calls = [
  { call: 'desk.snapshot', body: null, what: `a desk of ${parlays} parlays at ${bookCount} books read` },
  { call: 'ledger.totals', body: { filter: allTickets }, what: 'a call without work' },
] as const

/** Rounds of both sides in turn. The script's calls stay below what its budget of the main process allows. */
async function callRows(client: ChildProcess, runs: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { call, body, what } of calls) {
    const { ours, theirs } = await timeBoth(client, { call, body, runs: Math.ceil(runs / 3) })
    const words = { ours, theirs, against: 'the same call over the window’s bridge', unit: 'ms' }
    rows.push(toRow({ ...words, question: what, goal: { on: 'ratio', max: goals.localApi.call } }))
  }
  return rows
}

/** The first round warms up both. A script may hold the main process for half of each second, so there is a pause. */
async function timeBoth(client: ChildProcess, order: Omit<Extract<Order, { runs: number }>, 'kind'>) {
  const sides: Record<'socket' | 'bridge', number[]> = { socket: [], bridge: [] }
  for (let round = 0; round < 4; round += 1) {
    for (const kind of rotate(['bridge', 'socket'] as const, round)) {
      const times = await time(client, { ...order, kind })
      if (round > 0) sides[kind].push(...times)
      await pause(1_000)
    }
  }
  return { ours: sides.socket, theirs: sides.bridge }
}

/** 1,000 quotes a second of the desk: those that any follower missed, and their delay until the last follower. */
async function priceRows(client: ChildProcess, desk: QuotedDesk, seconds: number): Promise<BenchRow[]> {
  const sentAt = new Map<number, number>()
  const seen = new Map<number, number>()
  const delays: number[] = []
  client.on('message', ({ kind, ids, at }: Message) => {
    if (kind !== 'prices') return
    for (const id of ids) {
      const count = (seen.get(id) ?? 0) + 1
      seen.set(id, count)
      if (count === followers) delays.push(at - (sentAt.get(id) ?? at))
    }
  })
  let following = 0
  client.on('message', ({ kind }: Message) => {
    if (kind === 'following') following += 1
  })
  client.send({ kind: 'follow', streams: followers } satisfies Order)
  while (following < followers) await pause(10)
  const total = seconds * pricesPerSecond
  const startedAt = performance.now()
  for (let id = 1; id <= total;) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * pricesPerSecond))
    for (; id <= due; id += 1) {
      sentAt.set(id, Date.now())
      const quote = { ...priced(300), id }
      desk.emit('quoted', { parlayId: 1 + (id % parlays), bookId: `book-${id % bookCount}`, quote })
    }
    await pause(1)
  }
  for (let wait = 0; wait < 50 && delays.length < total; wait += 1) await pause(100)
  const words = { against: 'none', theirs: [NaN] }
  const what = `${pricesPerSecond.toLocaleString('en')} prices a second to ${followers} followers`
  return [
    toRow({
      ...{ ...words, question: `${what}: prices that one missed`, ours: [total - delays.length] },
      ...{ unit: 'prices', goal: { on: 'ours', max: goals.localApi.lost } },
    }),
    toRow({
      ...{ ...words, question: `${what}: until the last had it, p95`, ours: delays, unit: 'ms' },
      statistic: times => quantile(times, 0.95),
    }),
  ]
}
