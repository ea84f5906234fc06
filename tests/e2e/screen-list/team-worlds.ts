/** Desks of a team over a real PostgreSQL: the owner's with another beside it, and a partner's. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { profileSwitch } from '../own-profile.ts'
import { addParlay, recordTicket, rowsOf, settled, ticketRows } from '../screens.ts'
import { startService } from '../service.ts'
import { invite, letIn, setUpTeam, startDatabase, workOnOneParlay } from '../team-room.ts'
import { selectPrice } from './desk-screens.ts'
import { dialogOf, expect, openDialog, type Screen, showView, type Started, type World } from './screen.ts'
import { launch } from './worlds.ts'

interface Desks {
  /** The owner's. */
  readonly first: Started
  /** Desk 2, which the owner has let in. */
  readonly second: Started
  readonly stopServer: () => Promise<void>
  readonly startServer: () => Promise<void>
  readonly end: () => Promise<void>
}

/** Two desks of one team, on one key. The second is a partner if `holder` is whose statements it sees. */
async function launchTeam(folder: string, settings: object, holder?: string): Promise<Desks> {
  const [{ server, database }, service] = await Promise.all([
    startDatabase(),
    startService(['--latency', '0']),
  ])
  const options = { args: [profileSwitch(service)], env: { PARLAY_DESK_KEY: service.key } }
  const fresh = { staleAfterMs: 3_600_000, ...settings }
  const first = await launch(folder, options, undefined, fresh)
  const second = await launch(mkdtempSync(join(tmpdir(), 'parlay-desk-')), options, undefined, fresh)
  await setUpTeam(first.page, database)
  await letIn(first.page, second.page, await invite(first.page, holder))
  return {
    ...{ first, second },
    stopServer: () => server.stop('immediate'),
    startServer: () => server.start(),
    async end() {
      await Promise.all([first.end(), second.end()])
      await Promise.all([service.stop(), server.remove()])
    },
  }
}

/** Opens an account of a holder at Bravo, with 500 in it. */
async function addAccount(page: Page): Promise<void> {
  await showView(page, 'Accounts')
  const none = page.getByRole('region', { name: 'No accounts' })
  await none.getByRole('button', { name: 'Add account' }).click()
  await dialogOf(page).getByRole('combobox', { name: 'Book' }).fill('Bravo')
  await dialogOf(page).getByRole('textbox', { name: 'Money in it now' }).fill('500')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'Main at Bravo' })).toContainText('$500.00')
}

async function sendStatements(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send to the team' }).click()
  await expect(page.getByRole('region', { name: 'Sent to the team' })).toContainText('by Desk 1')
}

async function giveFirst(page: Page): Promise<void> {
  await selectPrice(page)
  const dialog = await openDialog(page, 'Give to a desk')
  await dialog.getByRole('textbox', { name: 'Bravo' }).fill('150')
  await dialog.getByRole('textbox', { name: 'Alpha Bet' }).fill('200')
  await dialog.getByRole('textbox', { name: 'Note (optional)' }).fill('Before the lines move')
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Two parlays that both desks have, an instruction, tickets by each, and a slip that the second is about to place. */
async function work({ first: { page: first }, second: { page: second } }: Desks): Promise<void> {
  await addAccount(first)
  await sendStatements(first)
  await workOnOneParlay(first, second)
  await giveFirst(first)
  const given = second.getByRole('region', { name: 'Instructions' })
  await given.getByRole('button', { name: 'Accept the bet at Bravo' }).click()
  await addParlay(second, 3)
  await settled(second, 1)
  await rowsOf(second).nth(1).getByRole('rowheader').click({ button: 'right' })
  await second.getByRole('menuitem', { name: 'Share with the team…' }).click()
  await dialogOf(second).getByRole('button', { name: 'Share', exact: true }).click()
  for (const [page, stake] of [
    [first, '40'],
    [second, '25'],
  ] as const) {
    await selectPrice(page)
    await page.keyboard.press('t')
    await recordTicket(page, stake)
  }
  await selectPrice(second)
  await second.keyboard.press('t')
  await expect(rowsOf(first).first()).toContainText('Desk 2')
}

const settingsOfTeam = async (page: Page): Promise<void> => {
  await showView(page, 'Settings')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name: 'Team', exact: true })
    .click()
  await page.mouse.move(0, 0)
}

