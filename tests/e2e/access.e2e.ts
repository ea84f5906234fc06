/** The screens as assistive tools see them, and the desk by keyboard alone. */
import type { Page } from '@playwright/test'
import { expect, shareDesk, test } from './fixture.ts'
import { findAxeFindings } from './page-faults.ts'
import {
  addParlay,
  cellPane,
  legList,
  legsPane,
  pricesGrid,
  recordTicket,
  rowsOf,
  settled,
  ticketRows,
  ticketsGrid,
} from './screens.ts'

/** Seconds since each cell of the first row was priced, by book; a cell without a price has none. */
async function agesByBook(page: Page): Promise<Map<string, number>> {
  const cells = await rowsOf(page).first().getByRole('gridcell').all()
  const names = await Promise.all(cells.map(cell => cell.getAttribute('aria-label')))
  const seconds = { s: 1, m: 60 }
  return new Map(
    names.flatMap(name => {
      const [, book = '', count, unit] = /^([^,]+),.* (\d+) ?(s|m)\w* ago/.exec(name ?? '') ?? []
      return unit === 's' || unit === 'm' ? [[book, Number(count) * seconds[unit]] as const] : []
    }),
  )
}

test.describe('a priced parlay', () => {
  const desk = shareDesk({}, async ({ page }) => {
    await addParlay(page)
    await settled(page, 0)
  })

  test('the keyboard alone builds, prices, rechecks and removes a parlay', async () => {
    const { page, opened, clipboard } = desk()
    const legs = legsPane(page)
    await legs.getByRole('searchbox', { name: 'Search legs' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(legList(page).getByRole('option', { selected: true })).toHaveCount(2)
    await page.keyboard.press('Control+Enter')
    await settled(page, 1)

    const selected = pricesGrid(page).getByRole('gridcell', { selected: true })
    const isActive = () => selected.evaluate(cell => cell === cell.ownerDocument.activeElement)
    expect(await isActive()).toBe(true)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(selected).toHaveAccessibleName(/^Bravo/)
    await page.keyboard.press('h')
    await expect(selected).toHaveAccessibleName(/^Alpha Bet/)
    await page.keyboard.press('r')
    await settled(page, 1)

    await page.keyboard.press('o')
    const goOn = page.getByRole('dialog').getByRole('button', { name: /^Open/ })
    await expect.poll(async () => (await opened()).length > 0 || (await goOn.isVisible())).toBe(true)
    if ((await opened()).length === 0) await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await expect.poll(() => clipboard()).toMatch(/^http:\/\/alpha_bet\.localhost/)

    await page.keyboard.press('Delete')
    await expect(rowsOf(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(rowsOf(page)).toHaveCount(2)
  })

  test('a new price format converts every price at once', async () => {
    const { page } = desk()
    await rowsOf(page)
      .first()
      .getByRole('gridcell', { name: /[+−]\d+/ })
      .first()
      .click()
    // The calls go on by themselves, as for a book that was rate-limited; no priced cell is asked again.
    const before = await agesByBook(page)
    await page
      .getByRole('radio', { name: 'Decimal' })
      .or(page.getByRole('button', { name: 'Decimal' }))
      .first()
      .click()
    await expect(
      rowsOf(page)
        .first()
        .getByRole('gridcell', { name: /\b\d+\.\d\d\b/ })
        .first(),
    ).toBeVisible()
    await expect(
      rowsOf(page)
        .first()
        .getByRole('gridcell', { name: /[+−]\d{3}/ }),
    ).toHaveCount(0)
    const after = await agesByBook(page)
    expect(before.size).toBeGreaterThan(0)
    for (const [book, age] of before) expect(after.get(book), book).toBeGreaterThanOrEqual(age)
    await expect(cellPane(page).getByText('Fractional')).toBeVisible()
  })

  test('the window has no finding of axe of any severity on any screen, at any width', async () => {
    const { page } = desk()
    await rowsOf(page).first().getByRole('gridcell').first().click()
    expect(await findAxeFindings(page)).toEqual([])

    await page.setViewportSize({ width: 1024, height: 700 })
    expect(await findAxeFindings(page)).toEqual([])
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(isWide).toBe(false)

    // A window of 1600 x 900 at a zoom of 200%: some rows stay in view, and all of the cell can be reached.
    await page.setViewportSize({ width: 800, height: 450 })
    await expect.poll(async () => (await pricesGrid(page).boundingBox())?.height).toBeGreaterThan(130)
    // One of 1440 x 900: the cell is a drawer, and nothing of it lies beside it.
    await page.setViewportSize({ width: 720, height: 450 })
    await page.keyboard.press('Control+j')
    const isCut = () =>
      cellPane(page).evaluate(pane => [pane, ...pane.children].some(e => e.scrollWidth > e.clientWidth))
    await expect.poll(isCut).toBe(false)
    await cellPane(page).getByRole('button', { name: 'Price by leg' }).click()
    await expect(page.getByRole('dialog', { name: 'Price by leg' })).toBeVisible()
    expect(await findAxeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1024, height: 700 })

    await legsPane(page).getByRole('button', { name: 'Add odds' }).click()
    await expect(page.getByRole('dialog', { name: 'Add odds' })).toBeVisible()
    expect(await findAxeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.keyboard.press('t')
    await recordTicket(page, '40')
    await page.getByRole('tab', { name: 'Ledger' }).click()
    await ticketRows(page).first().press('Enter')
    await expect(ticketsGrid(page).getByRole('button', { name: 'Open ticket' })).toBeVisible()
    expect(await findAxeFindings(page)).toEqual([])
    await page.setViewportSize({ width: 1600, height: 900 })
    expect(await findAxeFindings(page)).toEqual([])
    await ticketRows(page).first().press('o')
    await expect(page.getByRole('dialog', { name: 'Ticket' })).toContainText('History')
    expect(await findAxeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: 'Settings' }).click()
    await expect(page.getByRole('radiogroup', { name: 'Price format' })).toBeVisible()
    expect(await findAxeFindings(page)).toEqual([])
  })
})
