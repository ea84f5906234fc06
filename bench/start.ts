/**
 * Time until the desk can be used, beside an empty window on the same runtime: first with nothing stored, then with a
 * desk in daily use, until its rows are painted and a first key is answered. Both start in the same way, so the
 * difference is ours: loading and running the bundles, reading the stored desk, the first paint.
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
import { goals } from './goals.ts'
import { rotate, toRow, type BenchRow } from './report.ts'
import { writeStoredDesk } from './start/stored-desk.ts'

const firstRuns = 3
const nextRuns = 7
/** Prices of the rows in view at 1600 x 900, at least. */
const minCells = 100
const emptyApp = resolve(import.meta.dirname, 'empty-window')

interface App {
  readonly appDir?: string
  readonly args?: readonly string[]
  readonly pageScript?: string
  /** Epoch ms by the page's clock, because this process gets the event late. */
  readonly usableAt: (page: Page) => Promise<number>
  /** Prepares the page for the first key, `/`, which takes the focus to a field. */
  readonly beforeKey?: (page: Page) => Promise<unknown>
}
const newDesk: App = {
  args: ['--demo'],
  usableAt: async page => {
    await page.getByRole('searchbox', { name: 'Search legs' }).waitFor()
    return page.evaluate(paintedAt)
  },
}
const storedDesk: App = {
  pageScript: `globalThis.rowsPainted = (${String(rowsPaintedAt)})(${minCells})`,
  usableAt: page => page.evaluate<number>('rowsPainted'),
}
const empty: App = {
  appDir: emptyApp,
  beforeKey: page => page.evaluate(addField),
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

/**
 * Time at which this many prices are painted: each frame is looked at, and a message sent in a frame arrives once that is
 * painted. Runs in the page from its beginning, because it paints before this process has connected to it.
 */
function rowsPaintedAt(cells: number): Promise<number> {
  return new Promise<number>(done => {
    const look = () => {
      const drawn = document.querySelectorAll('[role=grid] [role=gridcell].price').length
      if (drawn < cells && performance.now() < 20_000) {
        requestAnimationFrame(look)
        return
      }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(drawn < cells ? NaN : performance.timeOrigin + performance.now())
      port2.postMessage(null)
    }
    look()
  })
}

/** On the empty page: a field that takes the focus at `/`. */
function addField(): void {
  document.body.innerHTML = '<input>'
  addEventListener('keydown', ({ key }) => {
    if (key === '/') document.querySelector('input')?.focus()
  })
}

/** Time from the next key to the paint of the frame in which a field has the focus. */
function watchKey(): { answered: Promise<number> } {
  const answered = new Promise<number>(done => {
    const listen = ({ timeStamp }: KeyboardEvent) => {
      const look = () => {
        if (!(document.activeElement instanceof HTMLInputElement) && performance.now() - timeStamp < 5_000) {
          requestAnimationFrame(look)
          return
        }
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(performance.now() - timeStamp)
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    }
    addEventListener('keydown', listen, { capture: true, once: true })
  })
  return { answered }
}

async function pressFirstKey(page: Page): Promise<number> {
  const key = await page.evaluateHandle(watchKey)
  await page.keyboard.press('/')
  return key.evaluate(({ answered }) => answered)
}

/** Milliseconds from the start of the process to a window that can be used, with its answer to a first key. */
async function start(
  { appDir, args = [], pageScript, usableAt, beforeKey }: App,
  userDataDir: string,
): Promise<number> {
  const startedAt = performance.timeOrigin + performance.now()
  const app = await launchDesk({
    userDataDir,
    args,
    ...(appDir !== undefined && { appDir }),
    ...(pageScript !== undefined && { pageScript }),
    env: { PARLAY_DESK_KEYCHAIN: 'memory', PARLAY_DESK_KEY: 'bench-key' },
  })
  const tookMs = (await usableAt(app.page)) - startedAt
  await beforeKey?.(app.page)
  const keyMs = await pressFirstKey(app.page)
  await app.close()
  return tookMs + keyMs
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

/** Starts both sides in turn, another one first each time; `folderOf` names the data folders of each run, from 0. */
async function startBoth(desk: App, runs: number, folderOf: (run: number) => string): Promise<Sides> {
  const sides: Sides = { ours: [], theirs: [] }
  for (let run = 0; run < runs; run++) {
    const startTheirs = async () => sides.theirs.push(await start(empty, join(folderOf(run), 'empty')))
    const startOurs = async () => sides.ours.push(await start(desk, join(folderOf(run), 'desk')))
    for (const startOne of rotate([startTheirs, startOurs], run)) await startOne()
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
  const stored = join(folder, 'stored')
  await writeStoredDesk(join(stored, 'desk'))
  const first = await startBoth(newDesk, firstRuns, run => join(folder, String(run)))
  const next = await startBoth(storedDesk, nextRuns, () => stored)
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  const words = { against: 'an empty window', unit: 'ms' }
  const rows = [
    toRow({
      ...words,
      ...first,
      question: 'first start, to a usable desk and a key answered',
      goal: { on: 'difference', max: goals.start.firstMoreMs },
    }),
    toRow({
      ...words,
      ...next,
      question: 'start with 200 parlays, until rows are painted and a key is answered',
      goal: { on: 'difference', max: goals.start.moreMs },
    }),
  ]
  if (electronBinary() !== undefined) return rows
  return [
    ...rows,
    toRow({
      ...words,
      ...(await withNpm(next)),
      question: 'npm start with 200 parlays, until rows are painted and a key is answered',
    }),
  ]
}
