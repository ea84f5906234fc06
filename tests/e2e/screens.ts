/** The screens by the names people and assistive tools know them by; specs speak of these, not of markup. */
import { expect, type Locator, type Page } from '@playwright/test'

export const legsPane = (page: Page): Locator => page.getByRole('region', { name: 'Legs' })
export const legList = (page: Page): Locator => legsPane(page).getByRole('listbox', { name: 'Legs found' })
export const cellPane = (page: Page): Locator => page.getByRole('region', { name: 'Cell' })
export const pricesGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Prices' })
export const rowsOf = (page: Page): Locator =>
  pricesGrid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
export const ticketsGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Tickets' })
/** Tickets only, not the legs under them. */
export const ticketRows = (page: Page): Locator => ticketsGrid(page).locator('[data-ticket]')

/** Chooses an item of the menu of the prices. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menu').getByText(item, { exact: true }).click()
}

/** A cell by its row (from 0) and its book's name. */
export function cellOf(page: Page, row: number, book: string): Locator {
  return rowsOf(page)
    .nth(row)
    .getByRole('gridcell', { name: new RegExp(`^${book}\\b`) })
}

/** The odds of all books of the demo are there. */
export const hasAllOdds = (page: Page): Promise<void> =>
  expect(legsPane(page).locator('[data-tip*=" from 12 books"]')).toBeVisible({ timeout: 30_000 })

/**
 * Chooses legs of the first game found that has enough, each of another market, and returns their names. `offered`
 * keeps to the legs whose row says so: the demo's games, and who offers what, change with the day. Games and legs are
 * found again by name before each click, because the list may move: recent legs come above the others once they are read.
 */
export async function chooseLegs(page: Page, count: number, query = '', offered = /./): Promise<string[]> {
  await hasAllOdds(page)
  const search = legsPane(page).getByRole('searchbox', { name: 'Search legs' })
  await search.fill(query)
  await expect(legsPane(page).locator('[aria-busy="true"]')).toHaveCount(0)
  const games = legList(page).getByRole('group')
  await expect(games.first().getByRole('option').first()).toBeVisible({ timeout: 30_000 })
  const titles = await games.evaluateAll(each => each.map(game => game.getAttribute('aria-label') ?? ''))
  for (const title of titles) {
    const game = legList(page).getByRole('group', { name: title, exact: true })
    const legs = await listLegs(game, count, offered)
    if (legs.length < count) continue
    for (const texts of legs) await optionOf(game, texts).click()
    return legs.map(([name]) => name)
  }
  throw new Error(`no game has ${count} legs of “${query}”`)
}

type LegTexts = readonly [name: string, market: string]

/** The option of a game with exactly these texts. */
function optionOf(game: Locator, texts: LegTexts): Locator {
  const withText = (options: Locator, text: string) =>
    options.filter({ has: game.page().getByText(text, { exact: true }) })
  return texts.reduce(withText, game.getByRole('option')).first()
}

/** At most `count` legs of one game, each of another market. */
async function listLegs(game: Locator, count: number, offered: RegExp): Promise<LegTexts[]> {
  const legs: LegTexts[] = []
  const markets = new Set<string>()
  for (const option of await game.getByRole('option').filter({ hasText: offered }).all()) {
    if (legs.length === count) break
    const [name = '', market = ''] = await option.locator('bdi').allTextContents()
    if (markets.has(market)) continue
    markets.add(market)
    legs.push([name, market])
  }
  return legs
}

/** Adds a parlay of the demo's legs to the desk. */
export async function addParlay(page: Page, count = 3, query = '', offered?: RegExp): Promise<string[]> {
  const names = await chooseLegs(page, count, query, offered)
  await legsPane(page).getByRole('button', { name: 'Add to desk' }).click()
  return names
}

/** Waits until no cell of a row is waiting or being priced. */
export async function settled(page: Page, row: number): Promise<void> {
  await expect(rowsOf(page).nth(row)).toBeVisible()
  await expect(
    rowsOf(page)
      .nth(row)
      .getByRole('gridcell', { name: /pricing|waiting|not priced yet/ }),
  ).toHaveCount(0, { timeout: 30_000 })
}

/** Types the stake into the open dialog of a ticket and records the ticket. */
export async function recordTicket(page: Page, stake: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^(Record|New) ticket$/ })
  await dialog.getByRole('textbox', { name: 'Stake' }).fill(stake)
  await dialog.getByRole('textbox', { name: 'Stake' }).press('Enter')
  await expect(dialog).toBeHidden()
}

/** Opens the fair price of one cell after another of the first row, until one can be exact. */
export async function openFairPrice(page: Page) {
  const dialog = page.getByRole('dialog', { name: /^Fair price from/ })
  const get = dialog.getByRole('button', { name: /^Get prices · [48] calls$/ })
  const cells = rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /American|[+−]\d/ })
  for (let at = 0; at < (await cells.count()); at += 1) {
    await cells.nth(at).click()
    await page.keyboard.press('v')
    await expect(dialog.getByRole('status').first()).toContainText('call')
    if (await get.isVisible()) return { dialog, get }
    await page.keyboard.press('Escape')
  }
  throw new Error('no book has all outcomes')
}
