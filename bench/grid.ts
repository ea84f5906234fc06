/**
 * The grid of prices beside AG Grid Community: 500 parlays at 30 books, 2,000 cells changing a second, at rest and
 * scrolling, with the same content in the same Chromium. Each run is a fresh page; the two sides take turns.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import vue from '@vitejs/plugin-vue'
import { build, preview } from 'vite'
import { findChromium } from '../tools/chromium-host/find-chromium.mjs'
import { toRow, type BenchRow } from './report.ts'
import type { Stretch } from './grid/measured-page.ts'

const runs = 5
const stretchMs = 5_000
/** A mouse wheel: 1,200 pixels a second, through a third of the parlays. */
const wheel = { everyMs: 25, px: 30 } as const
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
  readonly still: Measured
  readonly scrolling: Measured
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
  still: nothing(),
  scrolling: nothing(),
})

/** Measures a first render on a fresh page. Two more pages a run serve only this: five first renders would show little. */
async function renderOnce(browser: Browser, origin: string, into: Side): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await page.goto(`${origin}${into.page}.html`)
  into.firstMs.push(await page.evaluate(() => window.bench.render()))
  return page
}

async function measureOnce(browser: Browser, origin: string, into: Side): Promise<void> {
  const page = await renderOnce(browser, origin, into)
  const session = await page.context().newCDPSession(page)
  // CPU time of the thread, without that of other programs.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await stretch(page, session, { isScrolling: false, into: into.still })
  await stretch(page, session, { isScrolling: true, into: into.scrolling })
  await session.send('HeapProfiler.collectGarbage')
  into.heapMb.push((await metric(session, 'JSHeapUsedSize')) / 1e6)
  await page.close()
}

/** Frame times of the same page without a grid: longer than a frame on a busy machine. */
async function measureFloor(browser: Browser, origin: string, p99Ms: number[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await page.goto(`${origin}price-grid.html`)
  p99Ms.push(p99Of((await page.evaluate(ms => window.bench.run(ms), stretchMs)).frames))
  await page.close()
}

const p99Of = (frames: readonly number[]): number =>
  frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.99)] ?? NaN

async function stretch(
  page: Page,
  session: CDPSession,
  { isScrolling, into }: { isScrolling: boolean; into: Measured },
): Promise<void> {
  const before = await metric(session, 'TaskDuration')
  await page.mouse.move(700, 450)
  const changing = page.evaluate(ms => window.bench.run(ms), stretchMs)
  if (isScrolling) await turnWheel(page, changing)
  const { frames, longTasks }: Stretch = await changing
  const busySeconds = (await metric(session, 'TaskDuration')) - before
  into.cpuMs.push((busySeconds * 1e6) / stretchMs)
  into.longTasks.push(longTasks)
  into.p99Ms.push(p99Of(frames))
}

async function turnWheel(page: Page, until: Promise<unknown>): Promise<void> {
  const turning = { isOver: false }
  const over = until.finally(() => (turning.isOver = true))
  while (!turning.isOver) {
    await page.mouse.wheel(0, wheel.px)
    await pause(wheel.everyMs)
  }
  await over
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(each => each.name === name)?.value ?? NaN
}

function report(us: Side, them: Side, floor: number[]): BenchRow[] {
  const what = '500 x 30, 2,000 changes a second'
  const row = (question: string, of: (side: Side) => number[], goal: string, unit: string): BenchRow =>
    toRow({ question, ours: of(us), theirs: of(them), against: 'AG Grid Community', goal, unit })
  const both = (['still', 'scrolling'] as const).flatMap(how => [
    row(`${what}, ${how}: frame p99`, side => side[how].p99Ms, 'one frame', 'ms'),
    toRow({
      question: `${what}, ${how}: frame p99`,
      ours: us[how].p99Ms,
      theirs: floor,
      against: 'the page without a grid',
      goal: 'one frame',
      unit: 'ms',
    }),
    row(`${what}, ${how}: long tasks`, side => side[how].longTasks, 'none', 'in 5 s'),
    row(`${what}, ${how}: CPU a second`, side => side[how].cpuMs, 'at most 0.65 x', 'ms'),
  ])
  return [
    row('500 x 30, first render', side => side.firstMs, 'at most 0.5 x', 'ms'),
    ...both,
    row('500 x 30, heap after it', side => side.heapMb, 'none', 'MB'),
  ]
}

export async function run(): Promise<BenchRow[]> {
  const executablePath: unknown = findChromium()
  if (typeof executablePath !== 'string') throw new Error('This question needs an installed Chromium.')
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const server = await servePages(folder)
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  const [us, them] = [side('price-grid'), side('ag-grid')]
  const floor: number[] = []
  try {
    const [origin = ''] = server.resolvedUrls?.local ?? []
    for (let turn = 0; turn < runs; turn++) {
      await measureFloor(browser, origin, floor)
      for (const each of [us, them, us, them]) await (await renderOnce(browser, origin, each)).close()
      for (const each of [us, them]) await measureOnce(browser, origin, each)
    }
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return report(us, them, floor)
}
