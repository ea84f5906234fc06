/** The grid by keyboard and mouse on the built app, its saved table, and a desk of hundreds of rows by thirty books. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, shareDesk, test } from './fixture.ts'
import { profileSwitch } from './own-profile.ts'
import { addParlay, cellOf, chooseInMenu, legList, legsPane, pricesGrid, rowsOf, settled } from './screens.ts'

const heads = (page: Page) => pricesGrid(page).getByRole('columnheader')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const markedRows = (page: Page) => pricesGrid(page).locator('[role=row][aria-selected=true]')

test('columns are arranged by keyboard, mouse and list, and stay so', async ({ launch }) => {
  const first = await launch()
  const { page } = first
  await addParlay(page, 2)
  await settled(page, 0)
  await cellOf(page, 0, 'Bravo').click()

  await page.keyboard.press('Alt+ArrowLeft')
  await expect(heads(page).nth(1)).toHaveText('Bravo')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await heads(page).nth(1).dragTo(heads(page).nth(3))
  await expect(heads(page).nth(3)).toHaveText('Bravo')

  // Odds of a hidden book are not updated, so the list of legs leaves them out.
  const most = async () => {
    const texts = await legList(page).getByRole('option').allInnerTexts()
    return Math.max(...texts.map(text => Number(/\b(\d+) books/.exec(text)?.[1] ?? 0)))
  }
  await expect.poll(most).toBeGreaterThan(9)
  const all = await most()
  await page.keyboard.press('x')
  await expect(heads(page).filter({ hasText: 'Bravo' })).toHaveCount(0)
  await expect.poll(most).toBe(all - 1)
  await button(page, 'Undo').click()
  await expect(heads(page).nth(3)).toHaveText('Bravo')
  await expect.poll(most).toBe(all)

  await chooseInMenu(page, 'Columns')
  await page.getByRole('checkbox', { name: 'Pin Bravo' }).click()
  await page.getByRole('radiogroup', { name: 'Row height' }).getByText('Compact').click()
  await page.keyboard.press('Escape')
  await expect(pricesGrid(page)).toHaveClass(/compact/)
  // Lower lines would lose the feet of their letters.
  const lineHeights = await page
    .locator('.row-name > *')
    .evaluateAll(lines =>
      lines.map(line => line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).fontSize)),
    )
  expect(Math.min(...lineHeights)).toBeGreaterThanOrEqual(1.19)
  await expect(heads(page).nth(1)).toHaveText('Bravo')
  const leftOf = async () => (await cellOf(page, 0, 'Bravo').boundingBox())?.x
  const before = await leftOf()
  await pricesGrid(page).evaluate(grid => grid.scrollTo({ left: 200 }))
  await expect(heads(page).last()).toHaveText('Lima')
  expect(await leftOf()).toBe(before)

  await first.close()
  const { page: again } = await launch()
  await expect(heads(again).nth(1)).toHaveText('Bravo')
  await expect(pricesGrid(again)).toHaveClass(/compact/)
})

test('actions run on the rows selected, and Export saves what is shown as CSV', async ({
  desk,
  userDataDir,
}) => {
  const { page } = desk
  for (const [row, query] of ['moneyline', 'points', 'total'].entries()) {
    await addParlay(page, 2, query)
    await settled(page, row)
  }
  await rowsOf(page).first().getByRole('gridcell').first().click()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(markedRows(page)).toHaveCount(2)
  await expect(page.getByText('2 parlays selected')).toBeVisible()

  const file = join(userDataDir, 'prices.csv')
  await desk.answerDialog([file])
  await button(page, 'Export CSV').click()
  await expect(page.getByText('Saved 2 parlays to prices.csv.')).toBeVisible()
  const lines = (await readFile(file, 'utf8')).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^\uFEFFName,Legs,.*,Alpha Bet,Alpha Bet state,Alpha Bet age in s,/)
  expect(lines[1]).toMatch(/,[+-]\d{3,},priced,\d+/)

  await rowsOf(page).first().getByRole('gridcell').first().press('Delete')
  await expect(rowsOf(page)).toHaveCount(1)
  await button(page, 'Undo').click()
  await expect(rowsOf(page)).toHaveCount(3)

  await page.keyboard.press('/')
  await expect(legsPane(page).getByRole('searchbox', { name: 'Search legs' })).toBeFocused()
})

/** Rows and books that are wholly in view, texts of headers that are cut, and the height of the toolbar. */
const measureGrid = (page: Page) =>
  pricesGrid(page).evaluate(grid => {
    const heads = [...grid.querySelectorAll<HTMLElement>('[role=columnheader]')]
    const boxOf = (of: Element | null | undefined) => of?.getBoundingClientRect() ?? new DOMRect()
    const [left, right] = [boxOf(heads[0]).right, boxOf(grid.querySelector('.best-corner')).left]
    const books = heads.slice(1).filter(head => boxOf(head).left >= left && boxOf(head).right <= right)
    const room = grid.clientHeight - boxOf(heads[0]).height
    return {
      rows: Math.floor(room / boxOf(grid.querySelector('[data-parlay]')).height),
      books: books.length,
      cut: heads.flatMap(head => {
        const text = head.querySelector('bdi, abbr')
        return text !== null && text.scrollWidth > text.clientWidth ? [text.textContent] : []
      }),
      toolbar: boxOf(document.querySelector('#prices-title')?.parentElement).height,
    }
  })

