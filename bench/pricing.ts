/**
 * From pressing R to the last cell painted, at twelve books that take 20 ms each. The floor beside it: the same calls
 * made by undici alone, on warm connections, from this process.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Pool } from 'undici'
import { faultsFile, fetchFeed, profileSwitch, saveKey } from '../tests/e2e/own-profile.ts'
import { addParlay, pricesGrid, settled } from '../tests/e2e/screens.ts'
import { startService, type Service } from '../tests/e2e/service.ts'
import { launchDesk } from '../tools/chromium-host/index.mjs'
import { goals } from './goals.ts'
import { rotate, toRow, type BenchOptions, type BenchRow } from './report.ts'
import { run as askThirtyBooks } from './thirty-books.ts'

const runs = 15
const serversMs = 20

/**
 * Lets the row's prices age by a second, presses R, and waits frame by frame until every price is newer than that and
 * has been painted. Returns milliseconds; NaN when that took over ten seconds.
 */
function repriceRow(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(done => {
        const labels = () =>
          [...document.querySelectorAll('[role=gridcell]')].map(cell => cell.ariaLabel ?? '')
        const isUnderWay = () => labels().some(label => /pricing|waiting/.test(label))
        const agesMs = () =>
          labels().flatMap(label => [...label.matchAll(/(\d+) s ago/g)].map(age => Number(age[1]) * 1000))
        let startedAt = Infinity
        const afterPaint = new MessageChannel()
        afterPaint.port1.onmessage = () => done(tookMs())
        const tookMs = () => performance.now() - startedAt
        const look = () => {
          if (startedAt === Infinity && Math.min(...agesMs()) > 0) {
            startedAt = performance.now()
            document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }))
          } else if (tookMs() > 0 && !isUnderWay() && Math.max(...agesMs()) <= tookMs()) {
            // A frame is painted right after its callbacks, and a task posted by one of these runs after that.
            afterPaint.port2.postMessage(null)
            return
          }
          if (tookMs() > 10_000) done(NaN)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

/** The calls of one repricing, as the service saw them, made again by undici alone. `ask` returns the milliseconds it took. */
function createFloor(service: Service): { ask: () => Promise<number>; close: () => Promise<void> } {
  const { port } = new URL(service.profile.queue)
  const last = new Map(service.calls.filter(call => call.route === 'pricing').map(call => [call.book, call]))
  const calls = [...last.values()].map(call => ({
    pool: new Pool(`http://127.0.0.1:${port}`, { connections: 1 }),
    headers: { host: `${call.book ?? ''}.localhost:${port}`, 'content-type': 'application/json' },
    path: `/?${new URLSearchParams({ ...call.query, key: service.key }).toString()}`,
    body: call.body,
  }))
  const ask = async () => {
    const startedAt = performance.now()
    await Promise.all(
      calls.map(async ({ pool, headers, path, body }) => {
        const answer = await pool.request({ method: 'POST', path, headers, body })
        await answer.body.json()
      }),
    )
    return performance.now() - startedAt
  }
  const close = async () => {
    await Promise.all(calls.map(({ pool }) => pool.close()))
  }
  return { ask, close }
}

async function measure(page: Page, service: Service): Promise<BenchRow> {
  await saveKey(page, service.key)
  await page.getByRole('tab', { name: 'Desk' }).click()
  await fetchFeed(page)
  await addParlay(page)
  await settled(page, 0)
  await pricesGrid(page).getByRole('gridcell').first().click()
  await repriceRow(page)
  const floor = createFloor(service)
  await floor.ask()
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < runs; run++) {
    const askTheirs = async () => theirs.push(await floor.ask())
    const askOurs = async () => ours.push(await repriceRow(page))
    for (const ask of rotate([askTheirs, askOurs], run)) await ask()
  }
  await floor.close()
  return toRow({
    question: 'R to the last cell painted, 12 books',
    ours,
    theirs,
    against: `undici alone, ${serversMs} ms servers`,
    goal: { on: 'difference', max: goals.reprice.moreMs },
    unit: 'ms',
  })
}

async function reprice(): Promise<BenchRow> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const faults = faultsFile([{ route: 'pricing', kind: 'delay', ms: serversMs }])
  // Prices that refresh by themselves would be measured too.
  await mkdir(join(folder, 'desk'))
  await writeFile(join(folder, 'desk', 'settings.json'), JSON.stringify({ version: 1, autoSeconds: null }))
  const service = await startService(['--latency', '0', '--rate', '1000000', '--faults', faults])
  const desk = await launchDesk({
    userDataDir: join(folder, 'desk'),
    args: [profileSwitch(service)],
    env: { PARLAY_DESK_KEYCHAIN: 'memory' },
  })
  try {
    return await measure(desk.page, service)
  } finally {
    await desk.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

export const run = async (options: BenchOptions): Promise<BenchRow[]> => [
  ...(options.isQuick ? [] : [await reprice()]),
  ...(await askThirtyBooks(options)),
]
