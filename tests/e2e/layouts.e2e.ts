/** The desk as the user arranges it: rows and columns dragged to their place, and layouts saved by name. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { addParlay, chooseInMenu, pricesGrid, rowsOf, settled } from './screens.ts'

// Words of several sports are searched for.
test.use({ demoOdds: 'main lines' })

const searches = ['points', 'rebounds', 'assists', 'moneyline']

async function fillDesk(page: Page): Promise<void> {
  for (const [at, search] of searches.entries()) {
    await addParlay(page, 2, search)
    await expect(rowsOf(page)).toHaveCount(at + 1)
  }
  await settled(page, 0)
}

const namesOf = (page: Page): Promise<string[]> =>
  rowsOf(page)
    .getByRole('rowheader')
    .evaluateAll(headers => headers.map(header => header.getAttribute('data-tip') ?? ''))
const booksOf = (page: Page): Promise<(string | null)[]> =>
  pricesGrid(page)
    .locator('.head .book')
    .evaluateAll(heads => heads.map(head => head.getAttribute('aria-label')))

const middle = async (element: Locator): Promise<{ x: number; y: number }> => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {}
  return { x: x + width / 2, y: y + height / 2 }
}
const rowName = (page: Page, row: number): Locator => pricesGrid(page).locator('.row-name').nth(row)

async function drag(page: Page, from: Locator, to: Locator, by: { x?: number; y?: number }): Promise<void> {
  const [start, end] = [await middle(from), await middle(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x + (by.x ?? 0), end.y + (by.y ?? 0), { steps: 6 })
}

test('rows are moved with the mouse and by keys, undone, and stay at the next start', async ({ launch }) => {
  const first = await launch()
  const { page } = first
  await fillDesk(page)
  const [a = '', b = '', c = '', d = ''] = await namesOf(page)

  await drag(page, rowName(page, 0), rowName(page, 2), { y: 10 })
  await expect(pricesGrid(page).locator('.drop-line')).toBeVisible()
  await page.mouse.up()
  await expect.poll(() => namesOf(page)).toEqual([b, c, a, d])
  await expect(page.getByText('Now in My order.')).toBeVisible()

  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => namesOf(page)).toEqual([b, c, d, a])
  await page.keyboard.press('Control+z')
  await expect.poll(() => namesOf(page)).toEqual([b, c, a, d])

  await drag(page, rowName(page, 0), rowName(page, 3), { y: 10 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(pricesGrid(page).locator('.drop-line')).toHaveCount(0)
  expect(await namesOf(page)).toEqual([b, c, a, d])

  await chooseInMenu(page, 'Date added')
  await expect.poll(() => namesOf(page)).toEqual([a, b, c, d])
  await chooseInMenu(page, 'My order')
  await expect.poll(() => namesOf(page)).toEqual([b, c, a, d])

  await first.close()
  const again = await launch()
  await expect.poll(() => namesOf(again.page)).toEqual([b, c, a, d])
})

test('columns are dragged to the place that a line shows, and Escape leaves them', async ({ desk }) => {
  const { page } = desk
  await addParlay(page, 2)
  await settled(page, 0)
  const before = await booksOf(page)
  const [first = '', second = '', third = '', ...others] = before
  const head = (name: string | null) => pricesGrid(page).locator(`.head .book[aria-label="${name}"]`)

  await drag(page, head(first), head(third), {})
  await expect(head(third)).toHaveClass(/drop-behind/)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await booksOf(page)).toEqual(before)

  await drag(page, head(first), head(third), {})
  await page.mouse.up()
  await expect.poll(() => booksOf(page)).toEqual([second, third, first, ...others])
})

test('a layout is saved by name, applied after changes, undone, and there at the next start', async ({
  launch,
}) => {
  const first = await launch()
  const { page } = first
  await addParlay(page, 2, 'points')
  await addParlay(page, 2, 'assists')
  await expect(rowsOf(page)).toHaveCount(2)
  const [a = '', b = ''] = await namesOf(page)
  const books = await booksOf(page)
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => namesOf(page)).toEqual([b, a])
  await page.keyboard.press('x')
  await expect.poll(() => booksOf(page)).toHaveLength(books.length - 1)
  const shown = await booksOf(page)

  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Layouts' })
  await page.keyboard.type('Evening')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Evening” saved.')).toBeVisible()
  await expect(dialog).toBeHidden()

  await chooseInMenu(page, 'Date added')
  await expect.poll(() => namesOf(page)).toEqual([a, b])
  await page.getByRole('textbox', { name: 'Filter parlays' }).fill('nothing')
  await expect(page.getByText('No parlays match.')).toBeVisible()

  await chooseInMenu(page, 'Evening')
  await expect.poll(() => namesOf(page)).toEqual([b, a])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('No parlays match.')).toBeVisible()

  await first.close()
  const again = await launch()
  await expect.poll(() => namesOf(again.page)).toEqual([a, b])
  await again.page.keyboard.press('.')
  await again.page.getByRole('button', { name: 'Apply Evening' }).click()
  await expect.poll(() => namesOf(again.page)).toEqual([b, a])
  expect(await booksOf(again.page)).toEqual(shown)
})
