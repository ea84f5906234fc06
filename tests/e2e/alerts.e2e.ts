/** An alert fires when a price that comes reaches it: on the desktop, in the window, and once in its quiet time. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { edges } from './grid-room.ts'
import { addParlay, cellPane, chooseInMenu, rowsOf, settled } from './screens.ts'

const firedButton = (page: Page) => page.getByRole('button', { name: /^\d new alerts?$/ })

async function repriceAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reprice all' }).click()
  await settled(page, 0)
}

test('an alert notifies once when a price is reached, and stays quiet after a restart', async ({
  launch,
}) => {
  const first = await launch()
  await chooseInMenu(first.page, 'Alerts')
  const dialog = first.page.getByRole('dialog', { name: 'Alerts' })
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await dialog.getByRole('textbox', { name: 'Price (American)' }).fill('-2000')
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await expect(dialog.getByRole('list', { name: 'Alerts' })).toContainText('reaches −2000')
  await first.page.keyboard.press('Escape')
  expect(await first.notifications()).toEqual([])

  await addParlay(first.page, 3)
  await settled(first.page, 0)
  await expect(firedButton(first.page)).toBeVisible()
  await repriceAll(first.page)
  const notifications = await first.notifications()
  expect(notifications).toHaveLength(1)
  await expect(rowsOf(first.page).getByRole('rowheader')).toContainText(notifications[0]?.title ?? 'none')
  expect(notifications[0]?.body).toMatch(/ is at [+−]\d+\. Your alert: −2000\.$/)

  // With a second parlay the bar has the filter, too; the window is that of a zoom of 200%.
  await addParlay(first.page, 2)
  await settled(first.page, 1)
  await expect(firedButton(first.page)).toHaveText('2 new alerts')
  await first.page.setViewportSize({ width: 800, height: 450 })
  const bar = first.page.getByRole('heading', { name: 'Prices' }).locator('..')
  const more = bar.getByRole('button', { name: 'More' })
  await expect.poll(async () => (await edges(bar)).right - (await edges(more)).right).toBeGreaterThan(0)
  await first.close()

  const second = await launch()
  await expect(firedButton(second.page)).toBeVisible()
  await settled(second.page, 0)
  await repriceAll(second.page)
  await firedButton(second.page).click()
  const again = second.page.getByRole('dialog', { name: 'Alerts' })
  await expect(again.getByRole('button', { name: /^Show:/ })).toHaveCount(2)
  expect(await second.notifications()).toEqual([])
})

test('an alert that a price meets already says so, and notifies right away', async ({ launch }) => {
  const { page, notifications } = await launch()
  await addParlay(page, 3)
  await settled(page, 0)
  await rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /best price/ })
    .first()
    .click()
  await cellPane(page).getByRole('button', { name: 'Alert…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alerts' })
  await expect(dialog.getByRole('status')).toHaveText(/ is already at [+−]\d+, so this will go off now\.$/)
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await expect(dialog.getByRole('button', { name: /^Show:/ })).toHaveCount(1)
  expect(await notifications()).toHaveLength(1)
})
