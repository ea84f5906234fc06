/** Odds by every way in: pasted, dropped, from a file that a poller replaces while it is read, and from the feed. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Desk } from '../../tools/chromium-host/index.mjs'
import { expect, test } from './fixture.ts'
import { fetchFeed, profileSwitch } from './own-profile.ts'
import { legList, legsPane } from './screens.ts'

const event = 'hoops:river-town:harbor-city:2026-09-10'
const odds = (name: string, book = 'Bravo') => ({
  id: `${book}#${event}#Moneyline#${name}`,
  sgp: `${book}-${name}`,
})
const textOf = (...names: string[]) => JSON.stringify(names.map(name => odds(name)))
/** Takes a while to read and to parse. */
const largeTextOf = (name: string) =>
  JSON.stringify([...Array.from({ length: 60_000 }, (_, at) => odds(`Filler ${at}`)), odds(name)])

const nowhere = {
  name: 'Mine',
  pricing: 'https://{book}.odds.invalid/',
  queue: 'https://queue.odds.invalid/',
  grader: 'https://grader.odds.invalid',
}
const args = () => [profileSwitch({ profile: nowhere })]

const sourceOf = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('dialog', { name: 'Sources' }).getByRole('listitem', { name })

async function openSources(page: Page): Promise<Locator> {
  await legsPane(page).getByRole('button', { name: 'Odds and sources' }).click()
  await page.getByRole('menuitem', { name: 'Sources' }).click()
  return page.getByRole('dialog', { name: 'Sources' })
}

async function paste(page: Page, text: string): Promise<void> {
  await legsPane(page).getByRole('button', { name: 'Add odds' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add odds' })
  await dialog.getByRole('textbox', { name: 'Odds objects' }).fill(text)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(/Added \d+ odds/)).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Drops a file on the window, as the system does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    file => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([file.text], file.name))
      return transfer
    },
    { name, text },
  )
  await page.dispatchEvent('body', 'dragenter', { dataTransfer })
  await page.dispatchEvent('body', 'drop', { dataTransfer })
}

async function expectLegs(page: Page, ...names: string[]): Promise<void> {
  for (const name of names)
    await expect(legList(page).getByRole('option').filter({ hasText: name })).toBeVisible()
}

async function watchFile({ page, answerDialog }: Desk, path: string): Promise<void> {
  await answerDialog([path])
  const dialog = await openSources(page)
  await dialog.getByRole('button', { name: 'Watch a file…' }).click()
}

test('pasted odds outlast a restart, and can be turned off and on', async ({ launch }) => {
  const first = await launch({ args: args() })
  await paste(first.page, textOf('River Town', 'Harbor City'))
  await expectLegs(first.page, 'River Town', 'Harbor City')
  await first.close()

  const { page } = await launch({ args: args() })
  await expectLegs(page, 'River Town', 'Harbor City')
  await openSources(page)
  const pasted = sourceOf(page, /^Pasted at/)
  await expect(pasted).toContainText('2 odds')
  const onOff = pasted.getByRole('switch')
  await onOff.click()
  await expect(onOff).toHaveAttribute('aria-checked', 'false')
  await expect(legList(page).getByRole('option')).toHaveCount(0)
  await onOff.click()
  await expect(pasted).toContainText('2 odds')
})

test('files dropped on the window are loaded, and a bad one says what is wrong with it', async ({
  launch,
}) => {
  const { page } = await launch({ args: args() })
  await expect(legsPane(page).getByRole('button', { name: 'Add odds' }).first()).toBeVisible()
  await drop(page, 'odds.json', textOf('River Town'))
  await drop(page, 'cut.json', '[{"id": "cut')
  await expect(page.getByText('was cut off').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expectLegs(page, 'River Town')
  await openSources(page)
  await expect(sourceOf(page, 'odds.json')).toContainText('1 odds')
  await expect(sourceOf(page, 'cut.json')).toHaveCount(0)
})

test('a watched file that is replaced while it is being read is read again', async ({ launch }) => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-watched-'))
  const path = join(folder, 'poll.json')
  const replace = (text: string) => {
    writeFileSync(`${path}.part`, text)
    renameSync(`${path}.part`, path)
  }
  replace(textOf('River Town'))
  const desk = await launch({ args: args() })
  await watchFile(desk, path)
  await expect(sourceOf(desk.page, 'poll.json')).toContainText('1 odds')

  replace(largeTextOf('Never Shown Alone'))
  await expect(sourceOf(desk.page, 'poll.json').getByRole('progressbar')).toBeVisible()
  replace(textOf('Harbor City', 'Bay City'))
  await expect(sourceOf(desk.page, 'poll.json')).toContainText('2 odds', { timeout: 20_000 })
  await expect(sourceOf(desk.page, 'poll.json')).toContainText(/^.*Updated/)

  rmSync(path)
  await expect(sourceOf(desk.page, 'poll.json')).toContainText('is missing')
  await desk.page.keyboard.press('Escape')
  await expectLegs(desk.page, 'Harbor City', 'Bay City')
  rmSync(folder, { recursive: true })
})

test('a plan of the feed states its calls, and makes exactly those', async ({ launch, service }) => {
  const own = await service('--latency', '0')
  const { page } = await launch({
    args: [profileSwitch({ profile: own.profile })],
    env: { PARLAY_DESK_KEY: own.key },
  })
  expect(own.calls.filter(({ route }) => route === 'feed')).toEqual([])
  await fetchFeed(page)
  await openSources(page)
  const feed = sourceOf(page, 'Odds feed')
  await feed.getByRole('button', { name: 'Schedule…' }).click()
  const plan = feed.getByRole('form', { name: 'Feed schedule' })
  await plan.getByRole('textbox', { name: 'Leagues' }).fill('ubl, csl')
  await plan.getByRole('checkbox', { name: 'Main lines only' }).check()
  await expect(plan.getByRole('status')).toContainText('24 calls per refresh')
  await plan.getByRole('button', { name: 'Save schedule' }).click()
  await expect(plan).toHaveCount(0)

  await expect(feed).toContainText('Updated', { timeout: 30_000 })
  const before = own.calls.filter(({ route }) => route === 'feed').length
  await feed.getByRole('button', { name: 'Refresh' }).click()
  await expect
    .poll(() => own.calls.filter(({ route }) => route === 'feed').length - before, { timeout: 20_000 })
    .toBe(24)
  await expect(feed).toContainText('Updated', { timeout: 30_000 })
  const asked = own.calls.filter(({ route }) => route === 'feed').slice(before)
  expect(new Set(asked.map(({ query }) => `${query['league']} ${query['main']}`))).toEqual(
    new Set(['ubl true', 'csl true']),
  )
})
