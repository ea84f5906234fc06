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
    const reprice = first.page.getByRole('button', { name: 'Reprice all', includeHidden: true })
    const before15s = await reprice.boundingBox()
    await first.page.getByLabel('All parlays').selectOption('Every 2 min')
    await expect(first.page.getByText('Auto 2 min', { exact: true })).toBeVisible()
    expect(await reprice.boundingBox(), 'nothing beside the button moves').toEqual(before15s)
    await first.page.getByLabel('All parlays').selectOption('Off')
    await expect(first.page.getByRole('dialog')).toContainText('Off. Prices update only when you ask.')
    expect(await reprice.boundingBox(), 'nothing beside the button moves').toEqual(before15s)
    await first.close()
    const again = await launch(started)
    await expect(again.page.getByRole('button', { name: 'Auto-refresh: off' })).toBeVisible({
      timeout: 30_000,
    })
  },
)
