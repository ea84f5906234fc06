/** A start after kill -9, or after the window was closed. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { addParlay, cellOf, chooseLegs, rowsOf, settled } from './screens.ts'

test('a restart after a kill finds the parlays and their last prices', async ({ launch }) => {
  const first = await launch()
  await addParlay(first.page, 3)
  await settled(first.page, 0)
  await addParlay(first.page, 2, 'moneyline')
  await settled(first.page, 1)
  const names = await rowsOf(first.page).getByRole('rowheader').allInnerTexts()
  expect(names).toHaveLength(2)
  await first.kill()

  const second = await launch()
  await expect(rowsOf(second.page)).toHaveCount(2)
  expect(await rowsOf(second.page).getByRole('rowheader').allInnerTexts()).toEqual(names)
  await expect(
    rowsOf(second.page)
      .first()
      .getByRole('gridcell', { name: /[+−]\d+/ })
      .first(),
  ).toBeVisible()
})

test('a restart, after a kill or a close, finds the slip and the ticket that were not saved', async ({
  launch,
}) => {
  const first = await launch()
  await addParlay(first.page, 2)
  await settled(first.page, 0)
  const names = await chooseLegs(first.page, 2, 'moneyline')
  await cellOf(first.page, 0, 'Bravo').click()
  await first.page.keyboard.press('t')
  await stakeIn(first.page).fill('12.34')
  await pause(800)
  await first.kill()

  const second = await launch()
  await expectSlip(second.page, names)
  await cellOf(second.page, 0, 'Bravo').click()
  await second.page.keyboard.press('t')
  await expect(stakeIn(second.page)).toHaveValue('12.34')
  await stakeIn(second.page).fill('56.78')
  // As long as a hand takes from the last letter to the window's close button.
  await pause(200)
  await second.close()

  const third = await launch()
  await expectSlip(third.page, names)
  await cellOf(third.page, 0, 'Bravo').click()
  await third.page.keyboard.press('t')
  await expect(stakeIn(third.page)).toHaveValue('56.78')
})

const stakeIn = (page: Page) =>
  page.getByRole('dialog', { name: 'Record ticket' }).getByRole('textbox', { name: 'Stake' })

async function expectSlip(page: Page, names: readonly string[]): Promise<void> {
  const slip = page.getByRole('region', { name: 'New parlay' })
  await expect(slip.getByRole('listitem')).toContainText(names)
  await expect(slip.getByText(/books? offer this/)).toBeVisible({ timeout: 30_000 })
}
