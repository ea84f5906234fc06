/** Settings as earlier starts, other programs and a profile file leave them. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixture.ts'
import { profileSwitch } from './own-profile.ts'

const profile = {
  id: 'p-1',
  name: 'Mine',
  pricing: 'https://{book}.odds.example/',
  queue: 'https://queue.odds.example/',
  grader: 'https://grader.odds.example',
  feed: null,
}

test('one bad value costs that value, and the window and the log say so', async ({ launch, userDataDir }) => {
  const content = JSON.stringify({ profiles: [profile], priceFormat: 5, staleAfterMs: 45_000 })
  await writeFile(join(userDataDir, 'settings.json'), content)
  const { page } = await launch()
  const notice = 'Some settings couldn’t be read and were reset: the price format.'
  await expect(page.getByRole('status').filter({ hasText: notice })).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('button', { name: 'Switch to Mine' })).toBeVisible()
  expect(await readFile(join(userDataDir, 'logs', 'parlay-desk.log'), 'utf8')).toContain(notice)
  const [kept = ''] = (await readdir(userDataDir)).filter(name => name.startsWith('settings.unreadable-'))
  expect(await readFile(join(userDataDir, kept), 'utf8')).toBe(content)
})

test('a profile file with other hosts asks first, and the key is never sent to them', async ({
  launch,
  service,
}) => {
  const [odds, other] = [await service('--latency', '0'), await service('--latency', '0')]
  const env = { PARLAY_DESK_KEY: odds.key }
  const first = await launch({ args: [profileSwitch(odds)], env })
  await first.close()

  const second = await launch({ args: [profileSwitch(other)], env })
  const question = second.page.getByRole('dialog', { name: 'Use other hosts?' })
  await expect(question).toContainText(new URL(other.profile.queue).host)
  await second.page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await second.page.getByRole('tab', { name: 'Settings' }).click()
  await expect(second.page.getByLabel('Pricing', { exact: true })).toHaveValue(odds.profile.pricing)
  await expect(second.page.getByText('Saved in your system keychain.')).toBeVisible()
  await second.close()

  const third = await launch({ args: [profileSwitch(other)], env })
  await third.page.getByRole('button', { name: 'Use the new hosts' }).click()
  await expect(third.page.getByText('Add your API key to start pricing.')).toBeVisible()
  await third.page.getByRole('tab', { name: 'Settings' }).click()
  await expect(third.page.getByLabel('Pricing', { exact: true })).toHaveValue(other.profile.pricing)
  expect(other.calls.filter(call => call.key === odds.key)).toEqual([])
})

test('a second start with a profile file switches the window to that profile', async ({
  launch,
  service,
  userDataDir,
}) => {
  const odds = await service('--latency', '0')
  const { page, mainLog } = await launch()
  await expect(page.getByText('DEMO', { exact: true })).toBeVisible()
  // It ends by itself, so no window of its own is found.
  await expect(launch({ args: [profileSwitch(odds)] })).rejects.toThrow()
  await expect(page.getByText('DEMO', { exact: true })).toBeHidden()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Pricing', { exact: true })).toHaveValue(odds.profile.pricing)

  const missing = `--profile=${join(userDataDir, 'no-such-profile.json')}`
  await expect(launch({ args: [missing, '--lang=en'] })).rejects.toThrow()
  await expect(
    page.getByRole('status').filter({ hasText: 'no-such-profile.json can’t be read.' }),
  ).toBeVisible()
  expect(mainLog()).not.toContain('Error')
})

test('a trusted site is listed, and removed by keyboard', async ({ launch, userDataDir }) => {
  const file = join(userDataDir, 'settings.json')
  const approvedHosts = { demo: { bravo: ['bets.example', 'm.bets.example'] } }
  await writeFile(file, JSON.stringify({ approvedHosts }))
  const { page } = await launch()
  await page.getByRole('tab', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Sites you trust for bet slips' })
  await section.getByRole('button', { name: /^Remove bets\.example/ }).press('Enter')
  await expect(section.getByRole('button')).toHaveCount(1)
  await expect(section.getByRole('button', { name: /^Remove m\.bets\.example/ })).toBeFocused()
  await expect(section.getByRole('status')).toContainText('Removed bets.example')
  await expect.poll(() => readFile(file, 'utf8')).not.toContain('"bets.example"')
  expect(await readFile(file, 'utf8')).toContain('"m.bets.example"')
})
