/**
 * The ledger of 100,000 tickets opened from the desk: from the click on its tab to the paint of a screen of tickets, first
 * after a start and again. An empty page that fills a view on a click is the floor of the machine.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { launchDesk } from '../tools/chromium-host/index.mjs'
import { goals } from './goals.ts'
import { rotate, toRow, type BenchRow } from './report.ts'
import { writeStoredDesk } from './start/stored-desk.ts'

const size = { parlays: 200, tickets: 100_000 }
const starts = 5
const openingsPerStart = 5
/** Tickets in view at 1600 x 900, at least. */
const minTickets = 10
/** Time in which the work that follows a change of view ends. */
const restMs = 1_000

const tickets = '[role=grid] [data-ticket]'
const prices = '[role=grid] [role=gridcell].price'

/** Opens a view with a click and returns the milliseconds to the paint of `count` of its elements. */
async function open(page: Page, tab: string, shown: string, count: number): Promise<number> {
  const clock = await page.evaluateHandle(startClock, { shown, count })
  await page.getByRole('tab', { name: tab }).click()
  const tookMs = await clock.evaluate(({ painted }) => painted)
  await page.waitForTimeout(restMs)
  return tookMs
}

/**
 * Runs in the page. Each frame is read before it is painted; the message sent in the frame that shows the view arrives
 * once that is laid out and painted.
 */
function startClock({ shown, count }: { shown: string; count: number }): { painted: Promise<number> } {
  const painted = new Promise<number>((done, fail) => {
    const listen = ({ timeStamp }: MouseEvent) => {
      const check = () => {
        const isShown = document.querySelectorAll(shown).length >= count
        if (!isShown && performance.now() - timeStamp > 20_000) fail(new Error(`No ${shown} after 20 s.`))
        else if (!isShown) requestAnimationFrame(check)
        else {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done(performance.now() - timeStamp)
          port2.postMessage(null)
        }
      }
      requestAnimationFrame(check)
    }
    addEventListener('click', listen, { capture: true, once: true })
  })
  return { painted }
}

/** On the empty page: two tabs, of which one fills the view with one element. */
function addTabs(): void {
  document.body.innerHTML = '<button role=tab>Desk</button><button role=tab>Ledger</button><main></main>'
  addEventListener('click', ({ target }) => {
    const isLedger = target instanceof Element && target.textContent === 'Ledger'
    document.querySelector('main')?.replaceChildren(isLedger ? document.createElement('p') : '')
  })
}

interface Side {
  readonly appDir?: string
  readonly ready: (page: Page) => Promise<unknown>
  /** The element of the ledger's view, and how many of it fill the screen. */
  readonly shown: string
  readonly count: number
  /** The element of the desk's view. */
  readonly back: string
  readonly first: number[]
  readonly again: number[]
}

async function openOften(userDataDir: string, side: Side): Promise<void> {
  const { appDir, ready, shown, count, back, first, again } = side
  const { page, close } = await launchDesk({
    userDataDir,
    ...(appDir !== undefined && { appDir }),
    env: { PARLAY_DESK_KEYCHAIN: 'memory', PARLAY_DESK_KEY: 'bench-key' },
  })
  await ready(page)
  await page.waitForTimeout(restMs)
  first.push(await open(page, 'Ledger', shown, count))
  for (let opening = 0; opening < openingsPerStart; opening++) {
    await open(page, 'Desk', back, 1)
    again.push(await open(page, 'Ledger', shown, count))
  }
  await close()
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const ours: Side = {
    ready: page => page.locator(prices).first().waitFor(),
    shown: tickets,
    count: minTickets,
    back: prices,
    first: [],
    again: [],
  }
  const theirs: Side = {
    appDir: resolve(import.meta.dirname, 'empty-window'),
    ready: page => page.evaluate(addTabs),
    shown: 'main p',
    count: 1,
    back: 'main:not(:has(p))',
    first: [],
    again: [],
  }
  try {
    await writeStoredDesk(join(folder, 'desk'), size)
    for (let start = 0; start < starts; start++) {
      const openOurs = () => openOften(join(folder, 'desk'), ours)
      const openTheirs = () => openOften(join(folder, 'empty'), theirs)
      for (const open of rotate([openOurs, openTheirs], start)) await open()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  const what = `ledger of ${size.tickets.toLocaleString('en')} tickets opened from the desk`
  const row = (time: 'first' | 'again', max: number) =>
    toRow({
      question: `${what}, ${time}`,
      ours: ours[time],
      theirs: theirs[time],
      against: 'an empty view',
      goal: { on: 'ours', max },
      unit: 'ms',
    })
  return [row('first', goals.view.firstMs), row('again', goals.view.againMs)]
}
