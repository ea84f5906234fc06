/** The scanner: before a scan, after one, without odds, and with a key that is refused. */
import type { Page } from '@playwright/test'
import { expect, type Screen, showView } from './screen.ts'

const proposals = (page: Page) => page.getByRole('table', { name: 'Proposals' })
const scan = (page: Page) => page.getByRole('button', { name: 'Scan', exact: true }).first().click()

export const scannerScreens: readonly Screen[] = [
  {
    name: 'scanner',
    state: 'full',
    open: async ({ page }) => {
      await showView(page, 'Scanner')
      const none = page.getByRole('region', { name: 'No scan yet' })
      await expect(none.or(proposals(page))).toBeVisible()
      if (await none.isVisible()) {
        await page.getByRole('textbox', { name: 'Calls to spend' }).fill('20')
        await scan(page)
      }
      await expect(page.getByText('Out of calls.')).toBeVisible({ timeout: 60_000 })
      await expect(proposals(page).getByRole('row').nth(1)).toBeVisible()
    },
  },
]

export const noScan: Screen = {
  name: 'scanner-empty',
  state: 'empty',
  open: async ({ page }) => {
    await showView(page, 'Scanner')
    await expect(page.getByRole('region', { name: 'No scan yet' })).toBeVisible()
  },
}

/** On a board without single prices. */
export const nothingToScan: Screen = {
  name: 'scanner-nothing-to-compare',
  state: 'failing',
  open: async ({ page }) => {
    await showView(page, 'Scanner')
    await scan(page)
    await expect(page.getByText(/^No bet in these games|^No odds are loaded/)).toBeVisible()
  },
}
