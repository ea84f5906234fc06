/** Accounts: one is added, a ticket is placed from it and settled, and the money agrees to the cent. */
import { expect, test } from './fixture.ts'

test('an account keeps its money to the cent, from the first deposit to the statement', async ({
  launch,
}) => {
  const { page } = await launch()
  await page.getByRole('tab', { name: 'Accounts' }).click()
  await page.getByRole('region', { name: 'No accounts' }).getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Book' }).fill('Bravo')
  await dialog.getByRole('textbox', { name: 'Money in it now' }).fill('500')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: 'Main at Bravo' })
  await expect(row).toContainText('$500.00')

  await row.press('d')
  await dialog.getByRole('textbox', { name: 'Amount (USD)' }).fill('100.50')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('$600.50')

  await page.keyboard.press('Control+2')
  await page.keyboard.press('n')
  await dialog.getByRole('textbox', { name: 'Leg 1' }).fill('Ada North Over 27.5')
  await dialog.getByRole('combobox', { name: 'Book' }).fill('Bravo')
  await dialog.getByRole('textbox', { name: 'Price' }).fill('+150')
  await dialog.getByRole('textbox', { name: 'Stake' }).fill('40')
  await expect(dialog.getByRole('combobox', { name: 'Account' })).toHaveValue(/.{36}/)
  await dialog.getByRole('button', { name: 'Record ticket' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+3')
  await expect(row).toContainText('$560.50')
  await expect(row).toContainText('$40.00')

  await page.getByRole('button', { name: 'Reconcile…' }).click()
  await dialog.getByRole('textbox', { name: /Balance on the book/ }).fill('564.50')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Off by $4.00')
  await row.getByRole('button', { name: 'explain' }).click()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('$564.50')
  const statement = page.getByRole('region', { name: 'Statement by holder' })
  await expect(statement).toContainText('sums to $0.00')
  await expect(statement.getByRole('row', { name: /^Main/ })).toContainText('$604.50')
})
