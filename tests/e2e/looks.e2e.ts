/**
 * Looks that few have on their own screen: twice the pixels, the system's forced colors, a zoom of 200%, and the order in
 * which Tab goes through the desk and the ledger.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { booksInView, edges, roomForRows } from './grid-room.ts'
import { findAxeFindings, findPageFaults } from './page-faults.ts'
import { fillLedger } from './screen-list/earlier-bets.ts'
import { showView, type Started } from './screen-list/screen.ts'
import { launch, zoneWhereItIs } from './screen-list/worlds.ts'
import { addParlay, cellPane, legList, legsPane, pricesGrid, rowsOf, settled, ticketRows } from './screens.ts'
import { findRinglessStops, tabStops } from './tab-stops.ts'

/** Prices of the first row are stale by the time that forced colors are looked at. */
const staleAfterMs = 10_000

let page: Page

/** One start of the program for the tests of a block. */
function startDesk(): void {
  let desk: Started
  test.beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlay-desk-'))
    fillLedger(folder, Date.now())
    // At noon, so that the last tickets were settled today.
    desk = await launch(folder, { env: { TZ: zoneWhereItIs(12) } }, undefined, { staleAfterMs })
    page = desk.page
    for (const [row, words] of ['points', 'rebounds', 'yards'].entries()) {
      await addParlay(page, 3, words)
      await settled(page, row)
    }
  })
  test.afterAll(() => desk.end())
}

/** It has the size of the window for as long as it is open. */
let screen: CDPSession | undefined

/** A window of this size in CSS pixels, each of them as many of the screen's across. */
async function setScreen(width: number, height: number, pixelRatio: number): Promise<void> {
  screen ??= await page.context().newCDPSession(page)
  await screen.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: pixelRatio,
    mobile: false,
  })
  await expect.poll(() => page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([width, pixelRatio])
}

const leftOf = async (box: Locator) => (await edges(box)).left

/** Lines of legs that are cut, in the grid and in the list of those found. */
const findCutLegs = () =>
  page.locator('.row-name .legs, .row-name .others, [role=option] > bdi').evaluateAll(lines =>
    lines
      .filter(line => {
        const end = line.closest('.row-name')?.getBoundingClientRect().right ?? Infinity
        const isOut = line.getBoundingClientRect().right > end
        // A text in a line has no width of its own.
        const isCut = line.clientWidth > 0 && line.scrollWidth > line.clientWidth + 1
        return line.checkVisibility() && (isOut || isCut)
      })
      .map(line => line.textContent),
  )

