/**
 * A desk of many parlays at the twelve books of the demo service, with prices that refresh endlessly, and a board of
 * 400,000 selections more.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import type {} from '../../src/renderer/env.d.ts'
import { SearchAnswer } from '../../src/shared/model/game/board.ts'
import { DeskSnapshot } from '../../src/shared/model/parlay/desk.ts'
import { storeBoard } from '../stored-board.ts'
import { launchDesk, type Desk } from '../../tools/chromium-host/index.mjs'

const profileId = 'bench'
const demoLeagues = ['ubl', 'gfl', 'dbl', 'csl'] as const
/** Each of the two books, which are the demo service's, offers all selections. */
const board = {
  books: 2,
  selections: 400_000,
  objectsPerBook: 400_000,
  names: ['Alpha Bet', 'Bravo'],
} as const

const root = resolve(import.meta.dirname, '../..')
const maxMs = 10 * 60_000

export interface StreamingDesk {
  readonly desk: Desk
  /** Prices that came in the last minute, a second. */
  readonly pricesPerSecond: () => Promise<number>
  readonly close: () => Promise<void>
}

async function startService(perSecond: number) {
  const rate = String(perSecond * 60 * 2)
  const child = spawn(process.execPath, ['src/demo/cli.ts', '--port', '0', '--rate', rate], {
    cwd: root,
    timeout: maxMs,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const found = new Map<string, string>()
  for await (const line of createInterface(child.stdout)) {
    const [, name = '', value = ''] = /^ {2}(\w+) +(.+)$/.exec(line) ?? []
    found.set(name, value)
    if (name === 'profile') break
  }
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { key: found.get('key') ?? '', profile: found.get('profile') ?? '', stop }
}

/** Opens the desk with this number of parlays, and refreshes its prices at this rate. */
export async function openStreamingDesk(
  folder: string,
  { parlays, perSecond }: { parlays: number; perSecond: number },
): Promise<StreamingDesk> {
  const service = await startService(perSecond)
  const userDataDir = join(folder, 'desk')
  const sources = await storeBoard(userDataDir, { profileId, plan: board })
  const profile: unknown = JSON.parse(service.profile)
  await writeFile(
    join(userDataDir, 'settings.json'),
    JSON.stringify({
      ...{ version: 1, profiles: [Object.assign({ id: profileId }, profile)], activeProfileId: profileId },
      ...{ sources: { [profileId]: sources }, tour: 'finished' },
    }),
  )
  const desk = await launchDesk({
    userDataDir,
    env: { PARLAY_DESK_KEYCHAIN: 'memory', PARLAY_DESK_KEY: service.key },
  })
  const { page } = desk
  await page.getByRole('region', { name: 'Legs' }).waitFor()
  await setLimit(page, perSecond * 60)
  await fillDesk(page, parlays)
  const priceAll = () => page.evaluate(() => window.desk.desk.price({ parlayId: null, bookId: null }))
  const streaming = setInterval(() => void priceAll().catch(() => undefined), 1_000)
  await page
    .getByRole('gridcell', { name: /best price/ })
    .first()
    .waitFor({ timeout: maxMs })
  return {
    desk,
    pricesPerSecond: () => readRate(page),
    close: async () => {
      clearInterval(streaming)
      await desk.close()
      await service.stop()
    },
  }
}

/** Schema of the bridge's answers. */
const Answer = <T extends z.ZodType>(value: T) => z.object({ ok: z.literal(true), value })

async function setLimit(page: Page, perMinute: number): Promise<void> {
  await page.evaluate(async limit => {
    await window.desk.budget.setAuto({ parlayId: null, everySeconds: null })
    await window.desk.budget.setLimits({ kind: 'by-hand', perMinute: limit, inFlight: 64, perHost: 6 })
  }, perMinute)
}

/** Adds parlays of two adjacent legs of a search's results among the odds of the demo service. */
async function fillDesk(page: Page, parlays: number): Promise<void> {
  // The first load of a feed finds its books, the second brings their odds.
  for (let load = 0; load < 2; load++) await page.evaluate(() => window.desk.board.load({ id: 'feed' }))
  const pairs: string[][] = []
  const queries = ['points', 'rebounds', 'assists', 'yards', 'hits', 'goals', 'shots', 'total', 'over']
  for (const asked of queries.flatMap(query => demoLeagues.map(league => ({ query, league })))) {
    const found = await page.evaluate(search, asked)
    const { groups } = Answer(SearchAnswer).parse(JSON.parse(found)).value
    for (const { selections } of groups)
      pairs.push(...selections.slice(1).map(({ key }, at) => [selections[at]?.key ?? '', key]))
  }
  await page.evaluate(
    addAll,
    [...new Map(pairs.map(pair => [pair.toSorted().join(), pair])).values()].slice(0, parlays),
  )
}

const search = ({ query, league }: { query: string; league: string }) =>
  window.desk.board.search({
    query,
    limit: 500,
    filter: { league, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false },
  })

async function addAll(pairs: readonly string[][]): Promise<void> {
  const note = { name: '', tags: [], note: '' }
  for (const selections of pairs) await window.desk.desk.addParlay({ selections, note })
}

async function readRate(page: Page): Promise<number> {
  const text = await page.evaluate(() => window.desk.desk.snapshot())
  return Answer(DeskSnapshot).parse(JSON.parse(text)).value.meter.lastMinute / 60
}
