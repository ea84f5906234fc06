/** Tickets: recorded from a cell or by hand, there after a kill, corrected, decided, deleted and restored. */
import type { Page } from '@playwright/test'
import { expect, shareDesk, test } from './fixture.ts'
import { edges } from './grid-room.ts'
import { fetchFeed, profileSwitch } from './own-profile.ts'
import { addParlay, cellPane, recordTicket, rowsOf, settled, ticketRows, ticketsGrid } from './screens.ts'

const graderCalls = (calls: readonly { route: string; method: string }[]) =>
  calls.filter(({ route }) => route === 'grader').map(({ method }) => method)
const openLedger = (page: Page) => page.getByRole('tab', { name: 'Ledger' }).click()
const ticketDialog = (page: Page) => page.getByRole('dialog', { name: 'Ticket', exact: true })

/** Chooses the best cell of the first row. Returns its book's name. */
async function chooseBest(page: Page): Promise<string> {
  const best = rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /best price/ })
    .first()
  await best.click()
  const [book = ''] = ((await best.getAttribute('aria-label')) ?? '').split(',')
  return book
}

async function recordByHand(page: Page, leg: string): Promise<void> {
  await page.keyboard.press('n')
  const record = page.getByRole('dialog', { name: 'New ticket' })
  await record.getByRole('textbox', { name: 'Leg 1' }).fill(leg)
  await record.getByRole('combobox', { name: 'Book' }).fill('Bravo')
  await record.getByRole('textbox', { name: 'Price' }).fill('+480')
  await recordTicket(page, '40')
}

async function submit(page: Page, name: string, reason: string): Promise<void> {
  const form = ticketDialog(page).getByRole('form')
  await form.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await form.getByRole('button', { name, exact: true }).click()
}

test('a ticket recorded from a cell by T is there after a kill, and leads back to its parlay', async ({
  launch,
}) => {
  const first = await launch()
  const legs = await addParlay(first.page)
  await settled(first.page, 0)
  const book = await chooseBest(first.page)
  await first.page.keyboard.press('t')
  await expect(first.page.getByRole('dialog', { name: 'Record ticket' })).toContainText(legs[0] ?? '')
  await recordTicket(first.page, '40')
  const strip = first.page.getByRole('region', { name: 'Tickets' })
  await expect(strip).toContainText('1 open')
  await strip.getByRole('button', { name: 'Tickets', exact: true }).click()
  await expect(strip).toContainText(book)
  await expect(first.page.getByText('Ledger OK · 1 ticket')).toBeVisible()
  await first.kill()

  const { page } = await launch()
  await openLedger(page)
  await expect(ticketRows(page)).toHaveCount(1)
  await expect(ticketRows(page)).toContainText(book)
  await expect(ticketRows(page)).toContainText('$40.00')
  await ticketRows(page).press('Enter')
  for (const leg of legs) await expect(ticketsGrid(page)).toContainText(leg)

  // The next ticket begins with the stake of the last.
  await page.getByRole('tab', { name: 'Desk' }).click()
  await settled(page, 0)
  await chooseBest(page)
  await cellPane(page).getByRole('button', { name: 'Record ticket' }).click()
  const stake = page.getByRole('dialog', { name: 'Record ticket' }).getByRole('textbox', { name: 'Stake' })
  await expect(stake).toHaveValue('40.00')
  await page.keyboard.press('Escape')

  // The keys act on the selected parlay, so it must be the ticket's, not the one that had the focus last.
  await addParlay(page, 2, 'moneyline')
  await expect(rowsOf(page).nth(1).getByRole('gridcell', { selected: true })).toBeFocused()
  await openLedger(page)
  await ticketRows(page).dblclick()
  await ticketDialog(page).getByRole('button', { name: 'Show on desk' }).click()
  await expect(rowsOf(page).first().getByRole('gridcell', { selected: true })).toBeFocused()
})

