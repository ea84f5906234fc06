/**
 * A day with one parlay: its fair price, a boost, the ticket, the hedge of its last leg, and the statement, which agrees to
 * the cent. Prices and games are the demo's, which change with the hour; so every amount is computed from what is shown.
 */
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { cellsOf, decide, hedgeDialog, openLedger, priceHedge, toCents, toDecimal } from './hedging.ts'
import { addParlay, cellPane, openFairPrice, pricesGrid, rowsOf, settled, ticketRows } from './screens.ts'

const depositMinor = 500_00
const stakeMinor = 20_00
const maxExtraMinor = 5_00

/** Adds an account with a deposit at a book, and a profit boost of 50% to it. */
async function addBoostedAccount(page: Page, book: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('tab', { name: 'Accounts' }).click()
  await page.getByRole('region', { name: 'No accounts' }).getByRole('button', { name: 'Add account' }).click()
  await dialog.getByRole('combobox', { name: 'Book' }).fill(book)
  await dialog.getByRole('textbox', { name: 'Money in it now' }).fill(String(depositMinor / 100))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: `Main at ${book}` })).toContainText('$500.00')
  await page.getByRole('button', { name: 'Add promotion' }).click()
  await dialog.getByRole('textbox', { name: 'Boost in %' }).fill('50')
  await dialog.getByRole('textbox', { name: /Largest stake/ }).fill('40')
  await dialog.getByRole('textbox', { name: /Largest extra winnings/ }).fill(String(maxExtraMinor / 100))
  await dialog.getByRole('button', { name: 'Add promotion' }).click()
  await expect(dialog).toBeHidden()
}

/** Records a ticket at the boosted price of a book. Returns its profit when it wins. */
async function recordBoosted(page: Page, book: string): Promise<number> {
  const boosted = pricesGrid(page).getByRole('gridcell', {
    name: new RegExp(`^${book}, .*with 50% profit boost`),
  })
  await page.keyboard.press('Shift+R')
  await expect(boosted).toBeVisible()
  await boosted.click()
  const atPrice = /, ([+−]\d+), \d+s ago/
  await expect(boosted).toHaveAttribute('aria-label', atPrice)
  const plain = toDecimal(atPrice.exec((await boosted.getAttribute('aria-label')) ?? '')?.[1] ?? '')
  await page.keyboard.press('t')
  const record = page.getByRole('dialog', { name: 'Record ticket' })
  await expect(record.getByRole('combobox', { name: 'Account' })).toHaveValue(/.{36}/)
  await expect(record.getByRole('combobox', { name: 'Promotion' })).toHaveValue(/.{36}/)
  await record.getByRole('textbox', { name: 'Stake' }).fill(String(stakeMinor / 100))
  const extra = Math.min(stakeMinor * (plain - 1) * 0.5, maxExtraMinor)
  const profit = Math.round(stakeMinor * (plain - 1) + extra)
  await expect(record.getByRole('textbox', { name: 'To win' })).toHaveValue((profit / 100).toFixed(2))
  await record.getByRole('button', { name: 'Record ticket' }).click()
  await expect(record).toBeHidden()
  return profit
}

/** Hedges the selected ticket by an equal profit. Returns the hedge's book and stake. */
async function recordHedge(page: Page): Promise<{ readonly book: string; readonly staked: number }> {
  await page.keyboard.press('h')
  const hedge = hedgeDialog(page)
  await priceHedge(page)
  const book = await hedge
    .getByRole('table', { name: 'Hedge', exact: true })
    .getByRole('row')
    .nth(2)
    .getByRole('rowheader')
    .locator('bdi')
    .textContent()
  const [, , stake = ''] = await cellsOf(page, 2)
  await hedge.getByRole('button', { name: 'Record hedge' }).click()
  const record = page.getByRole('dialog', { name: 'Record ticket' })
  await record.getByRole('button', { name: 'Record ticket' }).click()
  await expect(record).toBeHidden()
  return { book: book ?? '', staked: toCents(stake) }
}

test('from the fair price to the statement, one boosted and hedged parlay agrees to the cent', async ({
  page,
}) => {
  const [first = '', last = ''] = await addParlay(page, 2, 'over', /Over \d+\.5\b/)
  await settled(page, 0)
  const { dialog, get } = await openFairPrice(page)
  await get.click()
  await dialog.getByRole('button', { name: 'Use as fair' }).click({ timeout: 30_000 })
  await expect(dialog).toBeHidden()
  await expect(cellPane(page).getByText(/^Fair, /)).toBeVisible()

  const best = rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /(best|only fresh|highest fresh) price/ })
  const [book = ''] = ((await best.first().getAttribute('aria-label')) ?? '').split(',')
  await addBoostedAccount(page, book)
  await page.getByRole('tab', { name: 'Desk' }).click()
  const profit = await recordBoosted(page, book)

  await openLedger(page)
  await decide(page, ticketRows(page), first, 'Won')
  await ticketRows(page).click()
  const hedge = await recordHedge(page)
  await expect(ticketRows(page)).toHaveCount(2)
  await decide(page, ticketRows(page).last(), last, 'Won')
  await decide(page, ticketRows(page).first(), last.replace('Over', 'Under'), 'Lost')
  const shown = page.getByRole('button', { name: /Profit, show tickets/ })
  await expect
    .poll(async () => toCents(((await shown.textContent()) ?? '').replace(/Profit.*/s, '')))
    .toBe(profit - hedge.staked)

  // The hedge is in the account only where it was bet at the same book.
  const holding = depositMinor + profit - (hedge.book === book ? hedge.staked : 0)
  await page.getByRole('tab', { name: 'Accounts' }).click()
  const statement = page.getByRole('region', { name: 'Statement by holder' })
  await expect(statement).toContainText('sums to $0.00')
  const cells = statement.getByRole('row', { name: /Main/ }).getByRole('cell')
  await expect
    .poll(async () => (await cells.allTextContents()).slice(1, 4).map(toCents))
    .toEqual([depositMinor, holding, holding])
})
