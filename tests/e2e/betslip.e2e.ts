/** After a betslip opened: what it showed is noted by one key and kept; the link goes to a phone; prices leave a trace. */
import type { Page } from '@playwright/test'
import type { Desk } from '../../tools/chromium-host/index.mjs'
import { expect, shareDesk, test } from './fixture.ts'
import { addParlay, cellPane, chooseInMenu, rowsOf, settled } from './screens.ts'

const openedStrip = (page: Page) => page.getByRole('region', { name: 'Opened bet slip' })

/**
 * Opens the betslip of a cell of the first row, at a worse price too. The book is one that sends a link with every price:
 * the best one of the day's games may be one that does not. Returns its name.
 */
async function openBetslip({ page, opened }: Desk): Promise<string> {
  const before = (await opened()).length
  const book = 'Alpha Bet'
  await rowsOf(page)
    .first()
    .getByRole('gridcell', { name: new RegExp(`^${book}\\b`) })
    .click()
  const goOn = page.getByRole('dialog').getByRole('button', { name: /^Open/ })
  // Pressed again where a link was opened less than half a second ago.
  await expect(async () => {
    await page.keyboard.press('o')
    const isThere = async () => (await opened()).length > before || (await goOn.isVisible())
    await expect.poll(isThere, { timeout: 3_000 }).toBe(true)
  }).toPass({ timeout: 15_000 })
  if (await goOn.isVisible()) await goOn.click()
  await expect(openedStrip(page)).toBeVisible()
  return book
}

/** Closes dialogs and the strip, so that the next test begins at the grid. */
async function closeAll(page: Page): Promise<void> {
  if (await page.getByRole('tab', { name: 'Desk', selected: false }).isVisible())
    await page.getByRole('tab', { name: 'Desk' }).click()
  const open = page.locator('dialog[open]').or(openedStrip(page))
  await expect(async () => {
    if ((await open.count()) > 0) await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 15_000 })
}

test('one key notes what a betslip showed, and the note outlasts a restart', async ({ launch }) => {
  const first = await launch()
  await addParlay(first.page)
  await settled(first.page, 0)
  const book = await openBetslip(first)
  await expect(openedStrip(first.page)).toContainText(new RegExp(`Opened at ${book}: 3 legs at [+−]\\d+`))
  await first.page.keyboard.press('1')
  await expect(openedStrip(first.page)).toContainText('Price matched.')
  await expect(cellPane(first.page)).toContainText('1 of 1 slip matched')

  await openBetslip(first)
  await first.page.keyboard.press('2')
  await first.page.getByRole('textbox', { name: 'New price' }).fill('+101')
  await first.page.keyboard.press('Enter')
  await expect(openedStrip(first.page)).toContainText('Price was +101.')
  await first.page.keyboard.press('Escape')
  await expect(openedStrip(first.page)).toBeHidden()
  await first.kill()

  const second = await launch()
  await rowsOf(second.page)
    .first()
    .getByRole('gridcell', { name: new RegExp(`^${book}\\b`) })
    .click()
  await expect(cellPane(second.page)).toContainText(/ of [12] slips? matched/)
})

test.describe('a price on the desk', () => {
  let legs: string[] = []
  const desk = shareDesk({ width: 1280, height: 800 }, async ({ page }) => {
    legs = await addParlay(page)
    await settled(page, 0)
  })
  test.afterEach(() => closeAll(desk().page))

  test('the history of a cell is drawn, listed, and read at no cost', async () => {
    const { page } = desk()
    await chooseInMenu(page, 'Reprice row')
    await rowsOf(page)
      .first()
      .getByRole('gridcell', { name: /[+−]\d+/ })
      .first()
      .click()
    await expect(cellPane(page).getByRole('img', { name: /^Price history: 2 quotes since/ })).toBeVisible()
    await cellPane(page).getByRole('button', { name: 'Price history' }).click()
    const dialog = page.getByRole('dialog', { name: /^Price history at / })
    await expect(dialog.getByRole('row')).toHaveCount(3)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Settings' }).click()
    await expect(page.getByRole('region', { name: 'Price history' })).toContainText(/quotes since/)
  })

  test('Phone QR shows a link as a code and as text, and opens nothing', async () => {
    const { page, clipboard, opened } = desk()
    await rowsOf(page)
      .first()
      .getByRole('gridcell', { name: /[+−]\d+/ })
      .first()
      .click()
    await cellPane(page).getByRole('button', { name: 'Phone QR' }).click()
    const dialog = page.getByRole('dialog', { name: 'Phone QR' })
    const code = dialog.getByRole('img', { name: /^QR code of the link to / })
    await expect(code).toBeVisible()
    const { width, height } = (await code.boundingBox()) ?? { width: 0, height: 0 }
    expect(width).toBeGreaterThan(200)
    expect(Math.abs(width - height)).toBeLessThan(1)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => clipboard()).toMatch(/^[a-z0-9]+:\/\/betslip\?s=|^https:\/\//)
    await expect(dialog).toContainText(await clipboard())
    expect(await opened()).toEqual([])
  })

  test('a double-click on “Recheck and open” presses no other button', async () => {
    const { page } = desk()
    await page.evaluate(() => {
      const pressed: string[] = []
      const note = ({ target }: MouseEvent) => {
        const button = target instanceof Element ? target.closest<HTMLElement>('[data-command]') : null
        pressed.push(button?.dataset['command'] ?? 'none')
        document.body.dataset['pressed'] = pressed.join(' ')
      }
      addEventListener('click', note, { capture: true })
    })
    const open = cellPane(page).getByRole('button', { name: 'Recheck and open' })
    const box = await open.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.click(x, y)
    await page.waitForTimeout(150)
    await page.mouse.click(x, y)
    // A dialog that asks about the link may be over it by then.
    expect(await page.evaluate(() => document.body.dataset['pressed'])).toMatch(
      /^price\.open (?:price\.open|none)$/,
    )
    await expect(page.getByRole('dialog', { name: 'Record ticket' })).toBeHidden()
  })

  test('the strip is as tall with the form of a new price, and with its error, as before', async () => {
    const { page } = desk()
    await openBetslip(desk())
    const strip = openedStrip(page)
    const height = async () => (await strip.boundingBox())?.height
    const before = await height()
    await strip.getByRole('button', { name: 'New price…' }).click()
    await strip.getByLabel('New price').fill('abc')
    expect(await height()).toBe(before)
    await page.keyboard.press('Enter')
    await expect(strip.getByRole('alert')).toBeVisible()
    expect(await height()).toBe(before)
  })

  test('the strip copies what to hold the betslip against', async () => {
    const { page, clipboard } = desk()
    await openBetslip(desk())
    await openedStrip(page).getByRole('button', { name: 'Copy price and legs' }).click()
    await expect.poll(() => clipboard()).toMatch(/^3 legs, [+-]\d+\n/)
    for (const leg of legs) expect(await clipboard()).toContain(leg)
  })
})
