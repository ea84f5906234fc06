/** The trending queue through the window: every outcome, a refused key, and a restart with a full outbox. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { faultsFile, fetchFeed, profileSwitch, saveKey } from './own-profile.ts'
import { addParlay, cellPane, rowsOf, settled } from './screens.ts'
import type { Service } from './service.ts'

const queueOf = (page: Page): Locator => page.getByRole('region', { name: 'Trending queue' })
const lineOf = (page: Page, title: string): Locator =>
  queueOf(page).getByRole('listitem').filter({ hasText: title })
const postsTo = ({ calls }: Service) => calls.filter(({ route }) => route === 'queue')

/** Words that each find legs of their own, so that no two parlays are the same. */
const searches = ['player points', 'rebounds', 'assists', 'moneyline', 'yards', 'hits', 'goals']

/** An answer to the queue's n-th call. */
const answer = (after: number, code: number, message: string, status = code) => ({
  ...{ route: 'queue', kind: 'status', after, count: 1, status },
  body: JSON.stringify({ code, queued: false, message }),
})

/** Opens the queue's list, and puts `count` parlays on the desk of a new profile. */
async function openDesk(page: Page, count: number): Promise<void> {
  await fetchFeed(page)
  await queueOf(page).getByRole('button', { name: 'Trending', exact: true }).click()
  for (const [row, words] of searches.slice(0, count).entries()) {
    await addParlay(page, 2, words)
    await expect(rowsOf(page)).toHaveCount(row + 1)
    await settled(page, row)
  }
}

/** Selects a row and sends it as a person does, by the book that is offered first; answers what it is called. */
async function send(page: Page, row: number): Promise<string> {
  await rowsOf(page).nth(row).getByRole('gridcell').first().click()
  await page.keyboard.press('q')
  const dialog = page.getByRole('dialog', { name: 'Send to trending' })
  await expect(dialog.getByRole('list', { name: 'IDs' }).getByRole('listitem')).toHaveCount(2)
  const title = await dialog.locator('legend').innerText()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  return title
}

async function turnRetriesOff(page: Page): Promise<void> {
  await queueOf(page).getByRole('button', { name: 'All…' }).click()
  const all = page.getByRole('dialog', { name: 'Trending queue' })
  const retries = all.getByRole('checkbox', { name: 'Retry automatically' })
  await retries.click()
  await expect(retries).not.toBeChecked()
  await all.getByRole('button', { name: 'Close' }).click()
}

test('the queue shows the outcome of each parlay, documented or not', async ({ launch, service }) => {
  test.slow()
  const faults = faultsFile([
    answer(0, 409, 'Already queued', 200),
    answer(1, 429, 'Max queued'),
    answer(2, 404, 'Event not found'),
    answer(3, 418, 'I am a teapot'),
    { route: 'queue', kind: 'truncated', after: 4, count: 1 },
    { route: 'queue', kind: 'rate-limit', retryAfter: '1', after: 8, count: 1 },
  ])
  const odds = await service('--latency', '0', '--faults', faults)
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await openDesk(page, searches.length)
  const ends = async (row: number, ...words: string[]): Promise<Locator> => {
    const line = lineOf(page, await send(page, row))
    for (const word of words) await expect(line).toContainText(word, { timeout: 90_000 })
    return line
  }

  await ends(0, 'Already queued')
  const full = await ends(1, 'Queue full', 'Retrying at')
  await turnRetriesOff(page)
  await expect(full).toContainText('retry manually')
  await ends(2, 'Game not found')
  await ends(3, 'Not accepted', 'I am a teapot (code 418)')
  // The queue took it and its answer broke off; sent again, it says so.
  await ends(4, 'Already queued')
  await ends(5, '✓Queued')
  await expect(queueOf(page).getByRole('status')).toHaveText('3 queued · 1 waiting · 2 not accepted')

  await full.getByRole('button').click()
  const one = page.getByRole('dialog')
  await expect(one.getByRole('list', { name: 'History' })).toContainText('HTTP 429')
  await expect(one.getByRole('list', { name: 'History' })).toContainText('"message":"Max queued"')
  await one.getByRole('button', { name: 'Retry now' }).click()
  await expect(one.getByRole('list', { name: 'History' })).toContainText('Queued.')
  await one.getByRole('button', { name: 'Close' }).click()
  await expect(full).toContainText('✓Queued')

  // A rate limit is no full queue: it goes on by itself once the budget, which learned from it, has a call to spare.
  await ends(6, '✓Queued')

  const bodies = postsTo(odds).map(({ body }) => body)
  expect(new Set(bodies).size).toBe(searches.length)
  expect(bodies.every(body => Array.isArray(JSON.parse(body)))).toBe(true)
})

test('a parlay sent again shows its submission instead, and the list filters by state', async ({
  launch,
  service,
}) => {
  const odds = await service('--latency', '0')
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await openDesk(page, 1)
  await send(page, 0)
  await expect(queueOf(page).getByRole('status')).toHaveText('1 queued')

  await cellPane(page).getByRole('button', { name: 'Send to trending' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to trending' })
  await expect(dialog).toContainText('Already sent.')
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')
  expect(postsTo(odds)).toHaveLength(1)

  await queueOf(page).getByRole('button', { name: 'All…' }).click()
  const all = page.getByRole('dialog', { name: 'Trending queue' })
  const lines = all.getByRole('list', { name: 'Sent parlays' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await all.getByRole('radiogroup').getByText('Waiting').click()
  await expect(all).toContainText('Nothing here.')
  await all.getByRole('button', { name: 'Remove finished' }).click()
  await expect(queueOf(page).getByRole('status')).toHaveText('0 queued')
})

test('a refused key stops sending, and another one resumes it', async ({ launch, service }) => {
  const faults = faultsFile([{ route: 'queue', kind: 'invalid-key', count: 1 }])
  const odds = await service('--latency', '0', '--faults', faults)
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await openDesk(page, 2)
  await send(page, 0)
  await expect(queueOf(page)).toContainText('Needs key')
  await send(page, 1)
  await expect(queueOf(page).getByText('Needs key')).toHaveCount(2)
  expect(postsTo(odds)).toHaveLength(1)

  await saveKey(page, odds.key)
  await page.getByRole('tab', { name: 'Desk' }).click()
  await expect(queueOf(page).getByRole('status')).toHaveText('2 queued')
})

test('a full outbox is there after a kill, and nothing of it is lost', async ({ launch, service }) => {
  const odds = await service(
    '--latency',
    '0',
    '--faults',
    faultsFile([{ route: 'queue', kind: 'no-answer', count: 1 }]),
  )
  const args = [profileSwitch(odds)]
  const env = { PARLAY_DESK_KEY: odds.key }
  const first = await launch({ args, env })
  await openDesk(first.page, 4)
  const titles: string[] = []
  for (const row of searches.slice(0, 4).keys()) titles.push(await send(first.page, row))
  await expect(lineOf(first.page, titles[0] ?? '')).toContainText('Sending')
  await expect(queueOf(first.page).getByRole('status')).toContainText('4 waiting')
  await first.kill()

  const { page } = await launch({ args, env })
  await expect(queueOf(page).getByRole('status')).toHaveText('4 queued', { timeout: 30_000 })
  const bodies = postsTo(odds).map(({ body }) => body)
  expect([bodies.length, new Set(bodies).size]).toEqual([5, 4])
  expect(bodies[0]).toBe(bodies[1])
})
