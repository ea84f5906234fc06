/** The ledger with its charts, tickets and dialogs. */
import type { Locator, Page } from '@playwright/test'
import { ticketRows, ticketsGrid } from '../screens.ts'
import { dialogOf, expect, type Screen, type Shown, showView } from './screen.ts'

async function openLedger(page: Page): Promise<void> {
  await showView(page, 'Ledger')
  await expect(ticketRows(page).first()).toBeVisible({ timeout: 30_000 })
}

async function openTicket(page: Page, row = ticketRows(page).first()): Promise<void> {
  await openLedger(page)
  await row.click()
  await page.keyboard.press('o')
  await expect(page.getByRole('dialog', { name: 'Ticket', exact: true })).toContainText('History')
}

const withResult = (page: Page, result: string) =>
  ticketRows(page).filter({ has: page.getByRole('gridcell', { name: result, exact: true }) })

async function openFromMenu({ page }: Shown, item: string): Promise<void> {
  await openLedger(page)
  await page.getByRole('button', { name: 'Ledger menu', exact: true }).click()
  await page.getByRole('menu').getByText(item, { exact: true }).click()
  await expect(dialogOf(page)).toBeVisible()
}

/** A form of the newest ticket's dialog. */
const ticketForm = (name: string, button: string): Screen => ({
  name,
  state: 'full',
  open: async ({ page }) => {
    await openTicket(page)
    await dialogOf(page).getByRole('button', { name: button, exact: true }).click()
    await expect(dialogOf(page).getByRole('form')).toBeVisible()
  },
})

/** A form for the two newest tickets together. */
const manyForm = (name: string, key: string, title: RegExp): Screen => ({
  name,
  state: 'full',
  open: async ({ page }) => {
    await openLedger(page)
    await ticketRows(page).first().focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press(key)
    await expect(dialogOf(page).getByRole('form', { name: title })).toBeVisible()
  },
  leave: async ({ page }) => {
    await page.keyboard.press('Escape')
    await ticketRows(page).first().press('Escape')
  },
})

async function openHedge(page: Page, row: Locator) {
  await openLedger(page)
  await row.click()
  await page.keyboard.press('h')
  const dialog = page.getByRole('dialog', { name: 'Hedge', exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

/**
 * Sets a leg of a ticket of two to Won, unless one is. The other must have a hedge, so a leg on a whole number, which the
 * demo has on some days, is the one that is won.
 */
async function winOneLeg(page: Page, row: Locator): Promise<void> {
  if ((await row.textContent())?.includes('1 leg away')) return
  await openTicket(page, row)
  const buttons = dialogOf(page).getByRole('button', { name: /^Set result of/ })
  const onWhole = dialogOf(page).getByRole('button', { name: /^Set result of .*(?:Over|Under) \d+$/ })
  await ((await onWhole.count()) > 0 ? onWhole : buttons).first().click()
  const form = dialogOf(page).getByRole('form')
  await form.getByRole('textbox', { name: 'Reason' }).fill('box score')
  await form.getByRole('button', { name: 'Set leg result', exact: true }).click()
  await expect(form).toBeHidden()
  await page.keyboard.press('Escape')
}

const reportOf = (page: Page): Locator => page.getByRole('region', { name: 'Report', exact: true })

/** The ledger with a report in place of the profit by book. */
const withReport = (name: string, report: string, says: string): Screen => ({
  name,
  state: 'full',
  open: async ({ page }) => {
    await openLedger(page)
    await reportOf(page).getByRole('combobox').selectOption(report)
    await expect(reportOf(page)).toContainText(says)
  },
  leave: async ({ page }) => {
    await reportOf(page).getByRole('combobox').selectOption('Profit by book')
  },
})

export const ledgerScreens: readonly Screen[] = [
  { name: 'ledger', state: 'full', open: ({ page }) => openLedger(page) },
  {
    name: 'ledger-legs',
    state: 'full',
    open: async ({ page }) => {
      await openLedger(page)
      await ticketRows(page).first().press('Enter')
      await expect(ticketsGrid(page).getByRole('button', { name: 'Open ticket' })).toBeVisible()
    },
    leave: ({ page }) => ticketRows(page).first().press('Enter'),
  },
  withReport('ledger-proof', 'Proof of edge', 'All regular bets'),
  withReport('ledger-health', 'Book health', 'Largest stake'),
  {
    name: 'ledger-selected',
    state: 'full',
    open: async ({ page }) => {
      await openLedger(page)
      await ticketRows(page).first().focus()
      await page.keyboard.press('Shift+ArrowDown')
      await expect(page.getByRole('group', { name: 'Tickets shown' })).toContainText('2 selected')
    },
    leave: async ({ page }) => {
      await ticketRows(page).first().press('Escape')
    },
  },
  {
    name: 'ledger-filtered-out',
    state: 'empty',
    open: async ({ page }) => {
      await openLedger(page)
      await page.getByRole('search', { name: 'Filter tickets' }).getByRole('searchbox').fill('zebra')
      await expect(ticketRows(page)).toHaveCount(0)
    },
    leave: async ({ page }) => {
      await page.getByRole('search', { name: 'Filter tickets' }).getByRole('searchbox').fill('')
      await expect(ticketRows(page).first()).toBeVisible()
    },
  },
  {
    name: 'ledger-columns',
    state: 'full',
    open: async ({ page }) => {
      await openLedger(page)
      const foot = page.getByRole('group', { name: 'Tickets shown' })
      await foot.getByRole('button', { name: 'Columns' }).click()
      await expect(page.getByRole('checkbox', { name: 'Close' })).toBeVisible()
    },
  },
  { name: 'ticket', state: 'full', open: ({ page }) => openTicket(page) },
  {
    name: 'ticket-settled',
    state: 'full',
    open: async ({ page }) => {
      await openTicket(page, withResult(page, 'Won').first())
      await expect(dialogOf(page)).toContainText('✓ Won')
    },
  },
  {
    name: 'hedge',
    state: 'full',
    open: async ({ page }) => {
      await openLedger(page)
      const row = ticketRows(page).nth(1)
      await winOneLeg(page, row)
      const dialog = await openHedge(page, row)
      const table = dialog.getByRole('table', { name: 'Hedge', exact: true })
      const getPrices = dialog.getByRole('button', { name: 'Get prices', exact: true })
      await expect(table.or(getPrices).first()).toBeVisible()
      // On a busy machine the prices may be old by now.
      if (!(await table.isVisible())) await getPrices.click()
      await expect(table).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'hedge-legs',
    state: 'full',
    open: async ({ page }) => {
      const dialog = await openHedge(page, ticketRows(page).first())
      await expect(dialog).toContainText('If all win')
    },
  },
  ticketForm('ticket-edit', 'Edit…'),
  ticketForm('ticket-result', 'Set result…'),
  ticketForm('ticket-delete', 'Delete…'),
  manyForm('tickets-result', 'r', /^Set result$/),
  manyForm('tickets-tag', 't', /^Add tag$/),
  manyForm('tickets-delete', 'Delete', /^Delete 2 tickets\?$/),
  {
    name: 'new-ticket',
    state: 'full',
    open: async ({ page }) => {
      await openLedger(page)
      await page.keyboard.press('n')
      await expect(page.getByRole('dialog', { name: 'New ticket' })).toBeVisible()
    },
  },
  { name: 'import', state: 'empty', open: shown => openFromMenu(shown, 'Import tickets') },
  {
    name: 'export',
    state: 'full',
    open: shown => openFromMenu(shown, 'Export tickets'),
  },
]
