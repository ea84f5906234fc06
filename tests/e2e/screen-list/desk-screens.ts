/** The desk with parlays, prices, tickets and submissions: its panes, menus and dialogs. */
import type { Locator, Page } from '@playwright/test'
import { cellPane, chooseLegs, legList, legsPane, pricesGrid, rowsOf } from '../screens.ts'
import { command, dialogOf, expect, openDialog, type Screen, sizes } from './screen.ts'

const queue = (page: Page) => page.getByRole('region', { name: 'Trending queue' })
const tickets = (page: Page) => page.getByRole('region', { name: 'Tickets' })
const search = (page: Page) => legsPane(page).getByRole('searchbox', { name: 'Search legs' })

/** Selects the first price of a row, counted among those with a price: on some days no book prices a parlay. */
export async function selectPrice(page: Page, row = 0): Promise<void> {
  const prices = page.getByRole('gridcell', { name: /[+−]\d+/ })
  await rowsOf(page).filter({ has: prices }).nth(row).getByRole('gridcell').and(prices).first().click()
}

/** Opens the fair price of the first row of which a book has all outcomes: some demo days have lines that can push. */
async function openExactFair(page: Page): Promise<Locator> {
  for (let row = 0; row < (await rowsOf(page).count()); row += 1) {
    await selectPrice(page, row)
    const dialog = await openDialog(page, 'Fair price', /^Fair price from/)
    await expect(dialog.getByRole('status').first()).toContainText('call')
    if (await dialog.getByRole('button', { name: /(?:Get prices|Refresh) · (?:4|8|16) calls/ }).isVisible())
      return dialog
    await page.keyboard.press('Escape')
  }
  throw new Error('no book has all outcomes of a parlay')
}

async function pressOnPrice(page: Page, key: string, row = 0): Promise<void> {
  await selectPrice(page, row)
  await page.keyboard.press(key)
}

/** A context menu, for each width on its own: it closes when the window changes its size. */
const menuScreens = (name: string, place: (page: Page) => Locator): readonly Screen[] =>
  sizes.map(({ width }) => ({
    name,
    state: 'full',
    widths: [width],
    open: async ({ page }) => {
      await place(page).first().click({ button: 'right' })
      await expect(page.getByRole('menu')).toBeVisible()
    },
  }))

