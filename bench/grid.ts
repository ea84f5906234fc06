/**
 * The grid of prices beside AG Grid Community, set up as its documentation says is fastest: 500 parlays at 30 books,
 * 2,000 cells changing a second, still and scrolling at two speeds, with the same content in the same Chromium. Each run
 * is a fresh page; the two sides take turns, another one first each time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import vue from '@vitejs/plugin-vue'
import { build, preview } from 'vite'
import { findChromium } from '../tools/chromium-host/find-chromium.mjs'
import { goals } from './goals.ts'
import { quantile, rotate, toRow, type BenchOptions, type BenchRow, type Goal } from './report.ts'
import type { Stretch } from './grid/measured-page.ts'

const runs = 5
const viewport = { width: 1600, height: 900 } as const
/** Cells that both grids draw at least. */
const minShared = 200
const stretchMs = 5_000
/** Time in which a scroll to the top ends. */
const restMs = 300
const wholeHeightPx = 100_000
/** Motions of the mouse wheel; the fast one passes most of the parlays. */
const motions = {
  still: undefined,
  'scrolling 1,200 px a second': { everyMs: 25, px: 30 },
  'scrolling 3,300 px a second': { everyMs: 10, px: 33 },
} as const
type Motion = keyof typeof motions
/** Steady on a shared machine. */
const quickMotions: readonly Motion[] = ['still', 'scrolling 1,200 px a second']
const pages = resolve(import.meta.dirname, 'grid')
const schemas = resolve(import.meta.dirname, '../src/renderer/no-schemas.ts')

/** Builds both pages as the app's page is built and serves them on the loopback address. */
async function servePages(outDir: string) {
  const shared = { configFile: false, root: pages, logLevel: 'error' } as const
  await build({
    ...shared,
    plugins: [vue()],
    resolve: { alias: { zod: schemas } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome150',
      rolldownOptions: { input: [join(pages, 'price-grid.html'), join(pages, 'ag-grid.html')] },
    },
  })
  return preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
}

interface Side {
  readonly page: 'price-grid' | 'ag-grid'
  readonly firstMs: number[]
  readonly heapMb: number[]
  readonly by: Readonly<Record<Motion, Measured>>
}
interface Measured {
  readonly p99Ms: number[]
  readonly longTasks: number[]
  /** Main-thread milliseconds a second. */
  readonly cpuMs: number[]
}
const nothing = (): Measured => ({ p99Ms: [], longTasks: [], cpuMs: [] })
const side = (page: Side['page']): Side => ({
  page,
  firstMs: [],
  heapMb: [],
  by: {
    still: nothing(),
    'scrolling 1,200 px a second': nothing(),
    'scrolling 3,300 px a second': nothing(),
  },
})

/** Measures a first render on a fresh page. Two more pages a run serve only this: five first renders would show little. */
async function renderOnce(browser: Browser, origin: string, into: Side): Promise<Page> {
  const page = await browser.newPage({ viewport })
  await page.goto(`${origin}${into.page}.html`)
  into.firstMs.push(await page.evaluate(() => window.bench.render()))
  return page
}

const allMotions: readonly Motion[] = [...quickMotions, 'scrolling 3,300 px a second']

async function measureOnce(
  browser: Browser,
  origin: string,
  { into, which }: { into: Side; which: readonly Motion[] },
): Promise<void> {
  const page = await renderOnce(browser, origin, into)
  const session = await page.context().newCDPSession(page)
  // CPU time of the thread, without that of other programs.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  for (const motion of which) await stretch(page, session, { motion, into: into.by[motion] })
  await session.send('HeapProfiler.collectGarbage')
  into.heapMb.push((await metric(session, 'JSHeapUsedSize')) / 1e6)
  await page.close()
}

/** Both grids must draw the same prices in the same words before they are compared. */
async function assertSameContent(browser: Browser, origin: string): Promise<void> {
  const read = async (name: Side['page']) => {
    const page = await browser.newPage({ viewport })
    await page.goto(`${origin}${name}.html`)
    await page.evaluate(() => window.bench.render())
    const cells = await page.evaluate(() => window.bench.read())
    await page.close()
    return new Map(cells)
  }
  const [ours, theirs] = [await read('price-grid'), await read('ag-grid')]
  const shared = [...ours].filter(([cell]) => theirs.has(cell))
  const other = shared.filter(([cell, text]) => theirs.get(cell) !== text)
  if (shared.length < minShared || other.length > 0)
    throw new Error(
      `Of ${shared.length} cells that both grids draw, ${other.length} differ: ${JSON.stringify(other[0])}, AG Grid ${JSON.stringify(theirs.get(other[0]?.[0] ?? ''))}.`,
    )
}

