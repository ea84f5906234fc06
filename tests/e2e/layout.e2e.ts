/** The desk in windows of every size: what is in view, panes that fold and are remembered, drawers, themes, zoom. */
import type { Page } from '@playwright/test'
import { expect, shareDesk, test } from './fixture.ts'
import { booksInView, edges, roomForRows } from './grid-room.ts'
import { addParlay, cellPane, legsPane, pricesGrid, rowsOf, settled } from './screens.ts'

// Words of several sports are searched for.
test.use({ demoOdds: 'main lines' })

const words = ['points', 'rebounds', 'assists', 'yards', 'strikeouts', 'hits', 'shots', 'goals', 'moneyline']

/** A desk with this many parlays, each of another search. */
async function fillDesk(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await addParlay(page, 2 + (at % 2), words[at % words.length])
  await expect(rowsOf(page).first()).toBeVisible()
}

/** Elements whose text is cut, by their text; those that are lists' lines with the whole in a tooltip are left out. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('header *, footer *, .bar *, .pane-header *')]
      .filter(element => element.checkVisibility({ visibilityProperty: true }))
      .filter(element => element.children.length === 0 && element.textContent.trim() !== '')
      .filter(element => getComputedStyle(element).position !== 'absolute')
      .filter(element => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map(element => `${element.className}: ${element.textContent}`),
  )

const hasPageScroll = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return scrollWidth > innerWidth || scrollHeight > innerHeight
  })

test.describe('two parlays on the desk', () => {
  const desk = shareDesk({}, async ({ page }) => {
    await fillDesk(page, 2)
    for (const row of [0, 1]) await settled(page, row)
  })

  test('each window size shows the rows and books that it has room for', async () => {
    const { page } = desk()
    for (const { width, height, rows, books } of [
      { width: 1024, height: 700, rows: 9, books: 8 },
      { width: 1280, height: 800, rows: 12, books: 10 },
      { width: 1600, height: 1000, rows: 14, books: 12 },
      { width: 3840, height: 2160, rows: 30, books: 12 },
    ]) {
      await page.setViewportSize({ width, height })
      const size = `${width} x ${height}`
      await expect.poll(() => booksInView(page), { message: size }).toBeGreaterThanOrEqual(books)
      expect(await roomForRows(page), size).toBeGreaterThanOrEqual(rows)
      expect(await hasPageScroll(page), size).toBe(false)
      expect(await cutTexts(page), size).toEqual([])
    }
    const fontSize = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
    expect(fontSize).toBeGreaterThan(14)
    // In one step, as when the window moves to a small screen.
    await page.setViewportSize({ width: 1024, height: 700 })
    await expect.poll(() => booksInView(page)).toBeGreaterThanOrEqual(8)
  })

  test('the toolbar of the prices is one line at 1280', async () => {
    const { page } = desk()
    await page.setViewportSize({ width: 1280, height: 800 })
    const bar = await edges(page.getByRole('heading', { name: 'Prices' }).locator('..'))
    expect(bar.bottom - bar.top).toBeLessThan(40)
  })

  test('an edge is dragged', async () => {
    const { page } = desk()
    await page.setViewportSize({ width: 1280, height: 800 })
    const from = await edges(pricesGrid(page))
    const edge = await edges(page.getByRole('separator', { name: 'Width of price details' }))
    const x = (edge.left + edge.right) / 2
    await page.mouse.move(x, 400)
    await page.mouse.down()
    await page.mouse.move(x - 60, 400, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await edges(pricesGrid(page))).right).toBe(from.right - 60)
  })

  test('turning the wheel sideways leaves no column cut at either end', async () => {
    const { page } = desk()
    await page.setViewportSize({ width: 1024, height: 700 })
    const { left, right, top } = await edges(pricesGrid(page))
    await page.mouse.move((left + right) / 2, top + 60)
    const columnsCut = async () => {
      const names = await edges(pricesGrid(page).locator('.name-corner'))
      const bests = await edges(pricesGrid(page).locator('.best-corner'))
      const heads = await Promise.all((await pricesGrid(page).locator('.head .book').all()).map(edges))
      const isAcross = (at: number) => heads.some(head => head.left < at - 2 && head.right > at + 2)
      return [names.right, bests.left].filter(isAcross)
    }
    const scrolled = () => pricesGrid(page).evaluate(grid => grid.scrollLeft)
    let before = await scrolled()
    for (let turn = 0; turn < 2; turn += 1) {
      await page.mouse.wheel(70, 0)
      await expect.poll(scrolled).not.toBe(before)
      await expect.poll(columnsCut).toEqual([])
      before = await scrolled()
    }
  })

  test('in a narrow window the price is a drawer over the grid, which Escape closes', async () => {
    const { page } = desk()
    await page.setViewportSize({ width: 1024, height: 700 })
    const cell = rowsOf(page).first().getByRole('gridcell').first()
    await cell.click()
    await expect(cellPane(page)).toBeHidden()
    const before = await edges(pricesGrid(page))
    await page.keyboard.press('Control+j')
    await expect(cellPane(page)).toBeVisible()
    expect(await edges(pricesGrid(page))).toEqual(before)
    await page.keyboard.press('Tab')
    expect(await cellPane(page).evaluate(pane => pane.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(cellPane(page)).toBeHidden()
    await expect(cell).toBeFocused()
  })

  test('the drawer never covers the selected price', async () => {
    const { page } = desk()
    await page.setViewportSize({ width: 1024, height: 700 })
    const selected = pricesGrid(page).getByRole('gridcell', { selected: true })
    await rowsOf(page).first().getByRole('gridcell').first().click()
    await page.keyboard.press('End')
    const isInView = async () => {
      const [cell, names] = [await edges(selected), await edges(pricesGrid(page).locator('.name-corner'))]
      const end = (await cellPane(page).isVisible())
        ? (await edges(cellPane(page))).left
        : (await edges(pricesGrid(page).locator('.best-corner'))).left
      return cell.left >= names.right - 1 && cell.right <= end + 1
    }
    await expect.poll(isInView).toBe(true)
    await page.keyboard.press('Control+j')
    await expect(cellPane(page)).toBeVisible()
    await expect.poll(isInView).toBe(true)

    await selected.focus()
    for (const key of [...Array<string>(4).fill('h'), 'Home', ...Array<string>(11).fill('l')]) {
      await page.keyboard.press(key)
      await expect(selected).toBeFocused()
      await expect.poll(isInView, { message: key }).toBe(true)
    }
  })

  test('the list of more price formats is as wide as its word', async () => {
    const more = desk().page.getByRole('combobox', { name: 'More formats' })
    const width = async () => (await more.boundingBox())?.width ?? 0
    expect(await width()).toBeLessThan(70)
    await more.selectOption('Indonesian')
    await expect.poll(width).toBeGreaterThan(80)
  })
})

test('panes fold by key, by button and by their rails, are sized by keys, and stay so', async ({
  launch,
}) => {
  const first = await launch({ width: 1280, height: 800 })
  const { page } = first
  await addParlay(page, 2)
  await settled(page, 0)
  await rowsOf(page).first().getByRole('gridcell').first().click()
  await expect(cellPane(page)).toBeVisible()
  const before = await edges(pricesGrid(page))

  const edge = page.getByRole('separator', { name: 'Width of legs' })
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await edges(pricesGrid(page))).left).toBe(before.left + 16)

  await page.keyboard.press('Control+j')
  await expect(cellPane(page)).toBeHidden()
  await expect.poll(async () => (await edges(pricesGrid(page))).right).toBeGreaterThan(before.right + 200)
  await legsPane(page).getByRole('button', { name: 'Hide legs' }).click()
  await expect(legsPane(page)).toBeHidden()
  // The window shows a change before it is stored.
  const storedView = async () => JSON.stringify(await page.evaluate(() => window.desk.view.snapshot()))
  await expect.poll(storedView).toMatch(/isLegsOpen\W+false/)
  await page.keyboard.press('/')
  await expect(legsPane(page).getByRole('searchbox', { name: 'Search legs' })).toBeFocused()
  await expect.poll(storedView).toMatch(/isLegsOpen\W+true/)

  await first.close()
  const again = await launch({ width: 1280, height: 800 })
  await expect(rowsOf(again.page)).toHaveCount(1)
  await expect(legsPane(again.page)).toBeVisible()
  await expect(cellPane(again.page)).toBeHidden()
  await expect.poll(async () => (await edges(pricesGrid(again.page))).left).toBe(before.left + 16)
  await again.page.getByRole('button', { name: 'Price details' }).click()
  await expect(cellPane(again.page)).toBeVisible()
})

test('at a zoom of 200% nothing scrolls sideways, and the legs come first on an empty desk', async ({
  launch,
}) => {
  // 1600 x 900 and 1440 x 900 at 200%.
  const { page } = await launch({ width: 800, height: 500 })
  await expect(legsPane(page)).toBeVisible()
  for (const size of [
    { width: 800, height: 450 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    expect(await hasPageScroll(page)).toBe(false)
    expect(await cutTexts(page)).toEqual([])
  }
})

test('a new theme and zoom show immediately, and are there at the next start', async ({ launch }) => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const zoom = (page: Page) => page.evaluate(() => devicePixelRatio)
  const first = await launch()
  await first.page.getByRole('tab', { name: 'Settings' }).click()
  for (const [theme, color] of [
    ['Dark', 'rgb(11, 14, 19)'],
    ['Light', 'rgb(255, 255, 255)'],
    ['Dark', 'rgb(11, 14, 19)'],
  ] as const) {
    await first.page.getByRole('radiogroup', { name: 'Theme' }).getByText(theme, { exact: true }).click()
    await expect.poll(() => background(first.page)).toBe(color)
  }
  await first.page.keyboard.press('Control+=')
  await expect.poll(() => zoom(first.page)).toBeCloseTo(1.1)
  await first.page.keyboard.press('Control+k')
  await expect(first.page.getByRole('dialog')).toBeVisible()
  await first.page.keyboard.press('Control+Shift++')
  await expect.poll(() => zoom(first.page)).toBeCloseTo(1.25)
  await first.close()

  const { page } = await launch()
  await expect.poll(() => background(page)).toBe('rgb(11, 14, 19)')
  await expect.poll(() => zoom(page)).toBeCloseTo(1.25)
  await page.keyboard.press('Control+-')
  await expect.poll(() => zoom(page)).toBeCloseTo(1.1)
  await page.keyboard.press('Control+0')
  await expect.poll(() => zoom(page)).toBe(1)
})
