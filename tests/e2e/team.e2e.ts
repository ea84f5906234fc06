/**
 * Two desks of a team over a real PostgreSQL: the second shows the prices that the first paid for, warns of a slip that
 * the first is placing, and has the same tickets and balances.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test as base } from './fixture.ts'
import { decide } from './hedging.ts'
import { fetchFeed, profileSwitch } from './own-profile.ts'
import { addParlay, cellPane, recordTicket, rowsOf, settled, ticketRows } from './screens.ts'
import type { ServiceCall } from './service.ts'
import { addShared, invite, letIn, openTab, setUpTeam, shareFirst, startDatabase } from './team-room.ts'

interface Desks {
  readonly first: Page
  readonly second: Page
  /** Calls to the odds service by both. */
  readonly calls: readonly ServiceCall[]
}

const pricingCalls = (calls: readonly ServiceCall[]) =>
  calls.filter(({ route }) => route === 'pricing').length

const test = base.extend<{
  /** Address of an empty database. */
  readonly database: string
  /** A data folder beside `userDataDir`. */
  readonly secondDir: string
  /** Two desks of one team, on one key. */
  readonly team: Desks
}>({
  database: async ({}, use) => {
    const { server, database } = await startDatabase()
    await use(database)
    await server.remove()
  },

  secondDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'parlay-desk-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },

  team: async ({ launch, service, database, secondDir }, use) => {
    const { key, profile, calls } = await service()
    const start = { args: [profileSwitch({ profile })], env: { PARLAY_DESK_KEY: key } }
    const first = (await launch(start)).page
    const second = (await launch({ ...start, userDataDir: secondDir })).page
    await setUpTeam(first, database)
    await letIn(first, second, await invite(first))
    await use({ first, second, calls })
  },
})

test('two desks pay once for a price, and are warned of a slip that the other is placing', async ({
  team,
}) => {
  const { first, second, calls } = team
  for (const page of [first, second]) {
    await openTab(page, 'Desk')
    await fetchFeed(page)
  }
  await addParlay(first, 2)
  await settled(first, 0)
  const paid = pricingCalls(calls)
  expect(paid).toBeGreaterThan(0)
  await shareFirst(first)
  await addShared(second)
  await expect(rowsOf(second)).toHaveCount(1)
  await expect(rowsOf(first).first()).toContainText('Shared with all desks')
  await settled(second, 0)
  expect(pricingCalls(calls)).toBe(paid)
  const best = (page: Page) =>
    rowsOf(page)
      .first()
      .getByRole('gridcell', { name: /best price/ })
      .first()
  await best(second).click()
  await expect(cellPane(second)).toContainText('Priced by Desk 1')

  await best(first).click()
  await first.keyboard.press('t')
  await expect(first.getByRole('dialog', { name: 'Record ticket' })).toBeVisible()
  await expect(rowsOf(second).first()).toContainText('Desk 1')
  await second.keyboard.press('t')
  await expect(second.getByRole('dialog', { name: 'Record ticket' })).toContainText('Desk 1 is placing this')
  await second.keyboard.press('Escape')
  await recordTicket(first, '40')
  await openTab(second, 'Ledger')
  await expect(ticketRows(second)).toHaveCount(1)
  await expect(ticketRows(second)).toContainText('$40.00')
  await expect(ticketRows(second)).toContainText('Desk 1')
})

test('a bet of one desk, settled on the other, is in both statements to the cent', async ({ team }) => {
  const { first, second } = team
  const dialog = first.getByRole('dialog')
  await openTab(first, 'Accounts')
  await first
    .getByRole('region', { name: 'No accounts' })
    .getByRole('button', { name: 'Add account' })
    .click()
  await dialog.getByRole('combobox', { name: 'Book' }).fill('Bravo')
  await dialog.getByRole('textbox', { name: 'Money in it now' }).fill('500')
  await first.keyboard.press('Enter')
  await expect(first.getByRole('row', { name: 'Main at Bravo' })).toContainText('$500.00')
  await openTab(first, 'Ledger')
  await first.keyboard.press('n')
  await dialog.getByRole('textbox', { name: 'Leg 1' }).fill('Ada North Over 27.5')
  await dialog.getByRole('combobox', { name: 'Book' }).fill('Bravo')
  await dialog.getByRole('textbox', { name: 'Price' }).fill('+175')
  await expect(dialog.getByRole('combobox', { name: 'Account' })).toHaveValue(/.{36}/)
  await recordTicket(first, '33.33')

  await openTab(second, 'Ledger')
  await expect(ticketRows(second)).toHaveCount(1)
  await decide(second, ticketRows(second), 'Ada North Over 27.5', 'Won')
  await expect(ticketRows(first)).toContainText('+$58.33')
  for (const page of [first, second]) {
    await openTab(page, 'Accounts')
    await expect(page.getByRole('row', { name: 'Main at Bravo' })).toContainText('$558.33')
    await expect(page.getByRole('region', { name: 'Statement by holder' })).toContainText('sums to $0.00')
  }

  await first.getByRole('button', { name: 'Send to the team' }).click()
  for (const page of [first, second]) {
    const sent = page.getByRole('region', { name: 'Sent to the team' })
    await expect(sent).toContainText('by Desk 1')
    await expect(sent).toContainText('$558.33')
  }
})
