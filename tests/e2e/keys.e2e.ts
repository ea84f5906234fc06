/** Each key of the desk does what the list of `?` says, and looking around costs no call. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { cellOf, legsPane, pricesGrid, rowsOf, settled } from './screens.ts'
import { addLegs, pasteOdds, says, scriptOf, startOn } from './scripted-desk.ts'

const links = { desktop: 'https://bets.example/slip', mobile: 'bookapp://slip' }
const books = {
  'Alpha Bet': says({ price: '+300', links }),
  Bravo: says({ price: '+310', links }),
  'Charlie Sports': says({ price: '+305', links }),
}
const legs = ['One Over 9.5', 'Two Over 9.5', 'Three Over 9.5']

/** Row and column of the focus in the grid, both from 1, without their heads. */
const place = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    const row = Number(activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex'))
    return [row - 1, Number(activeElement?.getAttribute('aria-colindex')) - 1]
  })

const moves: readonly (readonly [key: string, row: number, column: number])[] = [
  ['ArrowRight', 1, 2],
  ['ArrowDown', 2, 2],
  ['ArrowLeft', 2, 1],
  ['ArrowUp', 1, 1],
  ['l', 1, 2],
  ['j', 2, 2],
  ['h', 2, 1],
  ['k', 1, 1],
  ['End', 1, 3],
  ['Home', 1, 1],
  ['PageDown', 3, 1],
  ['PageUp', 1, 1],
  ['Control+End', 3, 3],
  ['Control+Home', 1, 1],
]

test('the keys move about, price, open, copy, record, queue, select and hide', async ({
  launch,
  service,
}) => {
  const odds = await service(...scriptOf(books))
  const desk = await launch(startOn(odds))
  const { page } = desk
  await pasteOdds(page, Object.fromEntries(legs.map(leg => [leg, Object.keys(books)])))
  for (const [row, pair] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ].entries()) {
    await addLegs(page, ...pair.map(at => legs[at] ?? ''))
    await settled(page, row)
  }
  const calls = () => odds.calls.filter(({ route }) => route === 'pricing').length
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const closed = async (name: string) => {
    await expect(dialog(name)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(name)).toBeHidden()
  }
  await expect.poll(calls).toBe(9)

  await cellOf(page, 0, 'Alpha Bet').click()
  for (const [key, row, column] of moves) {
    await page.keyboard.press(key)
    expect([key, ...(await place(page))]).toEqual([key, row, column])
  }
  await page.keyboard.press('?')
  await closed('Keys')
  await page.keyboard.press('p')
  await closed('Phone QR')
  await page.keyboard.press('t')
  await closed('Record ticket')
  await page.keyboard.press('q')
  await closed('Send to trending queue')
  await page.keyboard.press('c')
  await expect.poll(() => desk.clipboard()).toBe(links.desktop)
  await page.keyboard.press('Space')
  await expect(pricesGrid(page).locator('[role=row][aria-selected=true]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  for (const view of ['Ledger', 'Settings', 'Desk']) await page.getByRole('tab', { name: view }).click()
  expect(calls()).toBe(9)

  await cellOf(page, 0, 'Alpha Bet').click()
  await page.keyboard.press('r')
  await expect.poll(calls).toBe(12)
  await page.keyboard.press('Shift+R')
  await expect.poll(calls).toBe(21)
  await page.keyboard.press('Enter')
  await expect(dialog('Open this link?')).toContainText('Bravo sends you to a host')
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await dialog('Open this link?').getByRole('button', { name: 'Open this time' }).click()
  await expect.poll(() => desk.opened()).toEqual([links.desktop])
  await expect.poll(calls).toBe(23)

  await cellOf(page, 0, 'Alpha Bet').click()
  await page.keyboard.press('x')
  await expect(cellOf(page, 0, 'Alpha Bet')).toHaveCount(0)
  expect(await place(page)).toEqual([1, 1])
  await page.keyboard.press('Delete')
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('/')
  await expect(legsPane(page).getByRole('searchbox', { name: 'Search legs' })).toBeFocused()
})
