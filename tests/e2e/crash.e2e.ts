/** The process of a window's page ends by a fault. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { addParlay, cellOf, chooseLegs, legsPane, recordTicket, settled, ticketRows } from './screens.ts'

/**
 * Ends the page's process as a fault would. Playwright gives up a page that crashed, so the reloaded one, with this end
 * of its address, is another.
 */
async function crash(page: Page, userDataDir: string, address = '/'): Promise<Page> {
  const session = await page.context().newCDPSession(page)
  await Promise.all([page.waitForEvent('crash'), session.send('Page.crash').catch(() => {})])
  const [port] = (await readFile(join(userDataDir, 'Chromium', 'DevToolsActivePort'), 'utf8')).split('\n')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const reloaded = browser
    .contexts()[0]
    ?.pages()
    .find(each => each.url().endsWith(address))
  if (reloaded === undefined) throw new Error('no page after the crash')
  return reloaded
}

test('a page that crashes is reloaded with the slip and the text that were not saved yet', async ({
  desk,
  userDataDir,
}) => {
  // On Electron Playwright reaches the pages through the main process, and a page that crashed no more.
  test.skip(!existsSync(join(userDataDir, 'Chromium')), 'needs the Chromium host')
  const names = await chooseLegs(desk.page, 2)
  await legsPane(desk.page).getByRole('button', { name: 'Add odds' }).click()
  const odds = (page: Page) => page.getByRole('textbox', { name: 'Odds objects' })
  await odds(desk.page).fill('half an odds object')

  const page = await crash(desk.page, userDataDir)
  const slip = page.getByRole('region', { name: 'New parlay' })
  for (const name of names) await expect(slip.getByText(name).first()).toBeVisible({ timeout: 30_000 })
  await legsPane(page).getByRole('button', { name: 'Add odds' }).click()
  await expect(odds(page)).toHaveValue('half an odds object')
  expect(desk.mainLog()).toContain('the page process is gone')
  await page.context().browser()?.close()
})

test('a second window that crashes comes back with its draft, and the others go on', async ({
  desk,
  userDataDir,
}) => {
  test.skip(!existsSync(join(userDataDir, 'Chromium')), 'needs the Chromium host')
  const { page } = desk
  await addParlay(page, 2)
  await settled(page, 0)
  const coming = page.context().waitForEvent('page')
  await page.keyboard.press('Control+Shift+L')
  const ledger = await coming
  await expect(ledger.getByText('No tickets yet')).toBeVisible({ timeout: 20_000 })
  await ledger.keyboard.press('n')
  const stake = (window: Page) =>
    window.getByRole('dialog', { name: 'New ticket' }).getByRole('textbox', { name: 'Stake' })
  await stake(ledger).fill('12.34')

  const reloaded = await crash(ledger, userDataDir, '?window=ledger')
  await expect(reloaded.getByText('No tickets yet')).toBeVisible({ timeout: 30_000 })
  await reloaded.keyboard.press('n')
  await expect(stake(reloaded)).toHaveValue('12.34')
  await cellOf(page, 0, 'Bravo').click()
  await page.keyboard.press('t')
  await recordTicket(page, '40')
  await reloaded.keyboard.press('Escape')
  await expect(ticketRows(reloaded)).toHaveCount(1)
  await reloaded.context().browser()?.close()
})