test.describe('a ticket by hand', () => {
  const desk = shareDesk()

  test('errors of two lines in a new ticket move no field', async () => {
    const { page } = desk()
    await openLedger(page)
    await expect(page.getByText('No tickets yet')).toBeVisible()
    await page.keyboard.press('n')
    const record = page.getByRole('dialog', { name: 'New ticket' })
    const field = (name: string) => record.getByRole('textbox', { name, exact: true })
    const fields = () =>
      Promise.all(['Price', 'Stake', 'To win', 'Currency', 'Tags'].map(name => edges(field(name))))
    await field('Leg 1').fill('Ada North Over 27.5')
    await record.getByRole('combobox', { name: 'Book' }).fill('Bravo')
    await field('Price').fill('+512')
    await field('Stake').fill('abc')
    const before = await fields()
    await record.getByRole('button', { name: 'Record ticket' }).click()
    await expect(record.getByText('Enter an amount, like 40 or 40.50.')).toBeVisible()
    expect(await fields()).toEqual(before)
    await field('Stake').fill('40')
    await field('Price').fill('50')
    await record.getByRole('button', { name: 'Record ticket' }).click()
    await expect(record.getByText('An American price is')).toBeVisible()
    expect(await fields()).toEqual(before)
    await page.keyboard.press('Escape')
  })

  test('a ticket by hand is edited, settled, deleted and restored, and every amount opens to its entries', async () => {
    const { page } = desk()
    await openLedger(page)
    await expect(page.getByText('No tickets yet')).toBeVisible()
    await page.keyboard.press('n')
    const record = page.getByRole('dialog', { name: 'New ticket' })
    await record.getByRole('textbox', { name: 'Leg 1' }).fill('Ada North Over 27.5')
    await record.getByRole('combobox', { name: 'Book' }).fill('Bravo')
    await record.getByRole('textbox', { name: 'Price' }).fill('-')
    await record.getByRole('textbox', { name: 'Stake' }).fill('40')
    await record.getByRole('button', { name: 'Record ticket' }).click()
    await expect(record.getByRole('alert')).toBeVisible()
    await expect(record.getByRole('textbox', { name: 'Leg 1' })).toHaveValue('Ada North Over 27.5')
    await record.getByRole('textbox', { name: 'Price' }).fill('+512')
    await recordTicket(page, '40')
    await expect(ticketRows(page)).toContainText('$40.00')

    await ticketRows(page).press('o')
    const ticket = ticketDialog(page)
    await ticket.getByRole('button', { name: 'Edit…' }).click()
    await ticket.getByRole('textbox', { name: 'Stake' }).fill('50')
    await submit(page, 'Save changes', 'typed wrong')
    await expect(ticket).toContainText('$306.00')

    await ticket.getByRole('button', { name: 'Set result of Ada North Over 27.5' }).click()
    await submit(page, 'Set leg result', 'box score')
    await expect(ticket).toContainText('+$256.00')
    await ticket.getByRole('button', { name: 'Set result…', exact: true }).click()
    await ticket.getByRole('combobox', { name: 'Result' }).selectOption('The book paid…')
    await ticket.getByRole('textbox', { name: 'Payout (USD)' }).fill('300')
    await submit(page, 'Set result', 'statement')
    await expect(ticket).toContainText('+$250.00')
    await expect(ticket.getByRole('button', { name: 'Close' })).toBeFocused()
    await ticket.locator('summary').filter({ hasText: 'Profit' }).click()
    await expect(ticket.getByRole('row').filter({ hasText: '+$256.00' })).toHaveCount(1)
    await expect(ticket.getByRole('row').filter({ hasText: /Reversed entry #\d+/ })).not.toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(ticketRows(page)).toContainText('+$250.00')

    await ticketRows(page).press('o')
    await ticket.getByRole('button', { name: 'Delete…' }).click()
    await submit(page, 'Delete ticket', 'recorded twice')
    await expect(ticketRows(page)).toHaveCount(0)

    // Undo asks first, and brings the ticket back as it was.
    await page.getByRole('button', { name: 'Undo…' }).click()
    await expect(ticket).toContainText('Deleted')
    await ticket.getByRole('button', { name: 'Undo change' }).click()
    await expect(ticket).toHaveCount(0)
    await expect(ticketRows(page)).toContainText('+$250.00')
    await expect(ticketRows(page)).toHaveAttribute('aria-selected', 'true')
  })
})

test('after a deletion the next ticket has the focus, and Ctrl+Z restores the deleted one', async ({
  launch,
}) => {
  const { page } = await launch()
  await openLedger(page)
  await expect(page.getByText('No tickets yet')).toBeVisible()
  for (const leg of ['Ada', 'Bea', 'Cleo']) await recordByHand(page, leg)
  const row = (leg: string) => ticketRows(page).filter({ hasText: leg })
  await expect(row('Cleo')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row('Bea')).toBeFocused()

  await page.keyboard.press('Delete')
  await submit(page, 'Delete ticket', 'recorded twice')
  await expect(row('Bea')).toHaveCount(0)
  await expect(row('Ada')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(ticketDialog(page)).toContainText('Bea')
  await ticketDialog(page).getByRole('button', { name: 'Undo change' }).click()
  await expect(ticketDialog(page)).toHaveCount(0)
  await expect(row('Bea')).toBeFocused()

  // A ticket that was just recorded is the last action, also where a filter hid it.
  await page.getByRole('searchbox').fill('Ada')
  await expect(row('Bea')).toHaveCount(0)
  await row('Ada').focus()
  await recordByHand(page, 'Dora')
  await expect(page.getByText('Recorded: $40.00 at Bravo, +480')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(row('Dora')).toBeFocused()
  await page.keyboard.press('n')
  const again = page.getByRole('dialog', { name: 'New ticket' })
  await again.getByRole('textbox', { name: 'Leg 1' }).fill(' dora')
  await again.getByRole('combobox', { name: 'Book' }).fill('bravo')
  await expect(again.getByRole('note')).toContainText('You bet this at Bravo, $40')
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect(row('Dora')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(ticketDialog(page).getByRole('form', { name: 'Delete ticket?' })).toBeVisible()
  await expect(ticketDialog(page)).toContainText('Dora')
})

test('pending legs are checked by the button, and one alone by its own', async ({ launch, service }) => {
  const odds = await service('--latency', '0')
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await fetchFeed(page)
  await addParlay(page, 2, 'moneyline')
  await settled(page, 0)
  await chooseBest(page)
  await page.keyboard.press('t')
  await recordTicket(page, '10')
  await expect(page.getByRole('contentinfo')).toContainText('2 legs open')
  await openLedger(page)
  await page.getByRole('button', { name: 'Settle pending' }).click()
  await expect(page.getByText(/Checked 2 legs\. (Nothing new|\d tickets? settled)\./)).toBeVisible()
  expect(graderCalls(odds.calls)).toEqual(['POST'])
  await ticketRows(page).first().press('o')
  await ticketDialog(page)
    .getByRole('button', { name: /^Refresh result: / })
    .first()
    .click()
  await expect.poll(() => graderCalls(odds.calls)).toEqual(['POST', 'GET'])
})
