/** The accounts of a ledger: none, one with records and promotions, and the dialogs that add to it or plan with it. */
import type { Page } from '@playwright/test'
import { defaultValueSettings } from '../../../src/shared/model/settings/settings.ts'
import { selectPrice } from './desk-screens.ts'
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

const promotions = (page: Page) => page.getByRole('region', { name: 'Promotions' })

/** Adds a promotion with these fields, those of its type last, unless the account has it. */
async function addPromotion(
  page: Page,
  type: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await page.getByRole('button', { name: 'Add promotion' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption(type)
  for (const [label, text] of Object.entries(fields))
    await dialog.getByRole('textbox', { name: label }).fill(text)
  await dialog.getByRole('button', { name: 'Add promotion' }).click()
  await expect(dialog).toBeHidden()
}

/** Shows the promotions of the account, which the first time has none: one in use, one that plays through, one that ended. */
async function showPromotions(page: Page): Promise<void> {
  await showAccounts(page)
  if (!(await promotions(page).isVisible())) {
    await addPromotion(page, 'Profit boost', {
      'Boost in %': '50',
      'Largest extra': '25',
      'Fewest legs': '2',
    })
    await addPromotion(page, 'Deposit match', {
      'Match in %': '100',
      'Largest deposit': '200',
      'Times it must be bet': '5',
    })
    await addPromotion(page, 'Bonus bet', { Amount: '50', Name: 'Opening night' })
    await promotions(page).getByRole('button', { name: 'End: Opening night' }).click()
  }
  await expect(promotions(page).getByRole('button', { name: 'Reopen: Opening night' })).toBeVisible()
}

/** A record of the account, by the name of its command. */
const recordForm = (name: string, command: string, field: string): Screen => ({
  name,
  state: 'full',
  open: async ({ page }) => {
    await showAccounts(page)
    const dialog = await openDialog(page, command, 'Main at Bravo')
    await expect(dialog.getByRole('textbox', { name: field })).toBeVisible()
  },
})

const setBankroll = (page: Page, bankrollMinor: number) =>
  page.evaluate(value => window.desk.settings.setValue(value), { ...defaultValueSettings, bankrollMinor })

/** A dialog that plans with a bankroll, which other screens do not have. */
const withBankroll = (name: string, open: (page: Page) => Promise<unknown>): Screen => ({
  name,
  state: 'full',
  open: async ({ page }) => {
    await setBankroll(page, 5_000_00)
    await open(page)
  },
  leave: ({ page }) => setBankroll(page, 0),
})

/** The uses of a promotion and the stakes of a parlay. */
const plannedScreens: readonly Screen[] = [
  {
    name: 'use-promotions-no-bankroll',
    state: 'empty',
    open: async ({ page }) => {
      await showPromotions(page)
      const dialog = await openDialog(page, 'Use promotions')
      await expect(dialog.getByRole('button', { name: 'Set bankroll' })).toBeVisible()
    },
  },
  withBankroll('use-promotions', async page => {
    await showPromotions(page)
    const dialog = await openDialog(page, 'Use promotions')
    await expect(dialog.getByRole('table').or(dialog.getByText(/^No parlay on the desk gains/))).toBeVisible()
  }),
  withBankroll('stake-plan-stakes', async page => {
    // The first rows have a ticket, beside which the plan stakes no more.
    await selectPrice(page, 3)
    const dialog = await openDialog(page, 'Stake plan')
    await expect(dialog.getByRole('table')).toBeVisible()
  }),
]

export const accountScreens: readonly Screen[] = [
  {
    name: 'accounts',
    state: 'full',
    open: async ({ page }) => {
      await showAccounts(page)
      await row(page).click()
    },
  },
  recordForm('account-record', 'Deposit', 'Whose money'),
  recordForm('account-withdrawal', 'Withdrawal', 'Paid to'),
  recordForm('account-reading', 'Reconcile', 'Balance on the book’s page'),
  recordForm('account-limit', 'Set account limit', 'Highest stake it takes'),
  {
    name: 'rename-holder',
    state: 'full',
    open: async ({ page }) => {
      await showAccounts(page)
      await page.getByRole('button', { name: 'Main, rename' }).click()
      await expect(dialogOf(page).getByRole('textbox')).toBeVisible()
    },
  },
  {
    name: 'promotions',
    state: 'full',
    open: ({ page }) => showPromotions(page),
  },
  {
    name: 'promotion-form',
    state: 'full',
    open: async ({ page }) => {
      await showPromotions(page)
      await page.getByRole('button', { name: 'Add promotion' }).click()
      await expect(dialogOf(page).getByRole('textbox', { name: 'Boost in %' })).toBeVisible()
    },
  },
  {
    name: 'promotion-form-failing',
    state: 'failing',
    open: async ({ page }) => {
      await showPromotions(page)
      await page.getByRole('button', { name: 'Add promotion' }).click()
      await dialogOf(page).getByRole('combobox', { name: 'Type' }).selectOption('Odds boost')
      await dialogOf(page).getByRole('button', { name: 'Add promotion' }).click()
      await expect(dialogOf(page).getByRole('alert').first()).toBeVisible()
    },
    // The form would come back as it was left.
    leave: async ({ page }) => {
      await page.getByRole('button', { name: 'Add promotion' }).click()
      await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    },
  },
  {
    name: 'promotion-edit',
    state: 'full',
    open: async ({ page }) => {
      await showPromotions(page)
      await promotions(page)
        .getByRole('button', { name: /^Edit: .*match/ })
        .click()
      await expect(dialogOf(page).getByRole('textbox', { name: 'Match in %' })).toHaveValue('100')
    },
  },
  ...plannedScreens,
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
