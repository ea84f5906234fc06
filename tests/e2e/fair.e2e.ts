/** Fair price by every way the legs can land: from the cell to the expected value of the row. */
import { expect, test } from './fixture.ts'
import { fetchFeed, profileSwitch } from './own-profile.ts'
import { addParlay, cellPane, openFairPrice, settled } from './screens.ts'
import type { Service } from './service.ts'

const pricings = ({ calls }: Service) => calls.filter(({ route }) => route === 'pricing')

test('a book’s prices of all outcomes give a fair price, which EV then uses', async ({ launch, service }) => {
  const odds = await service('--latency', '0')
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await fetchFeed(page)
  await addParlay(page, 2, 'over points', /Over \d+\.5/)
  await settled(page, 0)
  const before = pricings(odds).length
  const { dialog, get } = await openFairPrice(page)
  expect(pricings(odds)).toHaveLength(before)

  await get.click()
  const use = dialog.getByRole('button', { name: 'Use as fair' })
  await expect(use).toBeVisible()
  await expect(dialog.getByText('Hold of this combo')).toBeVisible()
  await expect(dialog.getByRole('row')).toHaveCount(5)
  const asked = pricings(odds).slice(before)
  expect(asked.length).toBeGreaterThanOrEqual(3)
  expect(asked.length).toBeLessThanOrEqual(4)
  expect(new Set(asked.map(({ book }) => book)).size).toBe(1)

  await use.click()
  await expect(dialog).toBeHidden()
  await expect(cellPane(page).getByText(/^Fair, /)).toBeVisible()
  await expect(cellPane(page).getByText('EV, worst of seven')).toBeVisible()
  await expect(page.locator('.row-best').first()).toHaveAttribute('data-tip', /fair price|own margin/)

  await page.keyboard.press('Control+z')
  await expect(cellPane(page).getByText('EV, worst of seven')).toBeHidden()
})