export const deskScreens: readonly Screen[] = [
  {
    name: 'desk',
    state: 'full',
    open: async ({ page }) => {
      await search(page).fill('player points over')
      await expect(legList(page).getByRole('option').first()).toBeVisible()
      await selectPrice(page)
    },
  },
  {
    name: 'price-drawer',
    state: 'full',
    widths: [1024],
    open: async ({ page }) => {
      await selectPrice(page)
      await page.keyboard.press('Control+j')
      await expect(cellPane(page)).toBeVisible()
    },
    leave: async ({ page }) => {
      await page.keyboard.press('Escape')
      await expect(cellPane(page)).toBeHidden()
    },
  },
  {
    name: 'slip',
    state: 'full',
    open: async ({ page }) => {
      await chooseLegs(page, 3, 'over')
      await expect(legsPane(page).getByRole('button', { name: 'Add to desk' })).toBeEnabled()
    },
    leave: async ({ page }) => {
      await command(page, 'Clear new parlay')
      await search(page).fill('')
    },
  },
  {
    name: 'rows-selected',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      await page.keyboard.press('Control+a')
      await expect(page.getByText(/^\d+ parlays selected/)).toBeVisible()
    },
    leave: ({ page }) => command(page, 'Deselect all rows'),
  },
  {
    name: 'rows-filtered-out',
    state: 'empty',
    open: async ({ page }) => {
      await command(page, 'Filter parlays')
      await page.keyboard.type('zebra')
      await expect(page.getByText('No parlays match')).toBeVisible()
    },
    leave: ({ page }) => page.getByRole('button', { name: 'Clear filter' }).first().click(),
  },
  {
    name: 'layouts',
    state: 'full',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Layouts')
      await dialog.getByRole('textbox', { name: 'Save this desk as' }).fill('Evening')
      await page.keyboard.press('Enter')
      const replace = dialog.getByRole('button', { name: 'Replace' })
      await expect(replace.or(dialog.getByText('“Evening” saved.'))).toBeVisible()
    },
  },
  {
    name: 'prices-menu',
    state: 'full',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  ...menuScreens('price-menu', page =>
    rowsOf(page)
      .nth(1)
      .getByRole('gridcell', { name: /[+−]\d+/ }),
  ),
  ...menuScreens('row-menu', page => rowsOf(page).getByRole('rowheader')),
  {
    name: 'auto-refresh',
    state: 'full',
    open: async ({ page }) => {
      await page.getByRole('button', { name: /^Auto/ }).click()
      await expect(dialogOf(page)).toBeVisible()
    },
  },
  {
    name: 'columns',
    state: 'full',
    open: ({ page }) => openDialog(page, 'Columns'),
  },
  {
    name: 'legend',
    state: 'full',
    open: ({ page }) => openDialog(page, 'What the cells show'),
  },
  {
    name: 'alerts',
    state: 'full',
    open: ({ page }) => openDialog(page, 'Alerts'),
  },
  {
    name: 'alert-form',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      await command(page, 'Alert at this price')
      await expect(page.getByRole('dialog', { name: 'Alerts' }).getByRole('textbox').first()).toBeVisible()
    },
  },
  {
    name: 'price-history',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      const dialog = await openDialog(page, 'Price history', /^Price history/)
      await expect(dialog.getByRole('row').nth(1)).toBeVisible()
    },
  },
  {
    name: 'price-by-leg',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      const dialog = await openDialog(page, 'Price by leg', /^Price by leg/)
      const get = dialog.getByRole('button', { name: 'Get prices' })
      await get
        .or(dialog.getByRole('button', { name: 'Refresh' }))
        .first()
        .click()
      await expect(dialog.getByText(/^\d+\.\d\d$/).first()).toBeVisible()
    },
  },
  {
    name: 'alt-lines',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      const dialog = await openDialog(page, 'Alt lines', /^Alt lines/)
      const get = dialog.getByRole('button', { name: 'Get prices' })
      await get
        .or(dialog.getByRole('button', { name: 'Refresh' }))
        .first()
        .click()
      await expect(dialog.getByText('pricing…')).toHaveCount(0)
    },
  },
  {
    name: 'fair-price',
    state: 'full',
    open: async ({ page }) => {
      const dialog = await openExactFair(page)
      await dialog.getByRole('button', { name: /^(?:Get prices|Refresh)/ }).click()
      await expect(dialog.getByRole('button', { name: 'Use as fair' })).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'stake-plan',
    state: 'empty',
    open: async ({ page }) => {
      await selectPrice(page)
      const dialog = await openDialog(page, 'Stake plan')
      await expect(dialog.getByText('Set a bankroll in Settings to plan stakes.')).toBeVisible()
    },
  },
  {
    name: 'phone-qr',
    state: 'full',
    open: async ({ page }) => {
      await pressOnPrice(page, 'p')
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    },
  },
  {
    name: 'definitions',
    state: 'full',
    open: async ({ page }) => {
      await selectPrice(page)
      await openDialog(page, 'How these are calculated')
    },
  },
  {
    name: 'betslip-opened',
    state: 'full',
    open: async ({ page, opened }) => {
      const before = (await opened()).length
      await rowsOf(page)
        .first()
        .getByRole('gridcell', { name: /^Alpha Bet\b/ })
        .click()
      await page.keyboard.press('o')
      const goOn = page.getByRole('dialog').getByRole('button', { name: /^Open/ })
      const isThere = async () => (await opened()).length > before || (await goOn.isVisible())
      await expect.poll(isThere).toBe(true)
      if (await goOn.isVisible()) await goOn.click()
      await expect(page.getByRole('region', { name: 'Opened bet slip' })).toBeVisible()
    },
  },
  {
    name: 'betslip-new-price',
    state: 'full',
    open: async ({ page }) => {
      await pricesGrid(page).focus()
      await page.keyboard.press('2')
      await expect(page.getByRole('textbox', { name: 'New price' })).toBeVisible()
    },
    leave: async ({ page }) => {
      const strip = page.getByRole('region', { name: 'Opened bet slip' })
      await strip.getByRole('button', { name: 'Cancel' }).click()
      await page.keyboard.press('Escape')
      await expect(strip).toBeHidden()
    },
  },
  {
    name: 'record-ticket',
    state: 'full',
    open: async ({ page }) => {
      await pressOnPrice(page, 't')
      await expect(page.getByRole('dialog', { name: 'Record ticket' })).toBeVisible()
    },
  },
  {
    name: 'tickets-strip',
    state: 'full',
    open: async ({ page }) => {
      await tickets(page).getByRole('button', { name: 'Tickets', exact: true }).click()
      await queue(page).getByRole('button', { name: 'Trending', exact: true }).click()
      await expect(queue(page).getByRole('listitem').first()).toBeVisible()
    },
    leave: async ({ page }) => {
      await tickets(page).getByRole('button', { name: 'Tickets', exact: true }).click()
      await queue(page).getByRole('button', { name: 'Trending', exact: true }).click()
    },
  },
  {
    name: 'trending-send',
    state: 'full',
    open: async ({ page }) => {
      await pressOnPrice(page, 'q', 2)
      await expect(dialogOf(page).getByRole('list').first()).toBeVisible()
    },
  },
  {
    name: 'trending-list',
    state: 'full',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Trending list', /^Trending/)
      await expect(dialog.getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'trending-sent',
    state: 'full',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Trending list', /^Trending/)
      await dialog.getByRole('listitem').first().getByRole('button').first().click()
      await expect(page.getByRole('list', { name: 'History' })).toBeVisible()
    },
  },
  {
    name: 'add-odds',
    state: 'full',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Add odds')
      await dialog.getByRole('textbox', { name: 'Odds objects' }).fill(sampleOdds)
    },
  },
  {
    name: 'sources',
    state: 'full',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Sources')
      await expect(dialog.getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'feed-schedule',
    state: 'full',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Sources')
      await dialog.getByRole('button', { name: 'Schedule…' }).click()
      await expect(dialog.getByRole('form', { name: 'Feed schedule' })).toBeVisible()
    },
  },
  {
    name: 'enter-legs',
    state: 'full',
    open: ({ page }) => openDialog(page, 'Enter legs by ID'),
  },
  {
    name: 'palette',
    state: 'full',
    open: async ({ page }) => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'palette-nothing-found',
    state: 'empty',
    open: async ({ page }) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search commands' }).fill('zebra')
      await expect(page.getByRole('dialog', { name: 'Commands' })).toContainText('zebra')
    },
  },
  {
    name: 'keyboard-shortcuts',
    state: 'full',
    open: ({ page }) => openDialog(page, 'Keyboard shortcuts'),
  },
  {
    name: 'help',
    state: 'full',
    open: async ({ page }) => {
      await page.keyboard.press('F1')
      await expect(page.getByRole('dialog', { name: 'Help' }).getByRole('heading').nth(1)).toBeVisible()
    },
  },
  {
    name: 'panes-folded',
    state: 'full',
    widths: [1280, 1600, 3840],
    open: async ({ page }) => {
      await selectPrice(page)
      await page.keyboard.press('Control+b')
      await page.keyboard.press('Control+j')
      await expect(cellPane(page)).toBeHidden()
    },
    leave: async ({ page }) => {
      await page.keyboard.press('Control+j')
      await page.keyboard.press('Control+b')
      await expect(cellPane(page)).toBeVisible()
    },
  },
]

const sampleOdds = `[
  {
    "id": "Bravo#basketball:river-town:harbor-city:2026-11-20#Player Points#Ada North Over 27.5",
    "sgp": "aGFyYm9yLWNpdHk/bGVnPTE+Lw==",
    "grade": "Z3JhZGU6aGFyYm9yLWNpdHk6MQ==",
    "price": -115
  }
]`
