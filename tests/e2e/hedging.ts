/** Parts of the ledger that specs of open tickets share: results of legs, hedges, and amounts on screen. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixture.ts'

export const openLedger = (page: Page) => page.getByRole('tab', { name: 'Ledger' }).click()
const ticketDialog = (page: Page) => page.getByRole('dialog', { name: 'Ticket', exact: true })
export const hedgeDialog = (page: Page) => page.getByRole('dialog', { name: 'Hedge', exact: true })

/** Sets the result of a leg of the ticket in this row. */
export async function decide(page: Page, row: Locator, leg: string, result: string): Promise<void> {
  await row.click()
  await page.keyboard.press('o')
  const ticket = ticketDialog(page)
  await ticket.getByRole('button', { name: `Set result of ${leg}` }).click()
  const form = ticket.getByRole('form')
  await form.getByRole('combobox', { name: 'Result' }).selectOption(result)
  await form.getByRole('textbox', { name: 'Reason' }).fill('box score')
  await form.getByRole('button', { name: 'Set leg result', exact: true }).click()
  await expect(form).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(ticket).toBeHidden()
}

/** Cents of an amount on screen. */
export const toCents = (text: string) =>
  Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100)
export const toDecimal = (american: string) => {
  const points = Number(american.replace('−', '-').replace('+', ''))
  return points > 0 ? 1 + points / 100 : 1 - 100 / points
}

/** Texts of a row of the hedge. */
export const cellsOf = (page: Page, row: number) =>
  hedgeDialog(page)
    .getByRole('table', { name: 'Hedge', exact: true })
    .getByRole('row')
    .nth(row)
    .getByRole('cell')
    .allTextContents()

/** Requests the prices of the other side that are not fresh, and waits until a hedge can be recorded. */
export async function priceHedge(page: Page): Promise<void> {
  const hedge = hedgeDialog(page)
  await expect(hedge).toContainText(/New prices use \d+ calls?\.|All prices are fresh\./)
  const get = hedge.getByRole('button', { name: 'Get prices', exact: true })
  if (await get.isEnabled()) await get.click()
  await expect(hedge.getByRole('button', { name: 'Record hedge' })).toBeVisible({ timeout: 30_000 })
}
