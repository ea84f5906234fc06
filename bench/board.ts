/**
 * Benchmark of the board: loading the odds objects of 25 books at three sizes, beside JSON.parse alone in two workers
 * on the same files; memory kept; the start from the stored copy; searches beside a plain scan.
 * `npm run bench -- board`, or for one size `node bench/board.ts --objects 100000 [--json FILE]`.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { Board } from '../src/main/board/board.ts'
import { merge, ReaderTexts } from '../src/main/board/store/merge.ts'
import { readOdds } from '../src/main/board/read/read-odds.ts'
import { Store } from '../src/main/board/store/store.ts'
import { feedText, selectionsPerGame } from '../tests/support/board/feed-maker.ts'
import { noFilter, nothingKept, searchRows } from './board-search.ts'
import { bundledWorker } from './bundled-worker.ts'
import { goals } from './goals.ts'
import { quantile, rotate, toRow, table, type BenchOptions, type BenchRow, type Goal } from './report.ts'

const books = 25
const runs = 3
const parseOnly = `
  const { workerData } = require('node:worker_threads')
  const { readFileSync } = require('node:fs')
  for (const file of workerData) JSON.parse(readFileSync(file, 'utf8'))
`

interface Feeds {
  readonly objects: number
  /** Their number as text. */
  readonly name: string
  readonly files: readonly string[]
  readonly workerFile: URL
}

interface Timed {
  readonly ms: number
  /** Maximum time that the main thread was blocked. */
  readonly stallMs: number
}

const largest = 1_000_000

export interface BoardOptions extends BenchOptions {
  readonly sizes?: readonly number[]
}

export async function run({ isQuick, sizes }: BoardOptions): Promise<BenchRow[]> {
  const all = sizes ?? Object.keys(goals.board.ratios).map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'bench-worker-'))
  try {
    const workerFile = await bundledWorker(folder)
    const rows: BenchRow[] = []
    for (const objects of all)
      if (!isQuick || objects < largest) rows.push(...(await atSize(objects, { workerFile, isQuick })))
    return rows
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function atSize(
  objects: number,
  { workerFile, isQuick }: BenchOptions & Pick<Feeds, 'workerFile'>,
): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-board-'))
  try {
    const selections = objects * 0.4
    const files = await writeFeeds(folder, { selections, objectsPerBook: objects / books })
    const feeds = { name: `${objects.toLocaleString('en')} odds objects`, objects, files, workerFile }
    const loading = await loadRows(feeds, isQuick)
    if (isQuick) return loading.filter(({ goal }) => goal?.on === 'ratio')
    return [
      ...loading,
      memoryRow(feeds),
      await storedRow(feeds, join(folder, 'stored')),
      ...(await measureSearches(feeds, Math.max(1, Math.round(selections / selectionsPerGame)))),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeFeeds(
  folder: string,
  plan: { selections: number; objectsPerBook: number },
): Promise<string[]> {
  const files = Array.from({ length: books }, (_, book) => join(folder, `${book}.json`))
  for (const [book, file] of files.entries()) await writeFile(file, feedText({ books, ...plan }, book))
  return files
}

/**
 * The store worker runs already, as in the app; parse workers start with the load. A quick run shows the fastest load of
 * each side, which other programs held up least.
 */
async function loadRows({ name, objects, files, workerFile }: Feeds, isQuick: boolean): Promise<BenchRow[]> {
  const parsed: Timed[] = []
  const loaded: Timed[] = []
  for (let turn = 0; turn < runs; turn++) {
    const parse = async () => parsed.push(await timed(() => parseInTwoWorkers(files)))
    const load = async () => {
      const board = await startedBoard(workerFile)
      loaded.push(await timed(() => loadOnto(board, files)))
      await board.close()
    }
    for (const readFiles of rotate([parse, load], turn)) await readFiles()
  }
  const against = 'JSON.parse alone in two workers'
  const row = (question: string, goal: Goal | null, of: keyof Timed) => ({
    question: `${name} ${question}`,
    ours: loaded.map(each => each[of]),
    theirs: parsed.map(each => each[of]),
    against,
    goal,
    unit: 'ms',
  })
  const maxRatio = goals.board.ratios[objects]
  const stall = row(
    'loading: longest stall of the main process',
    { on: 'ours', max: goals.board.stallMs },
    'stallMs',
  )
  const whole = row(
    'to a searchable board',
    maxRatio === undefined ? null : { on: 'ratio', max: maxRatio },
    'ms',
  )
  return [
    toRow(isQuick ? { ...whole, statistic: times => Math.min(...times) } : whole),
    toRow({ ...stall, statistic: stalls => quantile(stalls, 1) }),
  ]
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const startedAt = performance.now()
  await work()
  const ms = performance.now() - startedAt
  delay.disable()
  return { ms, stallMs: delay.max / 1e6 }
}

async function parseInTwoWorkers(files: readonly string[]): Promise<void> {
  const halves = [0, 1].map(half => files.filter((_, at) => at % 2 === half))
  await Promise.all(
    halves.map(async workerData => {
      const worker = new Worker(parseOnly, { eval: true, workerData })
      await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject))
    }),
  )
}

async function startedBoard(workerFile: URL): Promise<Board> {
  const board = new Board({ workerFile })
  await board.search({ query: '', limit: 1, filter: noFilter, kept: nothingKept })
  return board
}

/** Reads one file ahead of the two parse workers, as a source would. */
async function loadOnto(board: Board, files: readonly string[]): Promise<void> {
  const queue = [...files]
  const lane = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift())
      await board.load({ source: { id: file, name: file }, bytes: await readFile(file) })
  }
  await Promise.all([lane(), lane(), lane()])
}

