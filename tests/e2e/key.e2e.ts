/** A wrong key, and a machine without a keychain. */
import { expect, test } from './fixture.ts'
import { fetchFeed, profileSwitch, saveKey } from './own-profile.ts'
import { addParlay, rowsOf, settled } from './screens.ts'

const refused = 'Your API key was rejected. Pricing is paused until you update it.'

test('a rejected key stops all calls, and a new one resumes them', async ({ launch, service }) => {
  const odds = await service('--latency', '0')
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await fetchFeed(page)
  await saveKey(page, 'a-key-that-is-wrong')
  await page.getByRole('tab', { name: 'Desk' }).click()
  await addParlay(page, 2)
  await expect(page.getByText(refused)).toHaveCount(1)
  await settled(page, 0)

  const before = odds.calls.length
  await page.getByRole('button', { name: /^Reprice all/ }).click()
  await settled(page, 0)
  expect(odds.calls.length).toBe(before)
  await expect(
    rowsOf(page)
      .first()
      .getByRole('gridcell', { name: /Key rejected/ })
      .first(),
  ).toBeVisible()

  await saveKey(page, odds.key)
  await page.getByRole('tab', { name: 'Desk' }).click()
  await expect(page.getByText(refused)).toHaveCount(0)
  await expect(
    rowsOf(page)
      .first()
      .getByRole('gridcell', { name: /[+−]\d+/ })
      .first(),
  ).toBeVisible()
  await expect(
    rowsOf(page)
      .first()
      .getByRole('gridcell', { name: /Key rejected/ }),
  ).toHaveCount(0)
})

// macOS and Windows always have a keychain.
if (process.platform === 'linux') {
  test('a key without a keychain is kept for the session, and says so', async ({ launch, service }) => {
    const odds = await service('--latency', '0')
    const env = {
      PARLAY_DESK_KEYCHAIN: undefined,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      DISPLAY: undefined,
    }
    const { page } = await launch({ args: [profileSwitch(odds)], env })
    await saveKey(page, odds.key)
    await expect(page.getByText(/^Your key will be forgotten when you quit\./)).toBeVisible({
      timeout: 15_000,
    })
    await expect(page.getByText('Key not saved')).toBeVisible()
    await page.getByRole('tab', { name: 'Desk' }).click()
    await fetchFeed(page)
    await addParlay(page, 2)
    await settled(page, 0)
    await expect(
      rowsOf(page)
        .first()
        .getByRole('gridcell', { name: /[+−]\d+/ })
        .first(),
    ).toBeVisible()
  })
}
