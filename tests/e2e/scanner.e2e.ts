/** The scanner: from its view to a proposal on the desk, within the calls that were set. */
import { expect, test } from './fixture.ts'
import { fetchFeed, profileSwitch } from './own-profile.ts'
import { rowsOf } from './screens.ts'

test('the scanner proposes parlays within its calls, and one key puts a proposal on the desk', async ({
  launch,
  service,
}) => {
  const odds = await service('--latency', '0')
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await fetchFeed(page)
  const pricings = () => odds.calls.filter(({ route }) => route === 'pricing').length
  await page.keyboard.press('Control+4')
  await page.getByRole('textbox', { name: 'Calls to spend' }).fill('60')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Scan', exact: true }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Out of calls.' })).toBeVisible({ timeout: 60_000 })
  expect(pricings()).toBe(60)

  const rows = page.getByRole('table', { name: 'Proposals' }).getByRole('row')
  expect(await rows.count()).toBeGreaterThan(20)
  await expect(rows.nth(1)).toContainText('%')
  await expect(rows.nth(1)).toContainText(/\d% (?:less|more)|The same/)
  await expect(page.getByRole('region', { name: 'Why it is proposed' })).toContainText('product')
  await rows.nth(1).click()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows.nth(2)).toContainText('On desk')
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(1)
  expect(pricings()).toBeLessThanOrEqual(60 + 12)
})
