/** Menus over things on screen, by mouse and by keyboard; the way round the panes; and what is copied. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import {
  cellOf,
  cellPane,
  legList,
  legsPane,
  pricesGrid,
  recordTicket,
  rowsOf,
  settled,
  ticketRows,
} from './screens.ts'
import { addLegs, pasteOdds, says, scriptOf, startOn } from './scripted-desk.ts'

const books = { 'Alpha Bet': says({ price: '-110' }), Bravo: says({ price: '+310' }) }
const legs = ['One Over 9.5', 'Two Over 9.5', 'Three <b>&</b> Over 9.5']

const menu = (page: Page, name: string) => page.getByRole('menu', { name, exact: true })
const item = (page: Page, name: string, title: string) =>
  menu(page, name).getByRole('menuitem', { name: title })
/** Titles of a menu's commands, each with its key. */
const listItems = (page: Page, name: string) =>
  menu(page, name)
    .getByRole('menuitem')
    .allInnerTexts()
    .then(items => items.map(each => each.replaceAll(/\s+/g, ' ').trim()))

/** Opens a menu by the right button, and closes it by Esc. */
async function point(page: Page, name: string, target: Locator): Promise<string[]> {
  await target.click({ button: 'right' })
  await expect(menu(page, name)).toBeVisible()
  const items = await listItems(page, name)
  await page.keyboard.press('Escape')
  await expect(menu(page, name)).toBeHidden()
  return items
}

/** Opens a menu over what has the focus by each of both keys; Esc gives the focus back. */
async function press(page: Page, name: string, focused: Locator): Promise<string[]> {
  let items: string[] = []
  for (const key of ['ContextMenu', 'Shift+F10']) {
    await page.keyboard.press(key)
    await expect(menu(page, name).getByRole('menuitem').first()).toBeFocused()
    items = await listItems(page, name)
    await page.keyboard.press('Escape')
    await expect(menu(page, name)).toBeHidden()
    await expect(focused).toBeFocused()
  }
  return items
}

test('menus of rows, prices, columns, legs and tickets open by mouse and keyboard, say their keys and run', async ({
  launch,
  service,
}) => {
  const { page } = await launch(startOn(await service(...scriptOf(books))))
  await pasteOdds(page, Object.fromEntries(legs.map(leg => [leg, Object.keys(books)])))
  await addLegs(page, 'One Over 9.5', 'Two Over 9.5')
  await settled(page, 0)
  await addLegs(page, 'Two Over 9.5', 'Three')
  await settled(page, 1)

  // Row.
  const ofRow = await point(page, 'Parlay', rowsOf(page).nth(1).getByRole('rowheader'))
  expect(ofRow).toEqual(expect.arrayContaining(['Reprice row R', 'Copy prices Ctrl C', 'Select row Space']))
  // Price, which the row's commands are below for the keyboard.
  await cellOf(page, 0, 'Bravo').click()
  const ofPrice = await press(page, 'Price', cellOf(page, 0, 'Bravo'))
  expect(ofPrice).toEqual(expect.arrayContaining(['Record ticket T', 'Reprice row R']))
  // All of it in a window 700 high.
  await cellOf(page, 0, 'Bravo').click({ button: 'right' })
  const { height } = (await menu(page, 'Price').boundingBox()) ?? { height: Infinity }
  expect(height).toBeLessThan(600)
  await page.keyboard.press('Escape')
  expect(await point(page, 'Price', cellOf(page, 1, 'Bravo'))).toEqual(ofPrice)

  // Column: moved by its menu.
  const head = (book: string) => pricesGrid(page).getByRole('columnheader', { name: book })
  expect(await point(page, 'Column', head('Bravo'))).toContain('Hide this book X')
  await expect(cellOf(page, 1, 'Bravo')).toBeFocused()
  await head('Bravo').click({ button: 'right' })
  await item(page, 'Column', 'Move column left').click()
  await expect(pricesGrid(page).getByRole('columnheader').nth(1)).toHaveAccessibleName('Bravo')
  await page.keyboard.press('Control+z')
  await expect(pricesGrid(page).getByRole('columnheader').nth(1)).toHaveAccessibleName('Alpha Bet')

  // Leg: highlighted by keys, chosen by its menu.
  const list = legList(page)
  expect(await point(page, 'Leg', list.getByRole('option', { name: 'One' }))).toContain('Add or remove leg')
  await list.focus()
  await page.keyboard.press('ArrowDown')
  expect(await press(page, 'Leg', list)).toContain('Copy highlighted leg Ctrl C')
  await page.keyboard.press('Shift+F10')
  await page.keyboard.press('Enter')
  await expect(legsPane(page).getByRole('button', { name: /^Remove / })).toHaveCount(1)

  // Ticket.
  await cellOf(page, 0, 'Bravo').click()
  await page.keyboard.press('t')
  await recordTicket(page, '10')
  await page.keyboard.press('Control+2')
  const ticket = ticketRows(page).first()
  expect(await point(page, 'Ticket', ticket)).toContain('Copy tickets Ctrl C')
  await ticket.click()
  expect(await press(page, 'Ticket', ticket)).toContain('Open ticket O')
  await page.keyboard.press('ContextMenu')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Ticket/ })).toBeVisible()
  await page.keyboard.press('Escape')
  const all = await press(page, 'Ticket', ticket)
  for (const item of ['Set result of ticket R', 'Edit ticket E', 'Delete ticket Del'])
    expect(all).toContain(item)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Edit ticket' }).click()
  await expect(page.getByRole('form', { name: 'Edit ticket' })).toBeVisible()
})