test.describe('other screens', () => {
  startDesk()

  for (const { width, height, rows } of [
    { width: 3840, height: 2160, rows: 30 },
    { width: 1920, height: 1080, rows: 16 },
  ])
    test(`the desk at ${width} x ${height} and a pixel ratio of 2 shows all books and whole texts`, async () => {
      await setScreen(width, height, 2)
      await expect.poll(() => booksInView(page)).toBe(12)
      expect(await roomForRows(page)).toBeGreaterThanOrEqual(rows)
      expect(await findPageFaults(page)).toEqual([])
      expect(await findCutLegs()).toEqual([])
    })

  test('the price details stay in place while a price gets old and is refreshed', async () => {
    await setScreen(1280, 800, 1)
    await rowsOf(page).first().getByRole('gridcell').first().click()
    const parts = cellPane(page).locator('.details > *')
    const places = async () => JSON.stringify(await Promise.all((await parts.all()).map(edges)))
    await page.keyboard.press('r')
    await expect(cellPane(page).getByText(/^\d+s ago$/)).toBeVisible()
    await settled(page, 0)
    const before = await places()
    await expect(cellPane(page).getByText(/^\d+s old$/)).toBeVisible({ timeout: 2 * staleAfterMs })
    expect(await places()).toBe(before)
    await page.keyboard.press('r')
    await expect(cellPane(page).getByText(/^\d+s ago$/)).toBeVisible()
    expect(await places()).toBe(before)
  })

  test('a zoom of 200% by its keys leaves the lines of legs whole and all controls in reach', async () => {
    await screen?.detach()
    screen = undefined
    await expect.poll(() => page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([1280, 1])
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+=')
    await expect.poll(() => page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([640, 2])
    const search = page.getByRole('button', { name: /^Search/ })
    expect(await search.evaluate(box => box.scrollWidth <= box.clientWidth)).toBe(true)
    await expect(page.getByRole('combobox', { name: 'Format', exact: true })).toBeVisible()
    expect(await findPageFaults(page)).toEqual([])
    expect(await findCutLegs()).toEqual([])
    await page.keyboard.press('/')
    await legsPane(page).getByRole('searchbox', { name: 'Search legs' }).fill('over')
    await expect(legList(page).getByRole('option').first()).toBeVisible()
    expect(await findPageFaults(page)).toEqual([])
    expect(await findCutLegs()).toEqual([])
    await legsPane(page).getByRole('searchbox', { name: 'Search legs' }).fill('')
    await rowsOf(page).first().getByRole('gridcell').first().focus()
    await page.keyboard.press('Control+j')
    await expect(cellPane(page)).toBeVisible()
    expect(await findPageFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await showView(page, 'Ledger')
    await expect(ticketRows(page).first()).toBeVisible()
    expect(await findPageFaults(page)).toEqual([])
    // A window of 1000 x 625, whose figures are in one line, and a higher one, where they are in two.
    await setScreen(800, 500, 2)
    expect(await findPageFaults(page)).toEqual([])
    await setScreen(800, 640, 2)
    expect(await findPageFaults(page)).toEqual([])
    expect(await leftOf(page.getByText('ROI', { exact: true }))).toBe(
      await leftOf(page.getByText('Open risk', { exact: true })),
    )
  })

  test('the heads of the ledger begin with the texts below, and stand apart from links', async () => {
    await setScreen(1280, 800, 1)
    await showView(page, 'Ledger')
    const report = page.getByRole('region', { name: 'Report' })
    expect(await leftOf(report.getByRole('combobox'))).toBe(await leftOf(report.locator('tbody bdi').first()))
    const [link, head] = await Promise.all([
      edges(report.getByRole('button', { name: 'How these are calculated' })),
      edges(report.getByText('tickets', { exact: true })),
    ])
    expect(head.left - link.right).toBeGreaterThanOrEqual(20)
  })
})

/** Outline and bar of a box, without their colors. */
const shapeOf = (box: Locator) =>
  box.evaluate(element => {
    const { outlineStyle, outlineWidth, borderLeftWidth } = getComputedStyle(element)
    const outline = outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth}`
    return { outline, bar: borderLeftWidth }
  })

/** Names in reading order. `cell` and `row` are one of their grid: arrows go on from it. */
const deskStops = [
  'Desk',
  'Search legs, parlays, tickets, settings',
  'American',
  'Decimal',
  'More formats',
  'Help',
  'Hide legs',
  'Refresh',
  'Add odds',
  'Odds and sources',
  'Search legs',
  'League',
  'Main lines',
  'Live now',
  'More filters',
  'Legs found',
  'Width of legs',
  'Filter parlays',
  'Reprice all',
  'Auto-refresh: off',
  'More',
  'cell',
  '▸ Tickets',
  '# open tickets',
  'Today #',
  'Open ledger',
  'Hide price details',
  'Price history',
  'How these are calculated',
  'Fair price',
  'Price by leg',
  'Alt lines',
  'Alert…',
  'My fair price',
  'My stake',
  'Edit name, tags and note',
  'Remove parlay',
  'Recheck and open',
  'Record ticket',
  'Copy link',
  'Send to trending',
  'Phone QR',
  '▸ Trending',
  'All…',
  'Width of price details',
]
const ledgerStops = [
  'Ledger',
  'Search legs, parlays, tickets, settings',
  'American',
  'Decimal',
  'More formats',
  'Help',
  'Period',
  'Book:',
  'Result:',
  'League:',
  'More filters',
  'Filter text',
  'Settle pending',
  'New ticket',
  'Import',
  'Export',
  'Ledger menu',
  '# Risked, show tickets',
  '# Profit, show tickets',
  '# ROI, show tickets',
  '# won, show tickets',
  '# lost, show tickets',
  '# Avg CLV ± error, show tickets',
  '▾ Profit vs. closing odds',
  'Profit by day: Enter shows the tickets',
  'Report',
  'How these are calculated',
  'Rows of the report',
  'row of a table',
  'Open tickets',
  'Open risk rows',
  'Placed UTC ▾',
  'Parlay',
  'Book',
  'Price',
  'Stake',
  'Close',
  'CLV',
  'Status',
  'Result',
  'P/L',
  'row',
  'Columns ▾',
  'Copy',
]

test.describe('forced colors', () => {
  startDesk()
  test.beforeEach(() => page.emulateMedia({ forcedColors: 'active' }))

  test('best, old, selected, marked and grouped prices differ by more than color', async () => {
    const grid = pricesGrid(page)
    await expect(rowsOf(page).first().locator('.stale').first()).toContainText(/old$/, { timeout: 20_000 })
    await rowsOf(page).nth(1).getByRole('gridcell').first().click()
    await page.keyboard.press('Alt+1')
    await page.keyboard.press('Shift+r')
    await settled(page, 1)
    const best = grid.locator('.cell.best:not(.selected)').first()
    const plain = grid.locator('.cell.priced:not(.best, .selected)').first()
    await expect.poll(() => shapeOf(best), { timeout: 20_000 }).toMatchObject({ outline: 'dashed 1px' })
    await expect.poll(() => shapeOf(plain)).toMatchObject({ outline: 'none' })
    expect(await shapeOf(grid.locator('.cell.selected'))).toMatchObject({ outline: 'solid 3px' })
    await expect(grid.locator('.group-mark')).toHaveText('B')

    await rowsOf(page)
      .nth(2)
      .getByRole('gridcell')
      .first()
      .click({ modifiers: ['Control'] })
    expect(await shapeOf(grid.locator('.row-name.marked'))).toMatchObject({ bar: '3px' })
    expect(await shapeOf(grid.locator('.row-name:not(.marked)').first())).toMatchObject({ bar: '0px' })
    await expect(grid.locator('.cell.pricing')).toHaveCount(0, { timeout: 20_000 })
    expect(await findPageFaults(page)).toEqual([])
    expect(await findAxeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('fields have the theme’s colors again once forced colors are off', async () => {
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' })
    await rowsOf(page).first().getByRole('gridcell').first().click()
    const field = page.locator('.n-input').filter({ has: page.getByLabel('My fair price') })
    const ground = () =>
      field.evaluate(async box => {
        // A field fades to the colors of another theme.
        await Promise.allSettled(box.getAnimations().map(({ finished }) => finished))
        return getComputedStyle(box).backgroundColor
      })
    const inDark = await ground()
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' })
    await expect.poll(ground).toBe(inDark)
    await page.emulateMedia({ colorScheme: null })
  })

  test('the bars of profit and of open risk are painted', async () => {
    await showView(page, 'Ledger')
    const bars = page.locator('.pane-table .bar span, .bar.across span')
    await expect(bars.first()).toBeAttached()
    for (const bar of await bars.all()) {
      const paints = await bar.evaluate(element => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(element)
        const canvas = getComputedStyle(document.body).backgroundColor
        return borderTopWidth !== '0px' || backgroundColor !== canvas
      })
      expect.soft(paints).toBe(true)
    }
    await showView(page, 'Desk')
  })

  test('the bars of the CLV chart stay painted under the pointer', async () => {
    await showView(page, 'Ledger')
    await page.getByRole('combobox', { name: 'Open tickets' }).selectOption('clv')
    const chart = page.getByRole('img', { name: /beat the close/ })
    const bars = chart.locator('path[fill="Highlight"]')
    await expect(bars.first()).toBeAttached()
    const before = await bars.count()
    await chart.hover()
    await expect(page.getByText(/^Tickets$/).last()).toBeVisible()
    await expect(bars).toHaveCount(before)
    await page.getByRole('combobox', { name: 'Open tickets' }).selectOption('games')
    await showView(page, 'Desk')
  })

  test('a selected ticket has a bar', async () => {
    await showView(page, 'Ledger')
    await ticketRows(page).first().click()
    await page.keyboard.press('Shift+ArrowDown')
    expect(await shapeOf(ticketRows(page).nth(1))).toMatchObject({ bar: '3px' })
    expect(await shapeOf(ticketRows(page).nth(3))).toMatchObject({ bar: '0px' })
    expect(await findAxeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await showView(page, 'Desk')
  })

  test('Tab goes through the desk and the ledger in reading order, each stop with a ring', async () => {
    await rowsOf(page).first().getByRole('gridcell').first().click()
    const onDesk = await tabStops(page)
    expect.soft(onDesk.map(({ name }) => name)).toEqual(deskStops)
    expect.soft(findRinglessStops(onDesk)).toEqual([])
    await showView(page, 'Ledger')
    await expect(ticketRows(page).first()).toBeVisible()
    const onLedger = await tabStops(page)
    // The head of the times names the zone that this spec runs in.
    const names = onLedger.map(({ name }) => name.replace(/^Placed \S+/, 'Placed UTC'))
    expect.soft(names).toEqual(ledgerStops)
    expect.soft(findRinglessStops(onLedger)).toEqual([])
  })
})
