/**
 * Time until the desk can be used, beside an empty window on the same runtime. Both start in the same way, so the
 * difference is ours: loading and running the bundles, opening the database, the first paint.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { electronBinary } from '../tools/chromium-host/electron-binary.mjs'
import { launchDesk } from '../tools/chromium-host/index.mjs'
import { toRow, type BenchRow } from './report.ts'

const firstRuns = 3
const nextRuns = 7
/** Maximum time more than the empty window's. */
const maxMs = 350
const maxFirstMs = 500
const emptyApp = resolve(import.meta.dirname, 'empty-window')

interface App {
  readonly appDir?: string
  /** Epoch ms by the page's clock, because this process gets the event late. */
  readonly usableAt: (page: Page) => Promise<number>
}
const desk: App = {
  usableAt: async page => {
    await page.getByRole('searchbox', { name: 'Search legs' }).waitFor()
    return page.evaluate(paintedAt)
  },
}
const empty: App = {
  appDir: emptyApp,
  usableAt: async page => {
    await page.waitForLoadState('load')
    return page.evaluate(() => {
      const [loaded] = performance.getEntriesByType('navigation')
      return performance.timeOrigin + (loaded?.duration ?? NaN)
    })
  },
}

/** Time of the desk's own first paint; the placeholder shown before it is no part of `main`. */
const paintedAt = () =>
  new Promise<number>(done => {
    const isDesk = (entry: PerformanceEntry) =>
      'element' in entry && entry.element instanceof Element && entry.element.closest('main') !== null
    new PerformanceObserver(list => {
      const first = list.getEntries().find(isDesk)
      if (first !== undefined) done(performance.timeOrigin + first.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(() => done(NaN), 10_000)
  })

/** Milliseconds from the start of the process to a window that can be used. */
async function start({ appDir, usableAt }: App, userDataDir: string): Promise<number> {
  const startedAt = performance.timeOrigin + performance.now()
  const app = await launchDesk({
    userDataDir,
    ...(appDir === undefined ? { args: ['--demo'] } : { appDir }),
    env: { PARLAY_DESK_KEYCHAIN: 'memory' },
  })
  const tookMs = (await usableAt(app.page)) - startedAt
  await app.close()
  return tookMs
}

/**
 * Milliseconds from `npm start` to starting the runtime, measured with a program that exits immediately in place of
 * Chromium.
 */
async function handOver(): Promise<number> {
  const startedAt = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, CHROMIUM_PATH: '/bin/false' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(npm, 'close')
  let tookMs = NaN
  for await (const line of createInterface(npm.stdout))
    if (line.startsWith('Parlay Desk runs')) tookMs = performance.now() - startedAt
  await ended
  return tookMs
}

interface Sides {
  readonly ours: number[]
  readonly theirs: number[]
}

/** Starts both sides in turn; `folderOf` names the data folder of each run, from 0. */
async function startBoth(runs: number, folderOf: (run: number) => string): Promise<Sides> {
  const sides: Sides = { ours: [], theirs: [] }
  for (let run = 0; run < runs; run++) {
    sides.theirs.push(await start(empty, join(folderOf(run), 'empty')))
    sides.ours.push(await start(desk, join(folderOf(run), 'desk')))
  }
  return sides
}

/**
 * Adds the time from `npm start` to the start. Only when the Chromium host runs the app, because nothing can replace
 * Electron's program.
 */
async function withNpm({ ours, theirs }: Sides): Promise<Sides> {
  const whole: number[] = []
  for (const ms of ours) whole.push(ms + (await handOver()))
  return { ours: whole, theirs }
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const first = await startBoth(firstRuns, run => join(folder, String(run)))
  const next = await startBoth(nextRuns, () => join(folder, '0'))
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  const words = { against: 'an empty window', unit: 'ms' }
  const rows = [
    toRow({
      ...words,
      ...first,
      question: 'first start, to a usable desk',
      goal: { on: 'difference', max: maxFirstMs },
    }),
    toRow({ ...words, ...next, question: 'start, to a usable desk', goal: { on: 'difference', max: maxMs } }),
  ]
  if (electronBinary() !== undefined) return rows
  return [...rows, toRow({ ...words, ...(await withNpm(next)), question: 'npm start, to a usable desk' })]
}