const ownerScreens: readonly Screen[] = [
  {
    name: 'team-desk',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      await expect(page.getByRole('region', { name: 'Cell' })).toContainText('Desk 2 is placing this')
    },
  },
  {
    name: 'team-give',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      await openDialog(page, 'Give to a desk')
    },
  },
  {
    name: 'team-share',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      const dialog = await openDialog(page, 'Share with the team')
      await dialog.getByText('Only these').click()
    },
  },
  {
    name: 'team-slip-taken',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      await page.keyboard.press('t')
      await expect(dialogOf(page)).toContainText('Desk 2 is placing this')
    },
  },
  {
    name: 'team-settings',
    state: 'full',
    open: ({ page }) => settingsOfTeam(page),
    bringIntoView: ({ page }) => settingsOfTeam(page),
  },
  {
    name: 'team-invitation',
    state: 'full',
    open: async ({ page }) => {
      await settingsOfTeam(page)
      await page.getByRole('button', { name: 'Invite a desk…' }).click()
      await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Partner')
      await page.getByRole('textbox', { name: 'Holder' }).scrollIntoViewIfNeeded()
    },
    leave: ({ page }) =>
      page.getByRole('form', { name: 'Invite a desk' }).getByRole('button', { name: 'Cancel' }).click(),
  },
  {
    name: 'team-ledger',
    state: 'full',
    open: async ({ page }) => {
      await showView(page, 'Ledger')
      await expect(ticketRows(page)).toHaveCount(2)
      await ticketRows(page).first().click()
    },
  },
  {
    name: 'team-ticket',
    state: 'full',
    open: async ({ page }) => {
      await showView(page, 'Ledger')
      await ticketRows(page).first().click()
      await page.keyboard.press('o')
      await expect(dialogOf(page)).toContainText('Recorded by')
    },
  },
  {
    name: 'team-accounts',
    state: 'full',
    open: async ({ page }) => {
      await showView(page, 'Accounts')
      await page.getByRole('row', { name: 'Main at Bravo' }).click()
      await expect(page.getByRole('region', { name: 'Sent to the team' })).toBeVisible()
    },
  },
]

/** The desks of a world that is shown, for screens that need more than the page of the first. */
let shown: Desks | undefined

const aloneScreens: readonly Screen[] = [
  {
    name: 'team-alone',
    state: 'failing',
    open: async ({ page }) => {
      await shown?.stopServer()
      await settingsOfTeam(page)
      await expect(page.getByText(/Working alone since/).first()).toBeVisible()
    },
    bringIntoView: ({ page }) => settingsOfTeam(page),
  },
  {
    name: 'team-leave-unshared',
    state: 'failing',
    open: async ({ page }) => {
      await selectPrice(page)
      await page.keyboard.press('t')
      await recordTicket(page, '30')
      await settingsOfTeam(page)
      await page.getByRole('button', { name: 'Leave team…' }).click()
      await expect(dialogOf(page).getByRole('list', { name: 'Records not yet shared' })).toContainText(
        'Ticket',
      )
    },
  },
]

export const ownersDesk: World = {
  name: 'team, an owner’s desk',
  start: async (folder, settings = {}) => {
    const desks = await launchTeam(folder, settings)
    await work(desks)
    shown = desks
    return { ...desks.first, end: desks.end }
  },
  screens: [...ownerScreens, ...aloneScreens],
}

export const partnersDesk: World = {
  name: 'team, a partner’s desk',
  start: async (folder, settings = {}) => {
    const desks = await launchTeam(folder, settings, 'Main')
    await addAccount(desks.first.page)
    await sendStatements(desks.first.page)
    return { ...desks.second, end: desks.end }
  },
  screens: [
    {
      name: 'team-partner',
      state: 'full',
      open: async ({ page }) => {
        await showView(page, 'Accounts')
        await expect(page.getByText('Statement of Main')).toBeVisible()
      },
    },
    {
      name: 'team-partner-ledger',
      state: 'empty',
      open: ({ page }) => showView(page, 'Ledger'),
    },
    {
      name: 'team-partner-settings',
      state: 'full',
      open: ({ page }) => settingsOfTeam(page),
      bringIntoView: ({ page }) => settingsOfTeam(page),
    },
  ],
}
