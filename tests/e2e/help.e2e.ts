/** Help in the program: the pages of docs/guide.md, by keys, from the palette, and read by assistive tools. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { hasAllOdds, legsPane } from './screens.ts'

const help = (page: Page) => page.getByRole('dialog', { name: 'Help' })
const pageTitle = (page: Page) => help(page).getByRole('heading', { level: 3 })
const search = (page: Page) => help(page).getByRole('searchbox', { name: 'Search help' })

/** Pages that have all there is: lists, tables, keys and pictures. */
const checked = ['Your first price', 'Reading a price']
async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('dialog').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
}

test('F1 opens the guide from a field; a search leads to a section, and Esc back to the field', async ({
  desk,
}) => {
  const { page } = desk
  await hasAllOdds(page)
  const field = legsPane(page).getByRole('searchbox', { name: 'Search legs' })
  await field.focus()
  await page.keyboard.press('F1')
  await expect(search(page)).toBeFocused()
  await expect(pageTitle(page)).toHaveText('Your first price')

  await page.keyboard.type('suspect')
  await page.keyboard.press('Enter')
  const heading = help(page).getByRole('heading', { name: 'Suspect prices' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(pageTitle(page)).toHaveText('Your first price')

  await search(page).focus()
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(pageTitle(page)).toHaveText('Your own odds service')
  await page.keyboard.press('Escape')
  await expect(help(page)).toBeHidden()
  await expect(field).toBeFocused()
})

test('the palette finds sections of the guide, and the header opens it', async ({ desk }) => {
  const { page } = desk
  await page.keyboard.press('Control+k')
  await page.keyboard.type('suspect prices')
  await page.getByRole('option', { name: 'Suspect prices' }).click()
  await expect(pageTitle(page)).toHaveText('Reading a price')
  await help(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(pageTitle(page)).toHaveText('Your first price')
})

test('pages show their pictures, have no axe finding, and fit a small window at 200% zoom', async ({
  desk,
}) => {
  const { page } = desk
  await page.keyboard.press('F1')
  for (const title of await help(page).getByRole('navigation').getByRole('listitem').allTextContents()) {
    await help(page).getByRole('navigation').getByRole('button', { name: title }).click()
    await expect(pageTitle(page)).toHaveText(title)
    for (const picture of await help(page).getByRole('img').all())
      await expect
        .poll(() => picture.evaluate(img => img instanceof HTMLImageElement && img.naturalWidth))
        .toBeGreaterThan(0)
    if (checked.includes(title)) await expectNoFindings(page)
  }
  await page.setViewportSize({ width: 512, height: 350 })
  const wide = help(page).locator('article')
  expect(await wide.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(wide).toBeInViewport({ ratio: 0.5 })
})
