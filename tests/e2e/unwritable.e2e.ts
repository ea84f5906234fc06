/** A data folder that cannot be written, where the machine lets a test mount one (Linux, as root). */
import { launchDesk } from '../../tools/chromium-host/index.mjs'
import { canMount, lockFolder, unmount } from '../support/storage/mounts.ts'
import { expect, test } from './fixture.ts'
import { addParlay, rowsOf, settled } from './screens.ts'

test('a start in a folder that cannot be written shows what is there, and says that nothing is kept', async ({
  launch,
  userDataDir,
}) => {
  test.skip(!canMount, 'no folder can be made read-only here')
  const first = await launch()
  await addParlay(first.page, 2)
  await settled(first.page, 0)
  await first.close()
  lockFolder(userDataDir)
  try {
    const second = await launch()
    await expect(rowsOf(second.page)).toHaveCount(1)
    await expect(second.page.getByText('The data folder can’t be written.').first()).toBeVisible()
    await second.page.getByRole('tab', { name: 'Ledger' }).click()
    await expect(second.page.getByRole('alert').first()).toContainText('Tickets can’t be recorded')
    expect(await second.close()).toBe(0)
  } finally {
    unmount(userDataDir)
  }
})

test('a first start in a folder that cannot be written ends with a window that says so', async ({
  userDataDir,
}) => {
  test.skip(!canMount, 'no folder can be made read-only here')
  lockFolder(userDataDir)
  try {
    const failing = launchDesk({ userDataDir, env: { PARLAY_DESK_KEYCHAIN: 'memory' } })
    await expect(failing).rejects.toThrow(/can’t start there/)
  } finally {
    unmount(userDataDir)
  }
})
