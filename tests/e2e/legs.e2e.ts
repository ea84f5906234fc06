/** Legs found by what bettors type, a parlay typed as its legs, and legs dragged to the slip. */
import type { Page } from '@playwright/test'
import { expect, shareDesk, test } from './fixture.ts'
import { legList, legsPane, rowsOf } from './screens.ts'

const event = 'ubl:salt-flats:north-pier:2030-11-20'
const legs: readonly (readonly [market: string, name: string])[] = [
  ['Player Points', 'Willa Flint Over 21.5'],
  ['Player Points', 'Willa Flint Under 21.5'],
  ['Player Rebounds', 'Cole Hale Over 7.5'],
  ['Moneyline', 'Salt Flats'],
  ['Moneyline', 'North Pier'],
  ['Player Rushing + Receiving Yards', 'Bartholomew Featherstonehaugh Over 104.5'],
  ['Player Receiving Yards', 'Bartholomew Featherstonehaugh Over 77.5'],
  ['Player Rushing Yards', 'Bartholomew Featherstonehaugh Over 77.5'],
]
const board = JSON.stringify({
  id: event,
  league: 'ubl',
  teams: {
    away: { name: 'Salt Flats', abbreviation: 'SLF' },
    home: { name: 'North Pier', abbreviation: 'NPR' },
  },
  odds: legs.map(([market, name]) => ({ id: `Bravo#${event}#${market}#${name}`, sgp: name, price: '+110' })),
})

const search = (page: Page) => legsPane(page).getByRole('searchbox', { name: 'Search legs' })
const slip = (page: Page) => page.getByRole('region', { name: 'New parlay' })
const slipLegs = (page: Page) => slip(page).getByRole('listitem').locator('bdi:first-child')

async function pasteBoard(page: Page): Promise<void> {
  await legsPane(page).getByRole('button', { name: 'Add odds' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add odds' })
  await dialog.getByRole('textbox', { name: 'Odds objects' }).fill(board)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(`Added ${legs.length} odds`)).toBeVisible()
  await page.keyboard.press('Escape')
}

test.describe('legs', () => {
  const desk = shareDesk({ args: ['--demo'] }, ({ page }) => pasteBoard(page))

  test('legs are found by short forms and past typos, and a parlay is typed as its legs', async () => {
    const { page } = desk()
    for (const [typed, first] of [
      ['flint o21.5', 'Willa Flint Over 21.5'],
      ['flint u21.5 pts', 'Willa Flint Under 21.5'],
      ['salt flats at north pier ml', 'Salt Flats'],
      ['willa flnt u21.5', 'Willa Flint Under 21.5'],
    ] as const) {
      await search(page).fill(typed)
      await expect(legList(page).getByRole('option').first()).toContainText(first)
    }

    const typed = page.getByRole('region', { name: 'Typed parlay' })
    await page.setViewportSize({ width: 1024, height: 700 })
    await search(page).fill('featherstonehaugh o104.5 + salt flats ml')
    await expect(typed).toContainText('Featherstonehaugh')
    const overflow = () => typed.evaluate(box => box.scrollWidth - box.clientWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await search(page).fill('featherstonehaugh o77.5 + salt flats ml')
    const choice = typed.getByRole('button', { name: 'Over 77.5' }).first()
    await expect(choice).toBeVisible()
    const cut = await choice.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(cut, 'the name of a choice wraps').toBe(0)
    const colorOfPressed = () => choice.evaluate(button => getComputedStyle(button).color)
    await choice.click()
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    const hovered = await colorOfPressed()
    await page.mouse.move(0, 0)
    await expect.poll(colorOfPressed, { message: 'pressed, under the pointer and not' }).toBe(hovered)

    await search(page).fill('willa flint o21.5 pts + ml')
    await expect(typed).toContainText('Willa Flint Over 21.5')
    await page.keyboard.press('Enter')
    await expect(typed.getByRole('button', { name: 'Salt Flats' })).toBeFocused()
    await page.keyboard.press('Enter')
    await typed.getByRole('button', { name: 'Add 2 legs to slip' }).click()
    await expect(slipLegs(page)).toHaveText(['Willa Flint Over 21.5', 'Salt Flats'])
    await expect(search(page)).toBeFocused()
    await slip(page).getByRole('button', { name: 'Remove Salt Flats' }).focus()
    await page.keyboard.press('Control+Enter')
    await expect(rowsOf(page)).toHaveCount(1)
    await page.setViewportSize({ width: 1600, height: 900 })
  })

  test('legs come as the list is scrolled or walked, up to 200, in one order', async () => {
    const { page } = desk()
    const options = legList(page).getByRole('option')
    await search(page).fill('over')
    await expect(options.first()).toContainText('Over')
    // Without the book of the best single odds, which changes with them.
    const names = options.locator('bdi.cut')
    const first = await names.allTextContents()
    expect(first.length).toBeLessThan(100)
    const end = legsPane(page).getByText('more. Keep typing to narrow it down.')
    await options.first().hover()
    await expect(async () => {
      await page.mouse.wheel(0, 2_000)
      await expect(end).toBeInViewport({ timeout: 100 })
    }).toPass({ intervals: [0], timeout: 30_000 })
    await expect(options).toHaveCount(200)
    expect((await names.allTextContents()).slice(0, first.length)).toEqual(first)

    await search(page).fill('over ')
    await expect(options).not.toHaveCount(200)
    const active = legList(page).locator('.active')
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      expect(await options.count()).toBeGreaterThan(first.length)
    }).toPass({ intervals: [0], timeout: 30_000 })
    await expect(active).toBeInViewport()
  })

  test('a leg is dragged to the slip, and to another place in it, by mouse and by keyboard', async () => {
    const { page } = desk()
    await search(page).fill('willa flint o21.5')
    await legList(page).getByRole('option').first().click()
    await search(page).fill('cole hale reb')
    await legList(page).getByRole('option').first().hover()
    await page.mouse.down()
    const first = await slipLegs(page).first().boundingBox()
    if (first === null) throw new Error('the slip is not drawn')
    await page.mouse.move(first.x + 20, first.y - 4, { steps: 5 })
    await page.mouse.up()
    await expect(slipLegs(page)).toHaveText(['Cole Hale Over 7.5', 'Willa Flint Over 21.5'])
    await slip(page).getByRole('button', { name: 'Remove Cole Hale Over 7.5' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(slipLegs(page)).toHaveText(['Willa Flint Over 21.5', 'Cole Hale Over 7.5'])

    // A drag that begins beside all that moves selects no text of the window.
    await page.mouse.move(8, 200)
    await page.mouse.down()
    await page.mouse.move(900, 600, { steps: 5 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  })
})