test('F6 and Shift+F6 go round all panes of the desk, and Esc leads to the prices', async ({
  launch,
  service,
}) => {
  const { page } = await launch(startOn(await service(...scriptOf(books))))
  await pasteOdds(page, Object.fromEntries(legs.map(leg => [leg, Object.keys(books)])))
  await addLegs(page, 'One Over 9.5', 'Two Over 9.5')
  await settled(page, 0)
  await cellOf(page, 0, 'Bravo').click()
  await page.keyboard.press('t')
  await recordTicket(page, '10')
  await expect(page.locator('.strip[data-pane]')).toBeVisible()
  // A slip without legs has nothing to focus.
  await legList(page).getByRole('option', { name: 'Three' }).click()
  const pane = () =>
    page.evaluate(() => document.activeElement?.closest('[data-pane]')?.className.split(' ')[0] ?? 'none')
  const all = await page
    .locator('[data-pane]')
    .evaluateAll(panes =>
      panes.filter(each => each.checkVisibility()).map(each => each.classList.item(0) ?? ''),
    )
  for (const key of ['F6', 'Shift+F6']) {
    await cellOf(page, 0, 'Bravo').focus()
    const seen: string[] = []
    for (let step = 0; step < all.length; step++) {
      await page.keyboard.press(key)
      seen.push(await pane())
    }
    expect(seen.toSorted()).toEqual(all.toSorted())
    expect(seen.at(-1)).toBe('prices')
  }
  for (let step = 1; step < all.length; step++) {
    await page.keyboard.press('F6')
    await page.keyboard.press('Escape')
    await expect(cellOf(page, 0, 'Bravo')).toBeFocused()
    for (let back = 0; back < step; back++) await page.keyboard.press('F6')
    await page.keyboard.press('Escape')
    await expect(cellOf(page, 0, 'Bravo')).toBeFocused()
  }
})

/** Size of a PNG, and how many colors it has. */
const decode = (page: Page, png: Buffer) =>
  page.evaluate(
    async bytes => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const pixels = new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? [])
      const counts = new Map<number, number>()
      for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
      return { width, height, colors: counts.size, ground: Math.max(...counts.values()) / pixels.length }
    },
    [...png],
  )

test('rows are copied as a table, a price as text, and a parlay as a picture in each theme', async ({
  launch,
  service,
}, info) => {
  const desk = await launch(startOn(await service(...scriptOf(books))))
  const { page } = desk
  await pasteOdds(page, Object.fromEntries(legs.map(leg => [leg, Object.keys(books)])))
  await addLegs(page, 'One Over 9.5', 'Two Over 9.5')
  await settled(page, 0)
  await addLegs(page, 'Two Over 9.5', 'Three')
  await settled(page, 1)

  await cellOf(page, 0, 'Alpha Bet').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Copied 2 parlays.')).toBeVisible()
  const html = String(await desk.copied('text/html'))
  expect(html).toMatch(/<tr><th>Parlay<\/th><th>Alpha Bet<\/th><th>Bravo<\/th>/)
  expect(html).toContain('<td>-110</td><td>+310</td>')
  expect(html).not.toContain('<b>')
  expect((await desk.clipboard()).split('\n').map(line => line.split('\t').length)).toEqual([4, 4, 4])

  await page.keyboard.press('Escape')
  await cellPane(page).getByRole('button', { name: 'Record ticket' }).focus()
  await page.keyboard.press('Control+Shift+C')
  await expect.poll(() => desk.clipboard()).toMatch(/^Alpha Bet −110\n.*\(Player Points\) · g1\n/)

  await rowsOf(page).first().getByRole('gridcell').nth(1).click()
  const grounds: number[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await cellOf(page, 1, 'Bravo').click({ button: 'right' })
    await item(page, 'Price', 'Copy as image').click()
    await expect(page.getByText('Image copied.')).toBeVisible()
    const png = await desk.copied('image/png')
    if (png === null) throw new Error('no picture was copied')
    await info.attach(`parlay ${colorScheme}`, { body: png, contentType: 'image/png' })
    const picture = await decode(page, png)
    expect(picture.width).toBeGreaterThan(900)
    expect(picture.height).toBeGreaterThan(300)
    expect(picture.colors).toBeGreaterThan(50)
    expect(picture.ground).toBeLessThan(0.98)
    grounds.push(picture.ground)
    await cellOf(page, 0, 'Bravo').click()
  }
  expect(grounds).toHaveLength(2)
})
