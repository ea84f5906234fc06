/**
 * A price in the windows of two desks of the built program: from its paint on the desk that paid for it to its paint on
 * the other, which shares the parlay.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type {} from '../../src/renderer/env.d.ts'
import { profileSwitch } from '../../tests/e2e/own-profile.ts'
import { startService } from '../../tests/e2e/service.ts'
import { invite, letIn, setUpTeam, startDatabase, workOnOneParlay } from '../../tests/e2e/team-room.ts'
import { launchDesk } from '../../tools/chromium-host/index.mjs'
import { goals } from '../goals.ts'
import { quantile, toRow, type BenchRow } from '../report.ts'

const rounds = 30
/** Time in which twelve answers of a round are in both windows. */
const roundMs = 2_500

/** The times of a page at which its cells showed another price, by book and price (epoch ms). */
type Painted = Map<string, number>

export async function windowRow(folder: string): Promise<BenchRow> {
  const { server, database } = await startDatabase()
  // Prices of a live game at this speed differ from quote to quote.
  const service = await startService(['--speed', '5', '--rate', '10000'])
  const desks = await Promise.all(
    ['first', 'second'].map(name =>
      launchDesk({
        userDataDir: join(folder, name),
        args: [profileSwitch(service)],
        env: { PARLAY_DESK_KEYCHAIN: 'memory', PARLAY_DESK_KEY: service.key },
      }),
    ),
  )
  try {
    const [first, second] = desks.map(({ page }) => page)
    if (first === undefined || second === undefined) throw new Error('no window')
    const delays: number[] = []
    await shareParlay(first, second, database)
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await watchCells(first), await watchCells(second)]
      await first.evaluate(() => window.desk.desk.price({ parlayId: null, bookId: null }))
      await first.waitForTimeout(roundMs)
      const [here, there] = [await one(), await other()]
      delays.push(...[...here].flatMap(([price, at]) => (there.get(price) ?? Infinity) - at))
    }
    return toRow({
      question: 'a price from its paint in the window that paid to its paint in another desk’s: p95',
      ...{ ours: delays, theirs: [NaN], against: 'none', unit: 'ms' },
      goal: { on: 'ours', max: goals.team.quoteP95Ms },
      statistic: times => quantile(times, 0.95),
    })
  } finally {
    for (const desk of desks) await desk.close()
    await service.stop()
    await server.remove()
  }
}

/** A team of two, of which each has the same parlay. */
async function shareParlay(first: Page, second: Page, database: string): Promise<void> {
  await setUpTeam(first, database)
  await letIn(first, second, await invite(first))
  await workOnOneParlay(first, second)
}

/** Watches the cells of a page; the function returned ends that. */
async function watchCells(page: Page): Promise<() => Promise<Painted>> {
  const watch = await page.evaluateHandle(() => {
    const painted = new Map<string, number>()
    const texts = () =>
      [...document.querySelectorAll('[role=grid][aria-label=Prices] [role=gridcell]')].map(
        cell => /^(.+?[+−]\d+)/.exec(cell.getAttribute('aria-label') ?? cell.textContent)?.[1] ?? '',
      )
    const known = new Set(texts())
    const observer = new MutationObserver(() => {
      const fresh = texts().filter(text => text !== '' && !known.has(text))
      for (const text of fresh) known.add(text)
      if (fresh.length === 0) return
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          for (const text of fresh) painted.set(text, performance.timeOrigin + performance.now())
        }
        port2.postMessage(null)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    return { painted, observer }
  })
  return async () =>
    new Map(
      await watch.evaluate(({ painted, observer }) => {
        observer.disconnect()
        return [...painted]
      }),
    )
}
