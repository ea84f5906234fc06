/** A clean machine on the demo. */
import { expect, test } from './fixture.ts'
import { addParlay, cellPane, pricesGrid, rowsOf, settled } from './screens.ts'

test.use({ demoOdds: 'all lines' })

test('the first start prices three legs at all books, marks the best price, and opens a betslip', async ({
  desk,
}) => {
  const { page } = desk
  await expect(page.getByText('DEMO', { exact: true })).toBeVisible()
  const legs = await addParlay(page)
  await settled(page, 0)
  const columns = await pricesGrid(page).getByRole('columnheader').count()
  expect(columns).toBeGreaterThanOrEqual(13)

  const best = rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /best price/ })
    .first()
  const bestPrice = Number(
    /([+−]\d+)/.exec((await best.getAttribute('aria-label')) ?? '')?.[1]?.replace('−', '-'),
  )
  expect(bestPrice).not.toBeNaN()

  // A book that sends a link with every price: the best one of the day's games may be one that does not.
  await rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /^Alpha Bet\b/ })
    .click()
  await cellPane(page).getByRole('button', { name: 'Recheck and open' }).click()
  const goOn = page.getByRole('dialog').getByRole('button', { name: /^Open/ })
  await expect.poll(async () => (await desk.opened()).length > 0 || (await goOn.isVisible())).toBe(true)
  if ((await desk.opened()).length === 0) await goOn.click()
  await expect.poll(() => desk.opened()).toHaveLength(1)

  const [link = ''] = await desk.opened()
  expect(new URL(link).hostname).toMatch(/^[a-z0-9_]+\.localhost$/)
  const betslip = await (await page.context().browser()?.newContext())?.newPage()
  await betslip?.goto(link)
  for (const leg of legs) await expect(betslip?.getByText(leg).first() ?? best).toBeVisible()
})
