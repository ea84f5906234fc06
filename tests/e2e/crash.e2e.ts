/** The page's process ends by a fault. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { chooseLegs, legsPane } from './screens.ts'

/** Ends the page's process as a fault would. Playwright gives up a page that crashed, so the reloaded one is another. */
async function crash(page: Page, userDataDir: string): Promise<Page> {
  const session = await page.context().newCDPSession(page)
  await Promise.all([page.waitForEvent('crash'), session.send('Page.crash').catch(() => {})])
  const [port] = (await readFile(join(userDataDir, 'Chromium', 'DevToolsActivePort'), 'utf8')).split('\n')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const reloaded = browser.contexts()[0]?.pages()[0]
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
