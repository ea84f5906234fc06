/** A day on the desk with a key to look for: feed, prices, queue and grader, each with faults that echo it, and a crash. */
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { canary, echo, findFilesWithKey, findKey, findKeyInPage, forms } from './canary.ts'
import { expect, test } from './fixture.ts'
import { faultsFile, fetchFeed, profileSwitch, saveKey } from './own-profile.ts'
import { addParlay, cellOf, recordTicket, settled, ticketRows } from './screens.ts'
import type { Service } from './service.ts'

/** An error page that echoes the address, as many web servers have it. */
const page500 = { kind: 'status', status: 500, body: `<html><h1>500</h1>${echo}</html>` }
/** A read is tried three times, a parlay is sent once. */
const onceToTheEnd = { ...page500, count: 3 }
const atBook = (book: string, fault: object) => ({ route: 'pricing', book, ...fault })
const faults = [
  { route: 'feed', ...onceToTheEnd },
  { route: 'queue', ...page500, count: 1 },
  { route: 'grader', ...onceToTheEnd },
  atBook('alpha_bet', page500),
  atBook('bravo', { kind: 'error-body', message: `Refused: ${echo}` }),
  atBook('charlie_sports', { kind: 'redirect', location: `http://elsewhere.localhost/?${echo}` }),
  atBook('delta', { kind: 'status', status: 200, body: `{"price":"${echo}` }),
  atBook('echo_888', { kind: 'reset' }),
]

const struckRoutes = ({ calls }: Service) =>
  new Set(calls.filter(({ fault }) => fault !== null).map(({ route }) => route))

test('a key is found nowhere after a day of answers, faults and a crash', async ({
  launch,
  service,
  userDataDir,
}, info) => {
  expect(findKey(echo)).toEqual(forms)
  // In the data folder, because a name of the results' folder is too long for the sockets of Chromium.
  const temp = join(userDataDir, 'temp')
  await mkdir(temp)
  const odds = await service('--key', canary, '--latency', '0', '--faults', faultsFile(faults))
  const env = { NODE_DEBUG: 'undici,fetch,http,net,tls', TMPDIR: temp }
  const desk = await launch({ args: [profileSwitch(odds)], env })
  const har = await recordHar(desk.page, info.outputPath('day.har'))
  await liveDay(desk.page, odds)
  expect(new Set(odds.calls.map(({ key }) => key))).toEqual(new Set([canary]))

  const traffic = await har()
  expect(traffic).toMatch(/"entries":\[\{/)
  expect(findKey(traffic)).toEqual([])
  expect(await findKeyInPage(desk.page)).toEqual([])
  expect(findFilesWithKey(userDataDir)).toEqual([])

  // On Electron Playwright cannot reach a page that crashed, nor close it.
  if (existsSync(join(userDataDir, 'Chromium'))) {
    await crash(desk.page)
    await expect.poll(desk.mainLog).toContain('the page process is gone')
  }
  await desk.close()
  expect(findKey(desk.mainLog())).toEqual([])
  expect(findFilesWithKey(userDataDir)).toEqual([])
})

/** Starts to record the page's traffic, from its load; the function that it returns ends this with all of it. */
async function recordHar(page: Page, file: string): Promise<() => Promise<string>> {
  const { tracing } = page.context()
  await tracing.startHar(file)
  await page.reload()
  return async () => {
    await tracing.stopHar()
    return readFile(file, 'utf8')
  }
}

/** Saves the key, and meets a fault that echoes it at each kind of call. */
async function liveDay(page: Page, odds: Service): Promise<void> {
  await saveKey(page, canary)
  await page.getByRole('tab', { name: 'Desk' }).click()
  await page.getByRole('button', { name: 'Refresh odds' }).click()
  await expect.poll(() => struckRoutes(odds).has('feed')).toBe(true)
  await fetchFeed(page)
  await addParlay(page, 2, 'moneyline')
  await settled(page, 0)
  await expect(cellOf(page, 0, 'Alpha Bet')).toHaveAccessibleName(/Error 500/)
  await expect(cellOf(page, 0, 'Bravo')).toHaveAccessibleName(/Refused: POST .*•••/)

  await cellOf(page, 0, 'Golf River').click()
  await page.keyboard.press('q')
  const sending = page.getByRole('dialog', { name: 'Send to trending' })
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => struckRoutes(odds).has('queue')).toBe(true)

  await cellOf(page, 0, 'Golf River').click()
  await page.keyboard.press('t')
  await recordTicket(page, '10')
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await expect(ticketRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Settle pending' }).click()
  await expect.poll(() => struckRoutes(odds)).toEqual(new Set(['feed', 'pricing', 'queue', 'grader']))
  await page.getByRole('button', { name: 'Settle pending' }).click()
  await expect(page.getByText(/Checked 2 legs\./)).toBeVisible({ timeout: 30_000 })
}

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await Promise.all([page.waitForEvent('crash'), session.send('Page.crash').catch(() => {})])
}
