/** Each key of the desk does what the list of `?` says, and looking around costs no call. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { edges } from './grid-room.ts'
import { cellOf, cellPane, legsPane, pricesGrid, rowsOf, settled } from './screens.ts'
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
  await closed('Keyboard shortcuts')
  await page.keyboard.press('p')
  await closed('Phone QR')
  await page.keyboard.press('t')
  await closed('Record ticket')
  await page.keyboard.press('q')
  await closed('Send to trending')
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
  // A call whose answer is on the way is not made twice.
  await settled(page, 0)
  await page.keyboard.press('Shift+R')
  await expect.poll(calls).toBe(21)
  await page.keyboard.press('Enter')
  await expect(dialog('Open this link?')).toContainText('Bravo links to a site')
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

test('a key is changed, swapped and kept; undo and redo, menus and panes work by keyboard', async ({
  launch,
  service,
}) => {
  const odds = await service(...scriptOf(books))
  const desk = await launch(startOn(odds))
  const { page } = desk
  await pasteOdds(page, Object.fromEntries(legs.map(leg => [leg, Object.keys(books)])))
  await addLegs(page, 'One Over 9.5', 'Two Over 9.5')
  await settled(page, 0)
  await addLegs(page, 'Two Over 9.5', 'Three Over 9.5')
  await settled(page, 1)

  // Undo and redo.
  await cellOf(page, 0, 'Alpha Bet').click()
  await page.keyboard.press('Delete')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('Control+Shift+Z')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(rowsOf(page)).toHaveCount(2)

  // The menu of a cell, by keyboard, names the keys.
  await cellOf(page, 0, 'Bravo').click()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Price' })
  await expect(menu.getByRole('menuitem', { name: 'Record ticket' })).toContainText('T')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(cellOf(page, 0, 'Bravo')).toBeFocused()
  await cellOf(page, 1, 'Bravo').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Copy as image' }).click()
  await expect(page.getByText('Image copied.')).toBeVisible()

  // Panes, and back to the grid.
  const panes = new Set<string>()
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('F6')
    panes.add(
      await page.evaluate(
        () => document.activeElement?.closest('[data-pane]')?.className.split(' ')[0] ?? 'none',
      ),
    )
  }
  expect(panes.size).toBeGreaterThan(2)
  expect(panes).not.toContain('none')

  // Another key for "Record ticket": its old one does nothing, the new one works, also after a restart of the page.
  await page.keyboard.press('Control+,')
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('record ticket')
  await page.getByRole('button', { name: 'Change the key of Record ticket: T' }).click()
  await page.keyboard.press('o')
  await expect(page.getByRole('alert')).toContainText('Recheck and open')
  await page.getByRole('button', { name: 'Swap keys' }).click()
  await expect(page.getByRole('button', { name: 'Change the key of Record ticket: O' })).toBeVisible()

  // A wide key moves no button of the price details out of the window.
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('phone qr')
  await page.getByRole('button', { name: 'Change the key of Phone QR: P' }).click()
  await page.keyboard.press('Control+Shift+w')
  await page.reload()
  await cellOf(page, 0, 'Alpha Bet').click()
  const detailsPane = await edges(cellPane(page))
  for (const name of ['Recheck and open', 'Send to trending', 'Phone QR']) {
    const { left, right } = await edges(cellPane(page).getByRole('button', { name, exact: true }))
    expect(left).toBeGreaterThan(detailsPane.left)
    expect(right).toBeLessThan(detailsPane.right)
  }
  await page.keyboard.press('o')
  await expect(page.getByRole('dialog', { name: 'Record ticket' })).toBeVisible()
})

test('keys pressed while the window starts reach the dialog, view or field that they are meant for', async ({
  desk,
}) => {
  const { page } = desk
  const pressAtStart = async (key: string, text: string) => {
    await page.reload()
    await page.keyboard.press(key)
    await page.keyboard.type(text)
  }
  const dialog = (name: string) => page.getByRole('dialog', { name })

  await pressAtStart('Control+k', 'dark theme')
  await expect(dialog('Commands').getByRole('combobox')).toHaveValue('dark theme')
  await pressAtStart('/', 'points')
  await expect(legsPane(page).getByRole('searchbox', { name: 'Search legs' })).toHaveValue('points')
  await pressAtStart('Control+s', 'Sunday')
  await expect(dialog('Layouts').getByRole('textbox').first()).toHaveValue('Sunday')
  await pressAtStart('F1', 'suspect')
  await expect(dialog('Help').getByRole('searchbox')).toHaveValue('suspect')
  await pressAtStart('Control+,', '/theme')
  await expect(page.getByRole('searchbox', { name: 'Search settings' })).toHaveValue('theme')
  await pressAtStart('Control+2', 'nFlint over')
  await expect(dialog('New ticket').getByRole('textbox').first()).toHaveValue('Flint over')
})