test.describe('a new parlay', () => {
  const desk = shareDesk({}, async ({ page }) => {
    await addParlay(page, 3)
    await settled(page, 0)
  })

  test('is selected at its best price, with the focus in the grid', async () => {
    const { page } = desk()
    const focused = pricesGrid(page).locator('[role=gridcell]:focus')
    await expect(focused).toHaveAccessibleName(/best price|fresh price/)
    await page.keyboard.press('Control+c')
    await expect(page.getByText(/^Copied [+−]\d+\.$/)).toBeVisible()
  })

  for (const { width, height, books, rows } of [
    { width: 1600, height: 1000, books: 12, rows: 14 },
    { width: 1280, height: 800, books: 10, rows: 14 },
    { width: 1024, height: 700, books: 6, rows: 9 },
  ])
    test(`${books} books and ${rows} parlays fit a window of ${width} x ${height}`, async () => {
      const { page } = desk()
      await page.setViewportSize({ width, height })
      await expect.poll(async () => (await measureGrid(page)).books).toBeGreaterThanOrEqual(books)
      const { rows: shown, cut, toolbar } = await measureGrid(page)
      expect(shown).toBeGreaterThanOrEqual(rows)
      expect(cut).toEqual([])
      expect(toolbar).toBeLessThan(44)
    })

  test('the selected cell is always shown whole', async () => {
    const { page } = desk()
    await page.setViewportSize({ width: 1200, height: 900 })
    await rowsOf(page).first().getByRole('gridcell').first().click()
    const leftAndRight = async (of: Locator) => {
      const { x = 0, width = 0 } = (await of.boundingBox()) ?? {}
      return [x, x + width] as const
    }
    const [bests] = await leftAndRight(pricesGrid(page).locator('.best-corner'))
    const [, names] = await leftAndRight(heads(page).first())
    const current = rowsOf(page).first().getByRole('gridcell', { selected: true })
    const isWhole = async () => {
      const [left, right] = await leftAndRight(current)
      return left >= names && right <= bests
    }
    for (const key of [...Array<string>(11).fill('l'), ...Array<string>(11).fill('h')]) {
      await page.keyboard.press(key)
      await expect(current).toBeFocused()
      await expect.poll(isWhole).toBe(true)
    }
  })
})

/** Odds of 25 selections of one game at 30 books, and every pair of them as a parlay. */
async function fillDesk(page: Page): Promise<void> {
  const selections = Array.from({ length: 25 }, (_, at) => `g1#Player Points#Player ${at} Over 9.5`)
  const odds = selections.flatMap((key, at) =>
    Array.from({ length: 30 }, (_, book) => ({
      id: `Book ${book + 1}#${key}`,
      sgp: `t${at}`,
      price: 100 + at,
    })),
  )
  await page.evaluate(
    async ({ text, selections }) => {
      const { board, desk } = window.desk
      const bytes = new TextEncoder().encode(text)
      await board.add({ upload: crypto.randomUUID(), name: null, bytes, isLast: true })
      const note = { name: '', tags: [], note: '' }
      for (const [at, one] of selections.entries())
        for (const other of selections.slice(at + 1)) await desk.addParlay({ selections: [one, other], note })
    },
    { text: JSON.stringify(odds), selections },
  )
}

test('a desk of 300 rows by 30 books is walked by keys, and draws only the cells in view', async ({
  launch,
  service,
}) => {
  const { profile, key } = await service('--latency', '0')
  const { name, pricing, queue, grader } = profile
  const own = profileSwitch({ profile: { name, pricing, queue, grader } })
  const { page } = await launch({ args: [own], env: { PARLAY_DESK_KEY: key } })
  await expect(legsPane(page)).toBeVisible()
  await fillDesk(page)
  const grid = pricesGrid(page)
  await expect(grid).toHaveAttribute('aria-rowcount', '301')
  await expect(grid).toHaveAttribute('aria-colcount', '31')
  expect(await grid.getByRole('gridcell').count()).toBeLessThan(500)

  const current = () =>
    page.evaluate(() => {
      const { activeElement } = document
      const row = activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex')
      return [row, activeElement?.getAttribute('aria-colindex')]
    })
  await rowsOf(page).first().getByRole('gridcell').first().click()
  await page.keyboard.press('Control+End')
  expect(await current()).toEqual(['301', '31'])
  await grid.evaluate(element => element.scrollTo({ top: 0, left: 0 }))
  await expect(grid.locator('[aria-rowindex="2"]')).toBeVisible()
  expect(await current()).toEqual(['301', '31'])
  await page.keyboard.press('k')
  expect(await current()).toEqual(['300', '31'])
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('l')
  const [row] = await current()
  expect(Number(row)).toBeGreaterThan(8)
  await page.keyboard.press('Control+a')
  await expect(page.getByText('300 parlays selected')).toBeVisible()
})