/** Heap and buffers of the board, built in this thread, after garbage collection. */
function memoryRow({ name, objects, files }: Feeds): BenchRow {
  setFlagsFromString('--expose-gc')
  const used = () => {
    // The second collection waits for buffers that a thread frees after the first.
    runInNewContext('gc(), gc()')
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 2 ** 20
  }
  const before = used()
  const store = new Store()
  let megabytes = 0
  for (const [at, file] of files.entries()) {
    const bytes = readFileSync(file)
    megabytes += bytes.length / 2 ** 20
    const batch = readOdds(bytes, 'auto')
    const steps = merge(
      store,
      { batch, texts: new ReaderTexts().addFrom(batch) },
      { load: at + 1, at: Date.now(), source: { id: file, name: file } },
    )
    while (steps.next().done !== true);
  }
  store.searchOrder()
  const kept = used() - before
  const question = `${name} kept, of ${store.sizes().selections.toLocaleString('en')} selections`
  const against = 'the feeds as text'
  const goal: Goal | null = objects === largest ? { on: 'ours', max: goals.board.keptMb } : null
  return toRow({ question, ours: [kept], theirs: [megabytes], against, goal, unit: 'MB' })
}

/** Opening a stored board until it answers a search, beside loading its feeds again. */
async function storedRow({ name, files, workerFile }: Feeds, stored: string): Promise<BenchRow> {
  const first = await startedBoard(workerFile)
  await first.open(stored)
  const loaded = await timed(() => loadOnto(first, files))
  const { offers } = first.status()
  await first.close()
  const opened: Timed[] = []
  for (let turn = 0; turn < runs; turn++) {
    const board = new Board({ workerFile })
    opened.push(
      await timed(async () => {
        await board.open(stored)
        await board.search({ query: '', limit: 1, filter: noFilter, kept: nothingKept })
      }),
    )
    if (board.status().offers !== offers) throw new Error('the stored board is not what was loaded')
    await board.close()
  }
  return toRow({
    question: `${name}: start-up with that board stored`,
    ours: opened.map(({ ms }) => ms),
    theirs: [loaded.ms],
    against: 'loading its feeds again',
    unit: 'ms',
  })
}

async function measureSearches({ name, files, workerFile }: Feeds, games: number): Promise<BenchRow[]> {
  const board = await startedBoard(workerFile)
  await loadOnto(board, files)
  const rows = await searchRows(name, board, games)
  await board.close()
  return rows
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { objects: { type: 'string' }, json: { type: 'string' } } })
  const sizes = values.objects === undefined ? {} : { sizes: [Number(values.objects)] }
  const rows = await run({ isQuick: false, ...sizes })
  console.log(table(rows))
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`)
}
