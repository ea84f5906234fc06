/** Steps by which desks become a team, and share a parlay. */
import type { Page } from '@playwright/test'
import { PostgresServer } from '../support/team/postgres-server.ts'
import { expect } from './screen-list/screen.ts'
import { fetchFeed } from './own-profile.ts'
import { addParlay, rowsOf, settled } from './screens.ts'

export const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
export const inStatusBar = (page: Page, text: string) => expect(page.getByText(`Team: ${text}`)).toBeVisible()

/** A server with an empty database, and the address of that for the form. */
export async function startDatabase(): Promise<{
  readonly server: PostgresServer
  readonly database: string
}> {
  const server = await PostgresServer.start()
  const { login, password, host, port, database } = server.address(await server.createDatabase())
  return {
    server,
    database: `postgres://${login}:${encodeURIComponent(password)}@${host}:${port}/${database}`,
  }
}

/** Sets a team up on the first desk, with this desk as its owner. */
export async function setUpTeam(page: Page, database: string): Promise<void> {
  await openTab(page, 'Settings')
  await page.getByRole('button', { name: 'Set up a team' }).click()
  const form = page.getByRole('form', { name: 'Set up a team' })
  await form.getByRole('textbox', { name: 'Server address' }).fill(database)
  await form.getByRole('button', { name: 'Test server' }).click()
  await expect(form.getByText('Ready for a new team.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Team name' }).fill('Weekend')
  await form.getByRole('button', { name: 'Set up team' }).click()
  await inStatusBar(page, '1 desk, shared')
}

/** Invites the next desk, as a partner if `holder` is whose statements it sees. Returns the invitation. */
export async function invite(page: Page, holder?: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite a desk…' }).click()
  if (holder !== undefined) {
    await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Partner')
    await page.getByRole('textbox', { name: 'Holder' }).fill(holder)
  }
  await page.getByRole('button', { name: 'Make invitation' }).click()
  const invitation = await page.getByRole('textbox', { name: 'Invitation' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  return invitation
}

/** Joins on another desk, and lets it in on the owner’s. `desks`: how many there are then. */
export async function letIn(owner: Page, joiner: Page, invitation: string, desks = 2): Promise<void> {
  await openTab(joiner, 'Settings')
  await joiner.getByRole('button', { name: 'Join a team' }).click()
  await joiner.getByRole('textbox', { name: 'Invitation' }).fill(invitation)
  await joiner.getByRole('button', { name: 'Join team' }).click()
  await inStatusBar(joiner, 'Waiting to be let in')
  await owner.getByRole('button', { name: `Let Desk ${desks} in` }).click()
  await inStatusBar(joiner, `${desks} desks, shared`)
  await inStatusBar(owner, `${desks} desks, shared`)
}

/** Shares the first row with all desks. */
export async function shareFirst(page: Page): Promise<void> {
  await rowsOf(page).first().getByRole('rowheader').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Share with the team…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share with the team' })
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Adds the parlay that the first desk shares from the list. */
export async function addShared(page: Page): Promise<void> {
  const list = page.getByRole('region', { name: 'Shared parlays' })
  await expect(list.getByText('1 parlay')).toBeVisible()
  await list.getByRole('button', { name: /^Add to desk/ }).click()
  await expect(list.getByText('On your desk')).toBeVisible()
}

/** Loads the odds on both desks, and shares a priced parlay of the first, which the second adds. */
export async function workOnOneParlay(first: Page, second: Page): Promise<void> {
  for (const page of [first, second]) {
    await openTab(page, 'Desk')
    await fetchFeed(page)
  }
  await addParlay(first, 2)
  await settled(first, 0)
  await shareFirst(first)
  await addShared(second)
  await settled(second, 0)
}
