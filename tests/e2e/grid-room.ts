/** Rows and books that the grid of prices shows, measured on the screen. */
import type { Locator, Page } from '@playwright/test'
import { pricesGrid, rowsOf } from './screens.ts'

/** Its box in the window. */
export const edges = (box: Locator) =>
  box.evaluate(element => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { left, right, top, bottom }
  })

/** Books whose header lies whole between the names and the best values. */
export async function booksInView(page: Page): Promise<number> {
  const grid = await edges(pricesGrid(page))
  const [names, bests] = await Promise.all([
    edges(pricesGrid(page).locator('.name-corner')),
    edges(pricesGrid(page).locator('.best-corner')),
  ])
  const books = await Promise.all((await pricesGrid(page).locator('.head .book').all()).map(edges))
  return books.filter(
    ({ left, right }) => left >= names.right - 1 && right <= Math.min(bests.left, grid.right) + 1,
  ).length
}

/** Rows that the grid has room for: its height over that of a row. */
export async function roomForRows(page: Page): Promise<number> {
  const [grid, row, head] = await Promise.all([
    edges(pricesGrid(page)),
    edges(rowsOf(page).first()),
    edges(pricesGrid(page).locator('.head')),
  ])
  const bar = await pricesGrid(page).evaluate(element =>
    element instanceof HTMLElement ? element.offsetHeight - element.clientHeight : 0,
  )
  return Math.floor((grid.bottom - bar - head.bottom) / (row.bottom - row.top))
}
