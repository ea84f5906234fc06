/** The ledger view in every window: sorted, selected, copied, and nothing of it cut or on top of another. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, shareDesk, test } from './fixture.ts'
import { ticketRows, ticketsGrid } from './screens.ts'

const books = ['Bravo', 'Alpha', 'Corner Bookmaker', 'Delta']
const results = ['Won', 'Lost', '', 'Push']

/** Tickets of the last days, each with another stake. */
function toTable(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const placed = new Date(Date.now() - at * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    const legs = `Ada North Over 27.5 Points | Harbor City Moneyline ${at} | Ben Ruiz Over 11.5 Rebounds`
    return `${placed},${books[at % 4] ?? ''},${legs},+${300 + at * 37},${10 + at}.50,${results[at % 4] ?? ''}`
  })
  return ['Date,Book,Bet,Odds,Stake,Result', ...rows, ''].join('\n')
}

async function importTickets(
  { page, answerDialog }: { page: Page; answerDialog: (files: string[]) => Promise<unknown> },
  folder: string,
): Promise<void> {
  const file = join(folder, 'tracker.csv')
  writeFileSync(file, toTable(24))
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await page.getByRole('button', { name: 'Import tickets' }).click({ timeout: 30_000 })
  await answerDialog([file])
  const dialog = page.getByRole('dialog', { name: 'Import tickets' })
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  await dialog.getByRole('button', { name: 'Import 24 tickets' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(ticketRows(page).first()).toBeVisible()
}

/** Texts of the ledger that are cut without an ellipsis, names of books that are cut at all, and its parts that lie over another. */
const findFaults = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('.ledger *')]
    const shown = all.filter(each => each.checkVisibility() && each.closest('.sr-only, [popover]') === null)
    const cut = shown
      .filter(({ childElementCount, textContent }) => childElementCount === 0 && textContent.trim() !== '')
      .filter(each => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
      .filter(each => getComputedStyle(each).textOverflow !== 'ellipsis' || each.matches('.book'))
      .filter(each => getComputedStyle(each).overflowX !== 'visible')
      .map(each => `cut: ${each.textContent}`)
    const parts = [...document.querySelectorAll('.ledger > :not(.toasts)')].map(each =>
      each.getBoundingClientRect(),
    )
    const over = parts.flatMap((part, at) => {
      const next = parts[at + 1]
      return next !== undefined && part.bottom > next.top + 0.5 ? [`part ${at} lies over the next`] : []
    })
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    return [...cut, ...over, ...wide]
  })

/** Legs of the titles that are shown in part: their line could be misread. */
const findCutLegs = (page: Page) =>
  ticketRows(page)
    .locator('.ticket-title > .line')
    .evaluateAll(titles =>
      titles.flatMap(title => {
        const { top, right, bottom } = title.getBoundingClientRect()
        return [...title.children].flatMap(leg => {
          const box = leg.getBoundingClientRect()
          const isInView = box.top < bottom - 1 && box.bottom > top + 1
          return isInView && (box.right > right + 1 || leg.scrollWidth > leg.clientWidth + 1)
            ? [leg.textContent]
            : []
        })
      }),
    )

/** Titles with legs out of view whose number is not said beside them. */
const findUncounted = (page: Page) =>
  ticketRows(page)
    .locator('.ticket-title')
    .evaluateAll(titles =>
      titles.flatMap(title => {
        const legs = [...title.querySelectorAll<HTMLElement>('.part')]
        const hidden = legs.filter(leg => leg.offsetTop > (legs[0]?.offsetTop ?? 0)).length
        const said = title.querySelector('.more')?.textContent ?? ''
        return said === (hidden === 0 ? '' : `+${hidden}`) ? [] : [title.textContent]
      }),
    )

test.describe('24 tickets', () => {
  const desk = shareDesk({}, importTickets)

  for (const [width, height] of [
    [1024, 700],
    [1280, 800],
    [1600, 1000],
    [3840, 2160],
  ] as const)
    test(`the ledger fits a window of ${width} by ${height}`, async () => {
      const { page } = desk()
      await page.setViewportSize({ width, height })
      await expect(page.getByRole('group', { name: 'Tickets shown' })).toContainText('24 of 24 shown')
      expect(await findFaults(page)).toEqual([])
      const grid = await ticketsGrid(page).evaluate(each => [each.scrollWidth, each.clientWidth])
      expect(grid[0]).toBe(grid[1])
      await expect(page.locator('.ticket-title').first()).toContainText('Ruiz Over 11.5 Rebounds')
      expect(await findCutLegs(page)).toEqual([])
      await expect.poll(() => findUncounted(page)).toEqual([])
      const bar = await page.getByRole('search', { name: 'Filter tickets' }).boundingBox()
      expect(bar?.height).toBeLessThan(64)
      // Every name of the toolbar stays within the window.
      for (const name of ['Settle pending', 'New ticket', 'Ledger menu'])
        await expect(page.getByRole('button', { name, exact: true }).first()).toBeInViewport({ ratio: 1 })
    })
})

test('tickets are sorted by a column, selected by keys, and copied', async ({ launch, userDataDir }) => {
  const desk = await launch({ width: 1280, height: 800 })
  await importTickets(desk, userDataDir)
  const { page } = desk
  const stakes = () => ticketRows(page).first().getByRole('gridcell').nth(4)
  await page.getByRole('button', { name: 'Stake' }).click()
  await expect(stakes()).toHaveText('$33.50')
  await page.getByRole('button', { name: 'Stake' }).click()
  await expect(stakes()).toHaveText('$10.50')
  await expect(page.getByRole('columnheader', { name: 'Stake' })).toHaveAttribute('aria-sort', 'ascending')

  await ticketRows(page).first().focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  const foot = page.getByRole('group', { name: 'Tickets shown' })
  await expect(foot).toContainText('3 selected · wagered $34.50')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Copied 3 tickets')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(foot).not.toContainText('selected')

  await foot.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Close' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Close' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Profit vs. closing odds' }).click()
  await expect(page.getByRole('group', { name: 'Rows of the report' })).toHaveCount(0)

  // Columns, order and folded charts are there again at the next start.
  await desk.close()
  const { page: later } = await launch({ width: 1280, height: 800 })
  await later.getByRole('tab', { name: 'Ledger' }).click()
  await expect(ticketRows(later).first()).toContainText('$10.50')
  await expect(later.getByRole('columnheader', { name: 'Close' })).toHaveCount(0)
  await expect(later.getByRole('group', { name: 'Rows of the report' })).toHaveCount(0)
})
