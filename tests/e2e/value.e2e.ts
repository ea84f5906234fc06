/** Value of prices: expected value, ordering by it, a suspect price, and the user's own fair price. */
import { expect, test } from './fixture.ts'
import { faultsFile, fetchFeed, profileSwitch } from './own-profile.ts'
import { addParlay, cellOf, cellPane, chooseInMenu, pricesGrid, rowsOf, settled } from './screens.ts'

/** A price from far outside the others', as a book's slip gives. */
const slip = { route: 'pricing', book: 'bravo', kind: 'status', status: 200, body: '{"price":"+90000"}' }
const ev = /EV ([+−]?[\d.]+)%/

test('the best price says its value, rows are ordered by it, and the user’s own fair price stays', async ({
  launch,
}) => {
  const first = await launch()
  const { page } = first
  await addParlay(page, 3)
  await settled(page, 0)
  await addParlay(page, 2, 'moneyline')
  await settled(page, 1)
  await page.getByRole('button', { name: 'Reprice all' }).click()
  /** Books may share the best price: the first of a row speaks for it. */
  const bestIn = (row: number) => rowsOf(page).nth(row).getByRole('gridcell', { name: ev }).first()
  const worthOf = async (row: number) => {
    const name = (await bestIn(row).getAttribute('aria-label')) ?? ''
    return Number(ev.exec(name)?.[1]?.replace('−', '-'))
  }
  for (const row of [0, 1]) await expect(bestIn(row)).toBeAttached({ timeout: 30_000 })

  await chooseInMenu(page, 'Best EV')
  await expect.poll(async () => (await worthOf(0)) >= (await worthOf(1))).toBe(true)

  await rowsOf(page).first().getByRole('gridcell').first().click()
  const named = await rowsOf(page).first().getByRole('rowheader').innerText()
  const mine = cellPane(page).getByRole('textbox', { name: 'My fair price' })
  await mine.fill('50')
  await mine.press('Enter')
  await expect(cellPane(page).getByRole('alert')).toContainText('An American price is +100 or more')
  await mine.fill('+9900')
  await mine.press('Enter')
  await expect(mine.locator('xpath=ancestor::form').getByRole('button', { name: 'Save' })).toBeDisabled()
  await first.kill()

  const again = (await launch()).page
  await rowsOf(again)
    .filter({ has: again.getByRole('rowheader', { name: named, exact: true }) })
    .getByRole('gridcell')
    .first()
    .click()
  await expect(cellPane(again).getByRole('textbox', { name: 'My fair price' })).toHaveValue('+9900')
})

test('a price far from all others is marked as suspect, and never the best', async ({ launch, service }) => {
  const odds = await service('--faults', faultsFile([slip]), '--latency', '0')
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await fetchFeed(page)
  await addParlay(page, 2, 'moneyline')
  await settled(page, 0)
  await expect(cellOf(page, 0, 'Bravo')).toHaveAccessibleName(
    /\+90000, check price, .* above the other books’ median/,
  )
  const best = pricesGrid(page).getByRole('gridcell', { name: /best price/ })
  await expect(best.first()).toBeVisible()
  expect(await best.evaluateAll(cells => cells.map(cell => cell.getAttribute('data-book')))).not.toContain(
    'bravo',
  )
  await cellOf(page, 0, 'Bravo').click()
  await expect(cellPane(page)).toContainText('Books void obvious errors')
})
