/** Ways out of an open ticket: the hedge of one that waits for one leg, as planned, recorded and settled. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { cellsOf, decide, hedgeDialog, openLedger, priceHedge, toCents, toDecimal } from './hedging.ts'
import { addParlay, rowsOf, settled, ticketRows } from './screens.ts'

/** Records a ticket at the best price of a parlay whose legs are all over a half-point line. Returns the legs. */
async function recordParlay(page: Page, stake: string): Promise<string[]> {
  const legs = await addParlay(page, 2, 'over', /Over \d+\.5\b/)
  await settled(page, 0)
  await rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /best price/ })
    .first()
    .click()
  await page.keyboard.press('t')
  const record = page.getByRole('dialog', { name: 'Record ticket' })
  await record.getByRole('textbox', { name: 'Stake' }).fill(stake)
  await record.getByRole('button', { name: 'Record ticket' }).click()
  await expect(record).toBeHidden()
  return legs
}

test('a ticket one leg away is hedged by H with the stake of the closed form, and settles to the profit it promised', async ({
  page,
}) => {
  const [first = '', last = ''] = await recordParlay(page, '5')
  await openLedger(page)
  await decide(page, ticketRows(page), first, 'Won')
  await ticketRows(page).click()
  await page.keyboard.press('h')

  const hedge = hedgeDialog(page)
  await expect(hedge).toContainText(last)
  await priceHedge(page)

  const ticket = (await cellsOf(page, 1)).map(text => text.trim())
  const [price = '', , stake = '', won = '', lost = ''] = (await cellsOf(page, 2)).map(text => text.trim())
  const payout = toCents(ticket[3] ?? '') + 500
  const staked = toCents(stake)
  // The stake that pays as much as the ticket, to the cent that is nearest to an equal profit.
  expect(Math.abs(staked - payout / toDecimal(price))).toBeLessThanOrEqual(1)
  expect([toCents(won), toCents(lost)]).toEqual([-staked, Math.round(staked * toDecimal(price)) - staked])
  const together = toCents(ticket[3] ?? '') - staked
  await expect(hedge.getByRole('row', { name: /^Together/ })).toContainText(
    (Math.abs(together) / 100).toFixed(2),
  )
  const promised = toCents(
    (await hedge
      .getByRole('row', { name: /^Together/ })
      .getByRole('cell')
      .first()
      .textContent()) ?? '',
  )
  expect(promised).toBe(together)

  await page.keyboard.press('t')
  const record = page.getByRole('dialog', { name: 'Record ticket' })
  await expect(record.getByRole('textbox', { name: 'Stake' })).toHaveValue((staked / 100).toFixed(2))
  const under = last.replace('Over', 'Under')
  await expect(record.getByRole('list', { name: 'Legs' })).toContainText(under)
  await record.getByRole('button', { name: 'Record ticket' }).click()
  await expect(record).toBeHidden()
  await expect(ticketRows(page)).toHaveCount(2)

  // The ticket is hedged now, and says so.
  await ticketRows(page).last().click()
  await page.keyboard.press('h')
  await expect(hedge).toContainText('On the other side: 1 ticket')
  await page.keyboard.press('Escape')

  await decide(page, ticketRows(page).last(), last, 'Won')
  await decide(page, ticketRows(page).first(), under, 'Lost')
  const profit = page.getByRole('button', { name: /Profit, show tickets/ })
  await expect
    .poll(async () => toCents(((await profit.textContent()) ?? '').replace(/Profit.*/s, '')))
    .toBe(promised)
})

test('a ticket that waits for two legs has a hedge on each, and the desk marks one that has, whose old prices are requested', async ({
  page,
}) => {
  await page.evaluate(() => window.desk.settings.setStaleAfter({ ms: 10_000 }))
  const [first = ''] = await recordParlay(page, '5')
  await openLedger(page)
  await ticketRows(page).click()
  await page.keyboard.press('h')
  const hedge = hedgeDialog(page)
  await expect(hedge.getByText('Waiting for')).toHaveCount(2)
  await expect(hedge.getByRole('columnheader', { name: 'If one loses' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hedge).toBeHidden()

  await decide(page, ticketRows(page), first, 'Won')
  await page.getByRole('tab', { name: 'Desk' }).click()
  const strip = page.getByRole('region', { name: 'Tickets' })
  await strip.getByRole('button', { name: 'Tickets', exact: true }).click()
  await expect(strip).toContainText('1 leg away')
  await strip.getByRole('button', { name: /^Hedge / }).click()
  await expect(hedge).toContainText('Waiting for')
  await expect(hedge).toContainText(/A hedge needs the price of|No fresh price on the other side/, {
    timeout: 60_000,
  })
  await expect(hedge).toContainText(/New prices use \d+ calls\./)
  await hedge.getByRole('button', { name: 'Get prices', exact: true }).click()
  await expect(hedge.getByRole('button', { name: 'Record hedge' })).toBeVisible({ timeout: 30_000 })
})