/** Frame times of the same page without a grid: longer than a frame on a busy machine. */
async function measureFloor(browser: Browser, origin: string, p99Ms: number[]): Promise<void> {
  const page = await browser.newPage({ viewport })
  await page.goto(`${origin}price-grid.html`)
  p99Ms.push(p99Of((await page.evaluate(ms => window.bench.run(ms), stretchMs)).frames))
  await page.close()
}

const p99Of = (frames: readonly number[]): number => quantile(frames, 0.99)

async function stretch(
  page: Page,
  session: CDPSession,
  { motion, into }: { motion: Motion; into: Measured },
): Promise<void> {
  const wheel = motions[motion]
  await page.mouse.move(700, 450)
  await page.mouse.wheel(0, -wholeHeightPx)
  await pause(restMs)
  const before = await metric(session, 'TaskDuration')
  const changing = page.evaluate(ms => window.bench.run(ms), stretchMs)
  if (wheel !== undefined) await turnWheel(page, wheel, changing)
  const { frames, longTasks }: Stretch = await changing
  const busySeconds = (await metric(session, 'TaskDuration')) - before
  into.cpuMs.push((busySeconds * 1e6) / stretchMs)
  into.longTasks.push(longTasks)
  into.p99Ms.push(p99Of(frames))
}

async function turnWheel(
  page: Page,
  wheel: { everyMs: number; px: number },
  until: Promise<unknown>,
): Promise<void> {
  const turning = { isOver: false }
  const over = until.finally(() => (turning.isOver = true))
  const startedAt = performance.now()
  let sentPx = 0
  // By the clock, because a busy machine sends turns late.
  while (!turning.isOver) {
    const duePx = Math.floor((performance.now() - startedAt) / wheel.everyMs) * wheel.px
    if (duePx > sentPx) await page.mouse.wheel(0, duePx - sentPx)
    sentPx = duePx
    await pause(wheel.everyMs / 2)
  }
  await over
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(each => each.name === name)?.value ?? NaN
}

const words = { against: 'AG Grid Community', unit: 'ms' } as const
const what = '500 x 30, 2,000 changes a second'

function firstRow(us: Side, them: Side): BenchRow {
  const goal: Goal = { on: 'ratio', max: goals.grid.first }
  return toRow({ ...words, question: '500 x 30, first render', ours: us.firstMs, theirs: them.firstMs, goal })
}

function cpuRow(motion: Motion, us: Side, them: Side): BenchRow {
  const [ours, theirs] = [us.by[motion].cpuMs, them.by[motion].cpuMs]
  const goal: Goal = { on: 'ratio', max: goals.grid.cpu }
  return toRow({ ...words, question: `${what}, ${motion}: CPU a second`, ours, theirs, goal })
}

function frameRows(motion: Motion, us: Side, them: Side, floor: number[]): BenchRow[] {
  const [ours, theirs] = [us.by[motion], them.by[motion]]
  const p99 = { ...words, question: `${what}, ${motion}: frame p99`, ours: ours.p99Ms }
  return [
    toRow({ ...p99, theirs: theirs.p99Ms, goal: { on: 'ours', max: goals.grid.frameMs } }),
    toRow({ ...p99, theirs: floor, against: 'the page without a grid' }),
    toRow({
      ...words,
      question: `${what}, ${motion}: long tasks`,
      ours: ours.longTasks,
      theirs: theirs.longTasks,
      goal: { on: 'ours', max: goals.grid.longTasks },
      unit: 'in 5 s',
      statistic: counts => quantile(counts, 1),
    }),
  ]
}

const report = (us: Side, them: Side, floor: number[]): BenchRow[] => [
  firstRow(us, them),
  ...allMotions.flatMap(motion => [...frameRows(motion, us, them, floor), cpuRow(motion, us, them)]),
  toRow({ ...words, question: '500 x 30, heap after it', ours: us.heapMb, theirs: them.heapMb, unit: 'MB' }),
]

const quickReport = (us: Side, them: Side): BenchRow[] => [
  firstRow(us, them),
  ...quickMotions.map(motion => cpuRow(motion, us, them)),
]

export async function run({ isQuick }: BenchOptions): Promise<BenchRow[]> {
  const executablePath: unknown = findChromium()
  if (typeof executablePath !== 'string') throw new Error('This question needs an installed Chromium.')
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const server = await servePages(folder)
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  const [us, them] = [side('price-grid'), side('ag-grid')]
  const floor: number[] = []
  const which = isQuick ? quickMotions : allMotions
  try {
    const [origin = ''] = server.resolvedUrls?.local ?? []
    await assertSameContent(browser, origin)
    for (let turn = 0; turn < (isQuick ? 1 : runs); turn++) {
      const sides = rotate([us, them], turn)
      if (!isQuick) await measureFloor(browser, origin, floor)
      for (const each of [...sides, ...sides]) await (await renderOnce(browser, origin, each)).close()
      for (const into of sides) await measureOnce(browser, origin, { into, which })
    }
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return isQuick ? quickReport(us, them) : report(us, them, floor)
}
