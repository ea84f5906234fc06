/** Every number of the ledger opens to the tickets that make it, by the keyboard and by pressing the number itself. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { recordTicket, ticketRows } from './screens.ts'

async function record(page: Page, leg: string, stake: string): Promise<void> {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New ticket' })
  await dialog.getByRole('textbox', { name: 'Leg 1' }).fill(leg)
  await dialog.getByRole('combobox', { name: 'Book' }).fill('Bravo')
  await dialog.getByRole('textbox', { name: 'Price' }).fill('+512')
  await recordTicket(page, stake)
  // A recorded ticket takes the focus once the grid shows it; a key pressed before runs on another ticket.
  await expect(ticketRows(page).filter({ hasText: `$${stake}.00` })).toHaveAttribute('aria-selected', 'true')
}

async function decideWon(page: Page, leg: string): Promise<void> {
  await ticketRows(page).filter({ hasText: '$40.00' }).click()
  await page.keyboard.press('o')
  const ticket = page.getByRole('dialog', { name: 'Ticket', exact: true })
  await ticket.getByRole('button', { name: `Set result of ${leg}` }).click()
  await ticket.getByRole('form').getByRole('textbox', { name: 'Reason' }).fill('box score')
  await ticket.getByRole('form').getByRole('button', { name: 'Set leg result' }).click()
  await expect(ticket).toContainText('+$204.80')
  await page.keyboard.press('Escape')
}

/** Presses the middle of what is shown, whatever lies over it. */
async function pressAt(page: Page, shown: Locator): Promise<void> {
  const box = await shown.boundingBox()
  if (box === null) throw new Error('It is not shown.')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Pixels of the profit line of a chart, found by its color. */
async function countLinePixels(page: Page, chart: Locator): Promise<number> {
  const picture = (await chart.screenshot()).toString('base64')
  return page.evaluate(async png => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('There is no canvas.')
    document.body.style.setProperty('outline-color', 'var(--up)')
    const [red, green, blue] = getComputedStyle(document.body).outlineColor.match(/\d+/g)?.map(Number) ?? []
    document.body.style.removeProperty('outline-color')
    pen.drawImage(image, 0, 0)
    const { data } = pen.getImageData(0, 0, image.width, image.height)
    const places = Array.from({ length: data.length / 4 }, (_, place) => 4 * place)
    return places.filter(at => data[at] === red && data[at + 1] === green && data[at + 2] === blue).length
  }, picture)
}

/** The line stays while the pointer or the keyboard is on the chart, which then looks as it did before. */
async function checkLineStays(page: Page): Promise<void> {
  const chart = page.getByRole('img', { name: /from 1 settled ticket/ })
  const count = () => countLinePixels(page, chart)
  await page.mouse.move(0, 0)
  const before = await count()
  expect(before).toBeGreaterThan(100)
  const looksAsBefore = () => expect.poll(count).toBe(before)
  const tip = page.getByText(/Profit \+\$204\.80/).last()

  const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
  // The day of the ticket is near the right edge, after the zero that the line starts at.
  await chart.hover({ position: { x: width - 60, y: height / 2 } })
  await expect(tip).toBeVisible()
  // The tooltip lies over a part of it.
  expect(await count()).toBeGreaterThan(before / 3)
  await page.mouse.move(0, 0)
  await looksAsBefore()

  const slider = page.getByRole('slider', { name: 'Profit by day: Enter shows the tickets' })
  await slider.focus()
  await expect(tip).toBeVisible()
  expect(await count()).toBeGreaterThan(before / 3)
  await page.keyboard.press('Escape')
  await expect(slider).not.toBeFocused()
  await looksAsBefore()
}

test('figures, rows and charts open to their tickets, and are taken back', async ({ page }) => {
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await expect(page.getByText('No tickets yet')).toBeVisible()
  await record(page, 'Ada North Over 27.5', '40')
  await record(page, 'Lia Reyes Under 3.5', '10')
  await decideWon(page, 'Ada North Over 27.5')
  await expect(ticketRows(page)).toHaveCount(2)
  const opened = page.getByRole('list', { name: 'Opened numbers' })
  const period = page.getByRole('combobox', { name: 'Period' })
  const takeBack = async (name: string) => {
    await opened.getByRole('button', { name }).press('Enter')
    await isAll()
  }
  const isAll = async () => {
    await expect(opened).toBeHidden()
    await expect(ticketRows(page)).toHaveCount(2)
    await expect(period).toHaveValue('month')
  }
  const isWon = async () => {
    await expect(ticketRows(page)).toHaveCount(1)
    await expect(ticketRows(page)).toContainText('$40.00')
  }

  const staked = page.getByRole('button', { name: /^\$40\.00\s*Risked, show tickets/ })
  await staked.press('Enter')
  await isWon()
  await expect(staked).toBeFocused()
  await expect(staked).toHaveAttribute('aria-pressed', 'true')
  await staked.press('Enter')
  await isAll()
  await expect(staked).toHaveAttribute('aria-pressed', 'false')
  await staked.press('Enter')
  await isWon()
  await takeBack('Risked bets')

  await pressAt(page, page.getByRole('region', { name: 'Report' }).getByRole('cell', { name: '+$204.80' }))
  await isWon()
  await takeBack('Settled')

  await checkLineStays(page)
  await page.getByRole('slider', { name: 'Profit by day: Enter shows the tickets' }).focus()
  await expect(page.getByText(/Profit \+\$204\.80/).last()).toBeVisible()
  await page.keyboard.press('Enter')
  await isWon()
  await expect(period).toHaveValue('month')
  await page.keyboard.press('Enter')
  await isAll()
  const chart = page.getByRole('img', { name: /from 1 settled ticket/ })
  await pressAt(page, chart)
  await isWon()
  await pressAt(page, chart)
  await isAll()
  await pressAt(page, chart)
  await isWon()
  await takeBack('Settled')

  await page.getByRole('combobox', { name: 'Open tickets' }).selectOption('legs')
  await page
    .getByRole('region', { name: 'Open risk' })
    .getByRole('button', { name: 'Lia Reyes' })
    .press('Enter')
  await expect(ticketRows(page)).toHaveCount(1)
  await expect(ticketRows(page)).toContainText('$10.00')
  await takeBack('Leg: Lia Reyes')
})
