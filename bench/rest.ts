/**
 * A desk of 6 parlays at rest for a minute, in the same minute as an empty window: CPU of the page's process and of the
 * main process, as shares of a core, and the memory of all processes. Prices are seconds old, so that their ages are
 * drawn each second.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { launchDesk, type Desk } from '../tools/chromium-host/index.mjs'
import { goals } from './goals.ts'
import { toRow, type BenchRow } from './report.ts'
import { odds, writeStoredDesk } from './start/stored-desk.ts'

const size = { parlays: 6, tickets: 500 }
const runs = 6
const runMs = 10_000
/** Time in which the work of a start ends. */
const startMs = 8_000
type Part = 'page' | 'main'
/** CPU seconds since the start. */
type Cpu = Readonly<Record<Part, number>>

interface Side {
  readonly desk: Desk
  readonly shares: Readonly<Record<Part, number[]>>
  readonly memoryMb: number[]
}

async function startSide(options: Parameters<typeof launchDesk>[0]): Promise<Side> {
  return { desk: await launchDesk(options), shares: { page: [], main: [] }, memoryMb: [] }
}

async function readCpu({ desk: { pid } }: Side): Promise<Cpu> {
  const renderers = (await listBelow(pid)).filter(isRenderer)
  const seconds = await Promise.all(renderers.map(readSeconds))
  return { page: seconds.reduce((sum, next) => sum + next, 0), main: await readSeconds(pid) }
}

/** Memory of all processes in MB; of pages that several processes share, each counts its part (PSS). */
async function readMemory({ desk: { pid } }: Side): Promise<number> {
  const processes = [pid, ...(await listBelow(pid))]
  const texts = await Promise.all(processes.map(each => readFile(`/proc/${each}/smaps_rollup`, 'utf8')))
  const kilobytes = texts.map(text => Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? NaN))
  return kilobytes.reduce((sum, next) => sum + next, 0) / 1024
}

/** Processes that a process started, and those that these started. */
async function listBelow(pid: number): Promise<number[]> {
  const texts = await ofThreads(pid, 'children')
  const children = texts.flatMap(text => text.split(' ').filter(Boolean).map(Number))
  return [...children, ...(await Promise.all(children.map(listBelow))).flat()]
}

const isRenderer = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')

/** The first number of schedstat is a thread's time on the CPU, in nanoseconds; stat counts in hundredths of a second. */
async function readSeconds(pid: number): Promise<number> {
  const texts = await ofThreads(pid, 'schedstat')
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e9
}

/** Content of a file of each thread; a thread that has ended has none. */
async function ofThreads(pid: number, file: string): Promise<string[]> {
  const folder = `/proc/${pid}/task`
  const threads = await readdir(folder)
  return Promise.all(threads.map(thread => readFile(join(folder, thread, file), 'utf8').catch(() => '')))
}

async function measure(sides: readonly Side[]): Promise<void> {
  for (let run = 0; run < runs; run++) {
    const before = await Promise.all(sides.map(readCpu))
    const startedAt = performance.now()
    await pause(runMs)
    const after = await Promise.all(sides.map(readCpu))
    const seconds = (performance.now() - startedAt) / 1000
    for (const side of sides) side.memoryMb.push(await readMemory(side))
    for (const [at, { shares }] of sides.entries())
      for (const part of ['page', 'main'] as const)
        shares[part].push((((after[at]?.[part] ?? NaN) - (before[at]?.[part] ?? NaN)) / seconds) * 100)
  }
}

export async function run(): Promise<BenchRow[]> {
  if (process.platform !== 'linux') throw new Error('This question needs /proc of Linux.')
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  await writeStoredDesk(join(folder, 'desk'), size)
  const env = { PARLAY_DESK_KEYCHAIN: 'memory', PARLAY_DESK_KEY: 'bench-key' }
  const ours = await startSide({ userDataDir: join(folder, 'desk'), env })
  const appDir = resolve(import.meta.dirname, 'empty-window')
  const theirs = await startSide({ userDataDir: join(folder, 'empty'), appDir })
  try {
    await ours.desk.page.locator('[role=grid] [role=gridcell].price').first().waitFor()
    await pause(startMs)
    await measure([ours, theirs])
  } finally {
    await ours.desk.close()
    await theirs.desk.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  return [...cpuRows(ours, theirs), memoryRow(ours, theirs)]
}

const words = { question: `a desk of ${size.parlays} parlays at rest`, against: 'an empty window' } as const

function cpuRows(ours: Side, theirs: Side): BenchRow[] {
  return (['page', 'main'] as const).map(part =>
    toRow({
      ...words,
      question: `${words.question}: CPU of the ${part} process`,
      ours: ours.shares[part],
      theirs: theirs.shares[part],
      goal: { on: 'difference', max: goals.rest[part] },
      unit: '% of a core',
    }),
  )
}

/** Memory that the board may keep, by its own goal, which is for a million odds. */
const boardMb = (goals.board.keptMb * odds) / 1_000_000

function memoryRow(ours: Side, theirs: Side): BenchRow {
  return toRow({
    ...words,
    question: `${words.question}: memory of all processes, less ${boardMb} MB for the board`,
    ours: ours.memoryMb.map(megabytes => megabytes - boardMb),
    theirs: theirs.memoryMb,
    goal: { on: 'ratio', max: goals.rest.memory },
    unit: 'MB',
  })
}
