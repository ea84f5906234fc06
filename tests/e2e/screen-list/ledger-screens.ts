/** The ledger with its charts, tickets and dialogs. */
import type { Page } from '@playwright/test'
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
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
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
  ticketForm('ticket-edit', 'Edit…'),
  ticketForm('ticket-result', 'Set result…'),
  ticketForm('ticket-delete', 'Delete…'),
  {
    name: 'new-ticket',
    state: 'full',
    open: async ({ page }) => {
      await openLedger(page)
      await page.keyboard.press('n')
      await expect(page.getByRole('dialog', { name: 'Record ticket' })).toBeVisible()
    },
  },
  { name: 'import', state: 'empty', open: shown => openFromMenu(shown, 'Import tickets') },
  {
    name: 'export',
    state: 'full',
    open: shown => openFromMenu(shown, 'Export tickets'),
  },
]
