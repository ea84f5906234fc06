/** A key in the real keychain reaches the pricing call's query string, and is found nowhere else. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { canary, findFilesWithKey, findKey, findKeyInPage } from './canary.ts'
import { expect, test } from './fixture.ts'
import { lockKeyring, unlockKeyring } from './keyring.ts'
import { fetchFeed, profileSwitch, saveKey } from './own-profile.ts'
import { addParlay, rowsOf, settled } from './screens.ts'

test('a saved key is in the system keychain, and goes nowhere but to the service', async ({
  launch,
  service,
  userDataDir,
}) => {
  const odds = await service('--key', canary, '--latency', '0')
  const temp = join(userDataDir, 'temp')
  await mkdir(temp)
  const env = { PARLAY_DESK_KEYCHAIN: undefined, TMPDIR: temp }
  const desk = await launch({ args: [profileSwitch(odds)], env })
  await saveKey(desk.page, canary)
  await expect(desk.page.getByText('Key saved')).toBeVisible()
  await desk.page.getByRole('tab', { name: 'Desk' }).click()
  await fetchFeed(desk.page)
  await addParlay(desk.page, 2)
  await settled(desk.page, 0)

  const pricing = odds.calls.filter(({ route }) => route === 'pricing')
  expect(pricing.length).toBeGreaterThanOrEqual(6)
  expect(new Set(pricing.map(({ key }) => key))).toEqual(new Set([canary]))

  expect(await findKeyInPage(desk.page)).toEqual([])
  await desk.close()
  expect(findKey(desk.mainLog())).toEqual([])

  // A second start reads the key back and prices with it.
  const again = await launch({ args: [profileSwitch(odds)], env })
  await expect(again.page.getByText('Key saved')).toBeVisible()
  await again.page.getByRole('button', { name: /^Reprice all/ }).click()
  await settled(again.page, 0)
  await expect(
    rowsOf(again.page)
      .first()
      .getByRole('gridcell', { name: /[+−]\d+/ })
      .first(),
  ).toBeVisible()
  await again.close()

  expect(findFilesWithKey(userDataDir)).toEqual([])
})

// macOS and Windows unlock their keychain with the session of the user.
if (process.platform === 'linux') {
  test('a saved key in a locked keychain is not called missing, and is read once it is unlocked', async ({
    launch,
    service,
  }) => {
    const odds = await service('--latency', '0')
    const env = { PARLAY_DESK_KEYCHAIN: undefined }
    const args = [profileSwitch(odds)]
    const desk = await launch({ args, env })
    await saveKey(desk.page, odds.key)
    await expect(desk.page.getByText('Key saved')).toBeVisible()
    await desk.close()

    lockKeyring()
    try {
      const { page } = await launch({ args, env })
      await page.getByRole('button', { name: 'Key not readable' }).click()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('alert')).toContainText('The system keychain is still locked')
      await unlockKeyring()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('Key saved')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    } finally {
      await unlockKeyring()
    }
  })
}
