/**
 * Key to paint while prices stream: from a key's own time to the paint of the frame that shows its result, on a desk of
 * 200 parlays at 12 books, with a board of 400,000 selections. A key on an empty page, pressed in the same rounds, is the floor of the machine.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { launchDesk } from '../tools/chromium-host/index.mjs'
import { pressToPaint, rehearse, type Sign } from './keys/key-clock.ts'
import { openStreamingDesk } from './keys/streaming-desk.ts'
import { goals } from './goals.ts'
import { quantile, toRow, type BenchRow } from './report.ts'

const parlays = 200
const perSecond = 150
/** The 95th percentile of a few keys would be the slowest of them. */
const rounds = 8

interface Action {
  readonly name: string
  readonly begin: (page: Page) => Promise<void>
  readonly keys: readonly string[]
  readonly end?: (page: Page) => Promise<void>
  readonly sign: Sign
}

const letters = (...words: readonly string[]) => words.flatMap(word => [...word])
const there = ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp']
const press = (key: string) => (page: Page) => page.keyboard.press(key)
const toGrid = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Home')
}

const actions: readonly Action[] = [
  {
    name: 'a letter in the search of 400,000 selections',
    begin: async page => {
      await page.keyboard.press('/')
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
    },
    keys: letters('rebounds over', ' 7.5'),
    sign: { selector: '[data-scope=search] > [role=status]' },
    end: press('Escape'),
  },
  {
    name: 'an arrow to the selected price',
    begin: toGrid,
    keys: [...there, ...there],
    sign: { selector: '[role=gridcell]:focus', isId: true },
  },
  {
    name: 'an arrow to the details of a price',
    begin: toGrid,
    keys: ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'],
    sign: { selector: '[aria-label=Cell] h2' },
  },
  {
    name: 'a letter in the palette',
    begin: press('Control+k'),
    keys: letters('repri', ' all'),
    // Titles alone: the reason why a command is off changes with the selected price.
    sign: { selector: 'dialog [role=option] > bdi' },
    end: press('Escape'),
  },
]

/** On the empty page: a field, and the text typed into it. */
const floor: Action = {
  name: 'a letter on an empty page',
  begin: page =>
    page.evaluate(() => {
      document.body.innerHTML = '<input><output></output>'
      const [field, shown] = [document.querySelector('input'), document.querySelector('output')]
      field?.addEventListener('input', () => shown && (shown.textContent = field.value))
      field?.focus()
    }),
  keys: letters('rebounds over'),
  sign: { selector: 'output' },
}

/** Times of the keys that change the screen; other keys are pressed, too. */
async function measure(page: Page, { begin, keys, end, sign }: Action): Promise<number[]> {
  const pressed = async <T>(run: () => Promise<T>): Promise<T> => {
    await begin(page)
    await page.waitForTimeout(500)
    const result = await run()
    await end?.(page)
    return result
  }
  const shown = await pressed(() => rehearse(page, keys, sign))
  return pressed(async () => {
    const times: number[] = []
    for (const [at, key] of keys.entries()) {
      const expected = shown[at] ?? ''
      if (at > 0 && shown[at - 1] === expected) await page.keyboard.press(key)
      else times.push(await pressToPaint(page, key, sign, expected))
    }
    return times
  })
}

function toRows(
  action: string,
  ours: readonly number[],
  theirs: readonly number[],
  rate: number,
): BenchRow[] {
  const shares = { p50: 0.5, p95: 0.95, max: 1 } as const
  return Object.entries(shares).map(([name, share]) =>
    toRow({
      question: `${action}, ${Math.round(rate)} prices a second: ${name}`,
      ours,
      theirs,
      against: 'an empty page',
      goal: name === 'p95' ? { on: 'ours', max: goals.keys.p95Ms } : null,
      unit: 'ms',
      statistic: times => quantile(times, share),
    }),
  )
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const streaming = await openStreamingDesk(folder, { parlays, perSecond })
  const appDir = resolve(import.meta.dirname, 'empty-window')
  const empty = await launchDesk({ userDataDir: join(folder, 'empty'), appDir })
  const times = new Map<Action, number[]>([...actions, floor].map(action => [action, []]))
  try {
    for (let round = 0; round < rounds; round++)
      for (const [action, all] of times)
        all.push(...(await measure(action === floor ? empty.page : streaming.desk.page, action)))
    const rate = await streaming.pricesPerSecond()
    const theirs = times.get(floor) ?? []
    return actions.flatMap(action => toRows(action.name, times.get(action) ?? [], theirs, rate))
  } finally {
    await empty.close()
    await streaming.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
