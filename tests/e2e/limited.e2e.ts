/** A limited account: a book that takes less than the stake is not the best price, and the stake plan keeps to its limit. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { addParlay, cellPane, pricesGrid, rowsOf, settled } from './screens.ts'
import { defaultValueSettings } from '../../src/shared/model/settings/settings.ts'

const bestCell = (page: Page) =>
  rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /\bbest price\b/ })

/** Adds an account at a book, and limits it to $5. */
async function limitAccount(page: Page, book: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('tab', { name: 'Accounts' }).click()
  await page.getByRole('region', { name: 'No accounts' }).getByRole('button', { name: 'Add account' }).click()
  await dialog.getByRole('combobox', { name: 'Book' }).fill(book)
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: `Main at ${book}` })
  await row.getByRole('button', { name: 'Takes Any, set limit' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Highest stake it takes (USD)' })).toBeFocused()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Limited')
  await expect(row.getByRole('button', { name: 'Takes $5.00, set limit' })).toBeVisible()
  await page.getByRole('tab', { name: 'Desk' }).click()
}

/** Types into a field of the details, and saves it. */
async function save(page: Page, field: string, text: string): Promise<void> {
  const box = cellPane(page).getByRole('textbox', { name: field })
  await box.fill(text)
  await box.press('Enter')
  await expect(box.locator('xpath=ancestor::form').getByRole('button', { name: 'Save' })).toBeDisabled()
}

test('a book that limits you to $5 is not the best price for $50, and the plan stakes $5 there and names the books without an account', async ({
  page,
}) => {
  // Prices do not age out while the account is added.
  await page.evaluate(() => window.desk.settings.setStaleAfter({ ms: 3_600_000 }))
  await page.evaluate(value => window.desk.settings.setValue(value), {
    ...defaultValueSettings,
    ...{ bankrollMinor: 1_000_00, kellyCap: 1 },
  })
  await addParlay(page, 2, 'over')
  await settled(page, 0)
  const [book = ''] = ((await bestCell(page).first().getAttribute('aria-label')) ?? '').split(',')
  await limitAccount(page, book)

  await pricesGrid(page)
    .getByRole('gridcell', { name: new RegExp(`^${book}\\b`) })
    .click()
  await save(page, 'My stake', '50')
  const limited = pricesGrid(page).getByRole('gridcell', { name: new RegExp(`^${book}\\b`) })
  await expect(limited).toHaveAccessibleName(/your account here takes \$5 at most/)
  await expect(bestCell(page).first()).toBeVisible()
  await expect(bestCell(page).and(limited)).toHaveCount(0)
  await expect(cellPane(page)).toContainText('$5here, limited')
  await expect(cellPane(page)).toContainText('Best price for $50')

  // The other books' details say what it pays, and why it is not the best.
  await bestCell(page).first().click()
  await expect(cellPane(page)).toContainText('Best price')
  await expect(cellPane(page)).toContainText(new RegExp(`Pays more, limited.*${book}`))

  // With a fair price of a surer bet, the plan fills up the limited book first.
  await save(page, 'My fair price', '+100')
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  const plan = page.getByRole('dialog', { name: 'Stake plan' })
  const lines = plan.getByRole('row')
  await expect(lines.nth(1)).toContainText(book)
  await expect(lines.nth(1)).toContainText('$5$5')
  await expect(plan.getByRole('button', { name: 'Recheck and open' })).toHaveCount(1)
  await expect(plan).toContainText('All that these books take; no USD account at ')
  await page.keyboard.press('Escape')
  await expect(cellPane(page)).toContainText('All that these books take')

  // A stake that it takes makes it the best again.
  await save(page, 'My stake', '5')
  await expect(bestCell(page).and(limited)).toHaveCount(1)
})
