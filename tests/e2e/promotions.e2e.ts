/** Promotions: one is added to an account, shown at a price, used by a ticket, and then spent by it. */
import { cellPane, addParlay, pricesGrid, rowsOf, settled } from './screens.ts'
import { expect, test } from './fixture.ts'
import { toDecimal } from './hedging.ts'

test('a profit boost of an account shows at its book’s price, is recorded to the cent, and is spent', async ({
  page,
}) => {
  await addParlay(page, 2, 'over', /Over \d+\.5\b/)
  await settled(page, 0)
  const best = rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /(best|only fresh|highest fresh) price/ })
    .first()
  const [book = ''] = ((await best.getAttribute('aria-label')) ?? '').split(',')

  await page.keyboard.press('Control+3')
  const dialog = page.getByRole('dialog')
  await page.getByRole('region', { name: 'No accounts' }).getByRole('button', { name: 'Add account' }).click()
  await dialog.getByRole('combobox', { name: 'Book' }).fill(book)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: `Main at ${book}` })).toBeVisible()
  await page.getByRole('button', { name: 'Add promotion' }).click()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Enter a percentage')
  await dialog.getByRole('textbox', { name: 'Boost in %' }).fill('50')
  await dialog.getByRole('textbox', { name: /Largest extra winnings/ }).fill('5')
  await dialog.getByRole('button', { name: 'Add promotion' }).click()
  await expect(dialog).toBeHidden()
  const promotions = page.getByRole('region', { name: 'Promotions' })
  await expect(promotions).toContainText('50% profit boost · up to $5 extra')
  await expect(promotions).toContainText('Open')

  await page.keyboard.press('Control+1')
  const cell = pricesGrid(page).getByRole('gridcell', {
    name: new RegExp(`^${book}, .*with 50% profit boost`),
  })
  await page.keyboard.press('Shift+R')
  await expect(cell).toBeVisible()
  await cell.click()
  await expect(cellPane(page)).toContainText('With 50% profit boost')

  // Price, age and boosted price are in view, one below the other.
  const [box, age, boost] = await Promise.all(
    [cell, cell.locator('.note'), cell.locator('.boost')].map(part => part.boundingBox()),
  )
  if (!box || !age || !boost) throw new Error('a line of the cell is not shown')
  expect(boost.y).toBeGreaterThanOrEqual(age.y + age.height - 1)
  expect(boost.y + boost.height).toBeLessThanOrEqual(box.y + box.height)

  // While it is priced again, a cell names its old price in other words.
  const atPrice = /, ([+−]\d+), \d+s ago/
  await expect(cell).toHaveAttribute('aria-label', atPrice)
  const plain = atPrice.exec((await cell.getAttribute('aria-label')) ?? '')?.[1] ?? ''
  await page.keyboard.press('t')
  const record = page.getByRole('dialog', { name: 'Record ticket' })
  await expect(record.getByRole('combobox', { name: 'Promotion' })).toHaveValue(/.{36}/)
  await expect(record.getByRole('combobox', { name: 'Type' })).toHaveValue('boosted')
  await record.getByRole('textbox', { name: 'Stake' }).fill('100')
  await expect(record).toContainText('Extra winnings end at $5.')
  const profit = Math.round(100_00 * (toDecimal(plain) - 1)) + 500
  await expect(record.getByRole('textbox', { name: 'To win' })).toHaveValue((profit / 100).toFixed(2))
  await record.getByRole('button', { name: 'Record ticket' }).click()
  await expect(record).toBeHidden()
  await expect(pricesGrid(page).getByRole('gridcell', { name: /with 50% profit boost/ })).toHaveCount(0)

  await page.keyboard.press('Control+3')
  await expect(promotions).toContainText('Spent')
  await promotions.getByRole('button', { name: / O\d/ }).click()
  await expect(page.getByRole('grid', { name: 'Tickets' }).locator('[data-ticket]')).toHaveCount(1)
  await expect(page.getByText('Promotion: 50% profit boost')).toBeVisible()
})
