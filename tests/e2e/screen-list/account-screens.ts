/** The accounts of a ledger: none, one with records, and the dialogs that add to it. */
import type { Page } from '@playwright/test'
import { dialogOf, expect, openDialog, type Screen, showView } from './screen.ts'

const row = (page: Page) => page.getByRole('row', { name: 'Main at Bravo' })

/** Shows the accounts, one of which is added the first time. */
async function showAccounts(page: Page): Promise<void> {
  await showView(page, 'Accounts')
  const none = page.getByRole('region', { name: 'No accounts' })
  await expect(none.or(row(page))).toBeVisible()
  if (await none.isVisible()) {
    await none.getByRole('button', { name: 'Add account' }).click()
    await dialogOf(page).getByRole('combobox', { name: 'Book' }).fill('Bravo')
    await dialogOf(page).getByRole('textbox', { name: 'Money in it now' }).fill('500')
    await page.keyboard.press('Enter')
  }
  await expect(row(page)).toContainText('$500.00')
}

export const accountScreens: readonly Screen[] = [
  {
    name: 'accounts',
    state: 'full',
    open: async ({ page }) => {
      await showAccounts(page)
      await row(page).click()
    },
  },
  {
    name: 'account-record',
    state: 'full',
    open: async ({ page }) => {
      await showAccounts(page)
      await row(page).press('d')
      await expect(dialogOf(page).getByRole('textbox', { name: 'Amount (USD)' })).toBeVisible()
    },
  },
  {
    name: 'tax-report',
    state: 'full',
    open: async ({ page }) => {
      await openDialog(page, 'Tax report')
      await expect(dialogOf(page)).toContainText('Losses to deduct')
    },
  },
  {
    name: 'account-form',
    state: 'full',
    open: ({ page }) => openDialog(page, 'Add account'),
  },
]

export const noAccounts: Screen = {
  name: 'accounts-empty',
  state: 'empty',
  open: async ({ page }) => {
    await showView(page, 'Accounts')
    await expect(page.getByRole('region', { name: 'No accounts' })).toBeVisible()
  },
}
