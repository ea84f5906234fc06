/** Price by leg and alt lines: opening them costs nothing, and each asks exactly what it said it would. */
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { expect, test } from './fixture.ts'
import { fetchFeed, profileSwitch } from './own-profile.ts'
import { addParlay, cellPane, rowsOf, settled } from './screens.ts'
import type { Service } from './service.ts'

const Tokens = z.array(z.string())

/** The desk with one parlay of three legs, its best cell selected. Returns that cell's book. */
async function openParlay(page: Page, query = ''): Promise<string> {
  await fetchFeed(page)
  await addParlay(page, 3, query)
  await settled(page, 0)
  const best = rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /best price/ })
    .first()
  await best.click()
  return (await cellPane(page).getByRole('heading').first().textContent()) ?? ''
}

const pricings = ({ calls }: Service) => calls.filter(({ route }) => route === 'pricing')

async function open(page: Page, name: string): Promise<Locator> {
  await cellPane(page).getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('status')).toContainText('call')
  return dialog
}

test('leg costs price a parlay without each of its legs at one book, and call for nothing else', async ({
  launch,
  service,
}) => {
  const odds = await service('--latency', '0')
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  const book = await openParlay(page)
  const before = pricings(odds).length
  const dialog = await open(page, 'Price by leg')
  await expect(dialog).toHaveAccessibleName(`Price by leg at ${book.trim()}`)
  await expect(dialog.getByRole('status')).toContainText('Uses 3 calls')
  expect(pricings(odds)).toHaveLength(before)

  await dialog.getByRole('button', { name: 'Get prices' }).click()
  await expect(dialog.getByText(/^\d+\.\d\d$/)).toHaveCount(3)
  const asked = pricings(odds).slice(before)
  expect(asked.map(({ body }) => Tokens.parse(JSON.parse(body)).length)).toEqual([2, 2, 2])
  expect(new Set(asked.map(({ book: id }) => id)).size).toBe(1)
  expect(new Set(asked.map(({ body }) => body)).size).toBe(3)

  await page.keyboard.press('Escape')
  await open(page, 'Price by leg')
  await expect(dialog.getByText(/^\d+\.\d\d$/)).toHaveCount(3)
  expect(pricings(odds)).toHaveLength(before + 3)
})

test('line steps price the lines next to a leg’s, and put one on the desk', async ({ launch, service }) => {
  const odds = await service('--latency', '0')
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await openParlay(page, 'points over')
  const before = pricings(odds).length
  const dialog = await open(page, 'Alt lines')
  const said = await dialog.getByRole('status').textContent()
  const calls = Number(/(\d+) calls?/.exec(said ?? '')?.[1])
  expect(pricings(odds)).toHaveLength(before)

  await dialog.getByRole('button', { name: 'Get prices' }).click()
  await expect.poll(() => pricings(odds).length - before).toBe(calls)
  await expect(dialog.getByText('pricing…')).toHaveCount(0)
  await expect(dialog.getByRole('row', { name: /current/ })).toContainText(/[+−]\d+/)

  await dialog.getByRole('button', { name: /^Swap/ }).first().click()
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf(page)).toHaveCount(2)
  await settled(page, 1)
})
