/** The command palette: everything by name, from wherever the focus is, and back to there. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { hasAllOdds, legsPane, pricesGrid, rowsOf, settled } from './screens.ts'
import { addLegs, pasteOdds, says, scriptOf, startOn } from './scripted-desk.ts'

const books = { 'Alpha Bet': says({ price: '+300' }), Bravo: says({ price: '+310' }) }
const legs = ['One Over 9.5', 'Two Over 9.5', 'Three Over 9.5']

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
const options = (page: Page) => palette(page).getByRole('option')
const search = (page: Page) => legsPane(page).getByRole('searchbox', { name: 'Search legs' })

/** Types what is wanted into the palette, and takes the first that fits. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox', { name: 'Search commands' })).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}

test('a command by name runs from any view, and the focus comes back', async ({ launch, service }) => {
  const odds = await service(...scriptOf(books))
  const { page } = await launch(startOn(odds))
  await pasteOdds(page, Object.fromEntries(legs.map(leg => [leg, Object.keys(books)])))
  await addLegs(page, 'One Over 9.5', 'Two Over 9.5')
  await settled(page, 0)
  await addLegs(page, 'Two Over 9.5', 'Three Over 9.5')
  await settled(page, 1)
  const calls = () => odds.calls.filter(({ route }) => route === 'pricing').length
  await expect.poll(calls).toBe(4)

  await search(page).fill('thr')
  await command(page, 'repr all')
  await expect.poll(calls).toBe(8)
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('ee')
  await expect(search(page)).toHaveValue('three')

  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  for (const key of ['Escape', 'Control+k']) {
    await page.keyboard.press(key)
    await expect(palette(page)).toBeHidden()
    await expect(search(page)).toBeFocused()
    if (key === 'Escape') await page.keyboard.press('Control+k')
  }

  await command(page, 'go to o9.5 one')
  const focused = pricesGrid(page).getByRole('gridcell', { selected: true })
  await expect(focused).toBeFocused()
  await expect(rowsOf(page).first().getByRole('gridcell', { selected: true })).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(rowsOf(page).nth(1).getByRole('gridcell', { selected: true })).toBeFocused()
  await page.keyboard.press('Control+3')
  await expect(page.getByRole('tab', { name: 'Accounts' })).toHaveAttribute('aria-selected', 'true')
  await command(page, 'go to o9.5 one')
  await expect(rowsOf(page).first().getByRole('gridcell', { selected: true })).toBeFocused()

  await command(page, 'bravo')
  await expect(focused).toBeFocused()
  await expect(focused).toHaveAccessibleName(/^Bravo/)
  await command(page, 'settings bravo')
  await expect(page.getByRole('textbox', { name: 'Service ID of Bravo' })).toBeFocused()

  await command(page, 'search legs')
  await expect(search(page)).toBeFocused()

  await command(page, 'new ticket')
  const ticket = page.getByRole('dialog', { name: 'New ticket' })
  await expect(ticket).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Ledger' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(ticket).toBeHidden()
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Ledger' })).toBeFocused()

  await command(page, 'filter ti')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await command(page, 'search leg')
  await expect(search(page)).toBeFocused()
})

test('the list of commands is walked by keys, with the current one in view, and takes a click', async ({
  desk,
}) => {
  const { page } = desk
  await hasAllOdds(page)
  await page.getByRole('button', { name: /^Search legs, parlays/ }).click()
  const active = options(page).and(page.locator('[aria-selected=true]'))
  await expect(active).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('dialog').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  await page.keyboard.press('End')
  await expect(active).toBeInViewport({ ratio: 1 })
  await expect(options(page).first()).not.toBeInViewport()
  await page.keyboard.press('Home')
  await expect(options(page).first()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowUp')
  await expect(options(page).nth(7)).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.type('leg costs')
  await expect(active).toContainText('Add a parlay first')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('copy link')
  await expect(active).toContainText('Add a parlay first')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type(' zebra')
  await expect(palette(page).getByText('Nothing matches “copy link zebra”.')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('fractional')
  await options(page).getByText('Fractional').click()
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'More formats' })).toHaveValue('fractional')

  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await page.mouse.click(10, 400)
  await expect(palette(page)).toBeHidden()
})
