/** Windows beside the main one: the ledger, and groups of parlays linked by a color. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { addParlay, cellOf, recordTicket, rowsOf, settled, ticketRows } from './screens.ts'

/** The window that this opens, loaded. */
async function opened(page: Page, open: () => Promise<unknown>): Promise<Page> {
  const coming = page.context().waitForEvent('page')
  await open()
  const window = await coming
  await window.waitForLoadState('load')
  return window
}

/** The second window of this name, once it is there. */
async function findWindow(main: Page, name: string): Promise<Page> {
  const find = () =>
    main
      .context()
      .pages()
      .find(page => page.url().endsWith(`?window=${name}`))
  await expect.poll(() => find() !== undefined, { timeout: 20_000 }).toBe(true)
  return find() ?? main
}

interface StoredPlaces {
  readonly windows: Readonly<
    Record<string, { readonly isOpen: boolean; readonly bounds: { readonly x: number } }>
  >
}
const readSettings = async (file: string): Promise<StoredPlaces> => {
  const parse: (text: string) => StoredPlaces = JSON.parse
  return parse(await readFile(file, 'utf8'))
}

const selectedRow = (page: Page) => page.getByRole('grid', { name: 'Prices' }).locator('.row.chosen')
const openLedger = (page: Page) => opened(page, () => page.keyboard.press('Control+Shift+L'))

test('the ledger in a window shows a ticket recorded on the desk, and closes alone', async ({ launch }) => {
  const desk = await launch()
  const { page } = desk
  const ledger = await openLedger(page)
  await expect(ledger).toHaveTitle('Ledger · Parlay Desk')
  await addParlay(page, 2)
  await settled(page, 0)
  await cellOf(page, 0, 'Bravo').click()
  await page.keyboard.press('t')
  await recordTicket(page, '40')
  await expect(ticketRows(ledger)).toHaveCount(1)

  // A key of another view brings the main window forward with it.
  await page.keyboard.press('Control+,')
  await ledger.keyboard.press('Control+1')
  await expect(rowsOf(page)).toHaveCount(1)

  await ledger.evaluate(() => setTimeout(() => window.close()))
  await expect.poll(() => page.context().pages().length).toBe(1)
  expect(await desk.close()).toBe(0)

  const again = await launch()
  await expect(rowsOf(again.page)).toHaveCount(1)
  expect(again.page.context().pages()).toHaveLength(1)
})

test('a group has a window with its rows alone, whose selection and prices follow', async ({
  desk: { page },
}) => {
  for (const count of [2, 3]) {
    await addParlay(page, count)
    await settled(page, count - 2)
  }
  await cellOf(page, 0, 'Bravo').click()
  const group = await opened(page, () => page.keyboard.press('w'))
  await expect(group).toHaveTitle('Group blue · Parlay Desk')
  await expect(rowsOf(group)).toHaveCount(1)
  // The prices take all the room beside the folded pane.
  const { width = 0 } = (await group.getByRole('region', { name: 'Group blue' }).boundingBox()) ?? {}
  expect(width).toBeGreaterThan(1_000)
  await expect(rowsOf(page).first().getByRole('rowheader')).toHaveAccessibleName(/Group blue/)

  await cellOf(page, 1, 'Bravo').click()
  await page.keyboard.press('Alt+1')
  await expect(rowsOf(group)).toHaveCount(2)
  await cellOf(page, 0, 'Delta').click()
  await expect(selectedRow(group)).toHaveAttribute('data-parlay', '1')
  await cellOf(group, 1, 'Echo').click()
  await expect(selectedRow(page)).toHaveAttribute('data-parlay', '2')
  await expect(cellOf(page, 1, 'Echo')).toHaveAttribute('aria-selected', 'true')

  await group.keyboard.press('Shift+r')
  const budget = group.getByRole('dialog')
  if (await budget.isVisible()) await budget.getByRole('button').first().click()
  await settled(group, 1)
  await settled(page, 1)
  const names = async (at: Page) => (await cellOf(at, 1, 'Echo').innerText()).split('\n')[0]
  expect(await names(group)).toBe(await names(page))

  await page.keyboard.press('Alt+1')
  await expect(rowsOf(group)).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(rowsOf(group)).toHaveCount(2)
})

test('the end of the main window ends all, and the next start restores each in its place', async ({
  launch,
  userDataDir,
}) => {
  const first = await launch()
  await addParlay(first.page, 2)
  await settled(first.page, 0)
  await cellOf(first.page, 0, 'Bravo').click()
  await opened(first.page, () => first.page.keyboard.press('w'))
  await openLedger(first.page)
  expect(await first.close()).toBe(0)

  const file = join(userDataDir, 'settings.json')
  const { windows, ...settings } = await readSettings(file)
  expect(Object.keys(windows).toSorted()).toEqual(['blue', 'ledger', 'main'])
  const ledgerPlace = { ...windows['ledger'], bounds: { x: 60, y: 40, width: 820, height: 520 } }
  const goneScreen = { displayId: 99, bounds: { x: 5000, y: 40, width: 700, height: 420 } }
  const moved = { ...windows, ledger: ledgerPlace, blue: { ...windows['blue'], ...goneScreen } }
  await writeFile(file, JSON.stringify({ ...settings, windows: moved }))

  const second = await launch()
  const ledger = await findWindow(second.page, 'ledger')
  const group = await findWindow(second.page, 'blue')
  await expect(rowsOf(group)).toHaveCount(1)
  expect(await ledger.evaluate(() => [innerWidth, innerHeight])).toEqual([820, 520])
  expect(await group.evaluate(() => [innerWidth, innerHeight])).toEqual([700, 420])
  expect(await second.close()).toBe(0)
  const { windows: after } = await readSettings(file)
  expect(after['ledger']).toMatchObject({ isOpen: true, bounds: ledgerPlace.bounds })
  expect(after['blue']?.bounds).toMatchObject({ width: 700, height: 420 })
  expect(after['blue']?.bounds.x).toBeLessThan(1600)
})

test('a second window leads to what the main one shows: a setting, tickets, a price', async ({
  desk: { page },
}) => {
  for (const count of [2, 3]) {
    await addParlay(page, count)
    await settled(page, count - 2)
  }
  await cellOf(page, 1, 'Bravo').click()
  await page.keyboard.press('t')
  await recordTicket(page, '40')
  const ledger = await openLedger(page)

  await expect(ticketRows(ledger)).toHaveCount(1)
  await ledger.keyboard.press('Control+k')
  await ledger.getByRole('combobox', { name: 'Search commands' }).fill('settings: stale after')
  await ledger.getByRole('option', { name: 'Settings: Stale after' }).click()
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Stale after')).toBeInViewport()

  await ticketRows(ledger).first().dblclick()
  await ledger.getByRole('dialog').getByRole('button', { name: 'Show on desk' }).click()
  await expect(cellOf(page, 1, 'Bravo')).toBeFocused()

  // The other parlay has no ticket: the words of this one's legs are what the ledger is filtered by.
  const group = await opened(page, () => page.keyboard.press('w'))
  await cellOf(group, 0, 'Echo').click()
  await group.keyboard.press('Shift+T')
  await expect(page.getByRole('tab', { name: 'Ledger' })).toHaveAttribute('aria-selected', 'true')
  await expect(ticketRows(page)).toHaveCount(1)
  await expect(rowsOf(group)).toHaveCount(1)
})
