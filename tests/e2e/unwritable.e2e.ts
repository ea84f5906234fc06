/** A data folder that cannot be written, where the machine lets a test mount one (Linux, as root). */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchDesk } from '../../tools/chromium-host/index.mjs'
import { expect, test } from './fixture.ts'
import { addParlay, rowsOf, settled } from './screens.ts'

const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const lock = (folder: string) =>
  run('mount', '--bind', folder, folder) && run('mount', '-o', 'remount,bind,ro', folder)
const unlock = (folder: string) => run('umount', '--lazy', folder)

/** Root of a container may not be allowed to mount, so one mount is tried. */
const canLock = process.platform === 'linux' && process.getuid?.() === 0 && tryLock()

function tryLock(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'desk-lock-'))
  const isLocked = lock(folder)
  while (unlock(folder));
  rmdirSync(folder)
  return isLocked
}

test('a start in a folder that cannot be written shows what is there, and says that nothing is kept', async ({
  launch,
  userDataDir,
}) => {
  test.skip(!canLock, 'no folder can be made read-only here')
  const first = await launch()
  await addParlay(first.page, 2)
  await settled(first.page, 0)
  await first.close()
  lock(userDataDir)
  try {
    const second = await launch()
    await expect(rowsOf(second.page)).toHaveCount(1)
    await expect(second.page.getByText('The data folder can’t be written.').first()).toBeVisible()
    await second.page.getByRole('tab', { name: 'Ledger' }).click()
    await expect(second.page.getByRole('alert').first()).toContainText('Tickets can’t be recorded')
    expect(await second.close()).toBe(0)
  } finally {
    unlock(userDataDir)
  }
})

test('a first start in a folder that cannot be written ends with a window that says so', async ({
  userDataDir,
}) => {
  test.skip(!canLock, 'no folder can be made read-only here')
  lock(userDataDir)
  try {
    const failing = launchDesk({ userDataDir, env: { PARLAY_DESK_KEYCHAIN: 'memory' } })
    await expect(failing).rejects.toThrow(/can’t start there/)
  } finally {
    unlock(userDataDir)
  }
})
