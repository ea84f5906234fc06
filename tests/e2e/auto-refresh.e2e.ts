/** Auto-refresh: on by default, within a share of the calls, and off for good once the user says so. */
import { expect, test } from './fixture.ts'
import { fetchFeed, profileSwitch } from './own-profile.ts'
import { addParlay, settled } from './screens.ts'

test(
  'prices refresh by themselves on a new desk, until they are turned off for good',
  {
    tag: '@auto-refresh',
  },
  async ({ launch, service }) => {
    const odds = await service('--latency', '0')
    const started = { args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } }
    const pricings = () => odds.calls.filter(({ route }) => route === 'pricing').length
    const first = await launch(started)
    await fetchFeed(first.page)
    await addParlay(first.page, 2, 'moneyline')
    await settled(first.page, 0)
    const before = pricings()
    await expect.poll(pricings, { timeout: 40_000 }).toBeGreaterThan(before)

    await first.page.getByRole('button', { name: 'Auto 15s' }).click()
    await first.page.getByLabel('All parlays').selectOption('Off')
    await expect(first.page.getByRole('dialog')).toContainText('Off. Prices update only when you ask.')
    await first.close()
    const again = await launch(started)
    await expect(again.page.getByRole('button', { name: 'Auto-refresh: off' })).toBeVisible({
      timeout: 30_000,
    })
  },
)
