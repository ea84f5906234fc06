/**
 * The grids by the keys that the W3C's ARIA Authoring Practices ask of a grid, case by case: arrows that stop at the edges,
 * Home and End, Ctrl with them, page keys, one tab stop, and counts and places that are true.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { pricesGrid, ticketRows, ticketsGrid } from './screens.ts'
import { pasteOdds, says, scriptOf, startOn } from './scripted-desk.ts'

const books = ['Alpha Bet', 'Bravo', 'Charlie Sports']
const rows = 40

/** Row and column of the focused cell, counted from 1 with the headers. */
const place = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement
    const row = cell?.closest('[role=row]')
    return [Number(row?.getAttribute('aria-rowindex')), Number(cell?.getAttribute('aria-colindex'))]
  })

/** Presses keys one after the other; each must lead to its place. */
async function walk(page: Page, steps: readonly (readonly [key: string, row: number, column: number])[]) {
  for (const [key, row, column] of steps) {
    await page.keyboard.press(key)
    await expect.poll(() => place(page), { message: key }).toEqual([row, column])
  }
}

async function fillPrices(page: Page): Promise<void> {
  const names = Array.from({ length: rows + 1 }, (_, at) => `Leg ${String.fromCharCode(65 + at)} Over 9.5`)
  await pasteOdds(page, Object.fromEntries(names.map(name => [name, books])))
  const keys = names.map(name => `g1#Player Points#${name}`)
  await page.evaluate(async legs => {
    const note = { name: '', tags: [], note: '' }
    for (const other of legs.slice(1))
      await window.desk.desk.addParlay({ selections: [legs[0] ?? '', other], note })
  }, keys)
  await expect(pricesGrid(page)).toHaveAttribute('aria-rowcount', String(rows + 1))
}

test.describe('the grid of prices', () => {
  test('moves by arrows, Home, End and pages, and stops at its edges', async ({ launch, service }) => {
    const odds = await service(
      ...scriptOf(Object.fromEntries(books.map(book => [book, says({ price: '+300' })]))),
    )
    const { page } = await launch(startOn(odds))
    await fillPrices(page)
    const grid = pricesGrid(page)
    const [last, end] = [rows + 1, Number(await grid.getAttribute('aria-colcount'))]
    expect(end).toBe(books.length + 1)

    // Tab reaches one cell of the grid, and leaves it by the next press.
    expect(await grid.locator('[role=gridcell][tabindex="0"]').count()).toBe(1)
    await grid.getByRole('gridcell').first().focus()
    expect(await place(page)).toEqual([2, 2])
    await walk(page, [
      ['ArrowRight', 2, 3],
      ['ArrowLeft', 2, 2],
      ['ArrowLeft', 2, 2],
      ['ArrowUp', 2, 2],
      ['ArrowDown', 3, 2],
      ['ArrowUp', 2, 2],
      ['End', 2, end],
      ['ArrowRight', 2, end],
      ['Home', 2, 2],
      ['Home', 2, 2],
      ['Control+End', last, end],
      ['ArrowDown', last, end],
      ['End', last, end],
      ['Control+End', last, end],
      ['PageDown', last, end],
      ['Control+Home', 2, 2],
      ['PageUp', 2, 2],
    ])
    await page.keyboard.press('PageDown')
    const [paged = 0, column] = await place(page)
    expect(paged).toBeGreaterThan(6)
    expect(paged).toBeLessThan(last)
    expect(column).toBe(2)
    await walk(page, [['PageUp', 2, 2]])

    expect(await grid.locator('[role=gridcell][tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await grid.evaluate(element => element.contains(document.activeElement))).toBe(false)
    await page.keyboard.press('Shift+Tab')
    expect(await place(page)).toEqual([2, 2])
  })
})

test.describe('the grid of tickets', () => {
  test('moves by rows, pages, Home and End, and stops at its edges', async ({ launch, userDataDir }) => {
    const desk = await launch({ width: 1280, height: 800 })
    const { page } = desk
    const lines = Array.from({ length: rows }, (_, at) => {
      const placed = new Date(Date.now() - at * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
      return `${placed},Bravo,Leg ${at},+300,${10 + at}.00,Won`
    })
    const file = join(userDataDir, 'tracker.csv')
    writeFileSync(file, ['Date,Book,Bet,Odds,Stake,Result', ...lines, ''].join('\n'))
    await page.getByRole('tab', { name: 'Ledger' }).click()
    await page.getByRole('button', { name: 'Import tickets' }).click({ timeout: 30_000 })
    await desk.answerDialog([file])
    const dialog = page.getByRole('dialog', { name: 'Import tickets' })
    await dialog.getByRole('button', { name: 'Choose a file' }).click()
    await dialog.getByRole('button', { name: `Import ${rows} tickets` }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    const grid = ticketsGrid(page)
    await expect(grid).toHaveAttribute('aria-rowcount', String(rows + 1))
    const heads = await grid.getByRole('columnheader').count()
    await expect(grid).toHaveAttribute('aria-colcount', String(heads))

    const row = () =>
      page.evaluate(() =>
        Number(document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex')),
      )
    const press = async (key: string, at: number) => {
      await page.keyboard.press(key)
      await expect.poll(row, { message: key }).toBe(at)
    }
    await ticketRows(page).first().focus()
    expect(await row()).toBe(2)
    await press('ArrowUp', 2)
    await press('ArrowDown', 3)
    await press('ArrowUp', 2)
    await press('PageUp', 2)
    await press('End', rows + 1)
    await press('ArrowDown', rows + 1)
    await press('PageDown', rows + 1)
    await press('Home', 2)
    await page.keyboard.press('PageDown')
    await expect.poll(row).toBeGreaterThan(4)
    expect(await grid.locator('[role=row][tabindex="0"]').count()).toBe(1)
  })
})
