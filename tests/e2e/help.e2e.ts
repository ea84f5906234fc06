/** Help in the program: the pages of docs/guide.md, by keys, from the palette, and read by assistive tools; and the tour. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, shareDesk, test } from './fixture.ts'
import {
  cellPane,
  hasAllOdds,
  legList,
  legsPane,
  pricesGrid,
  recordTicket,
  settled,
  ticketRows,
} from './screens.ts'

// The tour takes two legs one after the other, which football offers of one market.
test.use({ demoOdds: 'main lines' })

const help = (page: Page) => page.getByRole('dialog', { name: 'Help' })
const pageTitle = (page: Page) => help(page).getByRole('heading', { level: 3 })
const search = (page: Page) => help(page).getByRole('searchbox', { name: 'Search help' })

/** Pages that have all there is: lists, tables, keys and pictures. */
const checked = ['Your first price', 'Reading a price']
async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('dialog').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
}

test.describe('the guide', () => {
  const desk = shareDesk({}, ({ page }) => hasAllOdds(page))

  test('F1 opens the guide from a field; a search leads to a section, and Esc back to the field', async () => {
    const { page } = desk()
    const field = legsPane(page).getByRole('searchbox', { name: 'Search legs' })
    await field.focus()
    await page.keyboard.press('F1')
    await expect(search(page)).toBeFocused()
    await expect(pageTitle(page)).toHaveText('Your first price')

    await page.keyboard.type('suspect')
    await page.keyboard.press('Enter')
    const heading = help(page).getByRole('heading', { name: 'Suspect prices' })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(pageTitle(page)).toHaveText('Your first price')

    await search(page).focus()
    await page.keyboard.press('Escape')
    await expect(search(page)).toHaveValue('')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(pageTitle(page)).toHaveText('Your own odds service')
    await page.keyboard.press('Escape')
    await expect(help(page)).toBeHidden()
    await expect(field).toBeFocused()
  })

  test('the palette finds sections of the guide, and the header opens it', async () => {
    const { page } = desk()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('suspect prices')
    await page.getByRole('option', { name: 'Suspect prices' }).click()
    await expect(pageTitle(page)).toHaveText('Reading a price')
    await help(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(pageTitle(page)).toHaveText('Your first price')
    await page.keyboard.press('Escape')
    await expect(help(page)).toBeHidden()
  })

  test('pages show their pictures, have no axe finding, and fit a small window at 200% zoom', async () => {
    const { page } = desk()
    await page.keyboard.press('F1')
    for (const title of await help(page).getByRole('navigation').getByRole('listitem').allTextContents()) {
      await help(page).getByRole('navigation').getByRole('button', { name: title }).click()
      await expect(pageTitle(page)).toHaveText(title)
      for (const picture of await help(page).getByRole('img').all())
        await expect
          .poll(() => picture.evaluate(img => img instanceof HTMLImageElement && img.naturalWidth))
          .toBeGreaterThan(0)
      if (checked.includes(title)) await expectNoFindings(page)
    }
    await page.setViewportSize({ width: 512, height: 350 })
    const body = help(page).locator('.body')
    expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expect(pageTitle(page)).toBeInViewport()
  })
})

const tour = (page: Page) => page.getByRole('region', { name: 'Tour' })
const step = (page: Page, title: string) => tour(page).getByText(title)
const offer = (page: Page) => page.getByRole('button', { name: 'Take the tour (2 min)' })

/** The ring is around this, and the card beside it. */
async function expectPointsAt(page: Page, place: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [ring, card, target] = await Promise.all(
        [page.locator('.ring'), tour(page), place].map(each => each.boundingBox()),
      )
      if (!ring || !card || !target) return 'not on screen'
      const isOver =
        card.x < target.x + target.width &&
        target.x < card.x + card.width &&
        card.y < target.y + target.height &&
        target.y < card.y + card.height
      const isAround = Math.abs(ring.x + 4 - target.x) < 2 && Math.abs(ring.width - 8 - target.width) < 2
      if (ring.y + ring.height > (await page.evaluate(() => innerHeight))) return 'past the window'
      return isOver ? 'covered by the card' : isAround ? 'in the ring' : 'outside the ring'
    })
    .toBe('in the ring')
}

/** The card covers nothing of the pane that its step speaks about. */
async function expectClearOf(page: Page, pane: Locator): Promise<void> {
  const [card, box] = [await tour(page).boundingBox(), await pane.boundingBox()]
  expect((card?.x ?? Infinity) + (card?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0)
}

test('the tour is taken by keyboard to its end: each step is done on the real screen', async ({ desk }) => {
  const { page } = desk
  await page.setViewportSize({ width: 1280, height: 800 })
  await hasAllOdds(page)
  await page.keyboard.press('F6')
  await page.keyboard.press('F6')
  await expect(offer(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(step(page, 'Find a leg')).toBeVisible()
  const search = legsPane(page).getByRole('searchbox', { name: 'Search legs' })
  await expectPointsAt(page, search)

  await expect(search).toBeFocused()
  const [, words = ''] = /“(.+)”/.exec(await tour(page).innerText()) ?? []
  await page.keyboard.type(words)
  await expect(step(page, 'Pick two legs')).toBeVisible()
  await expect(search).toBeFocused()
  await expectPointsAt(page, legList(page))
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key)

  await expect(step(page, 'Add the parlay')).toBeVisible()
  await expectPointsAt(page, legsPane(page).getByRole('button', { name: 'Add to desk' }))
  await page.keyboard.press('Control+Enter')
  await expect(step(page, 'Read the best price')).toBeVisible()
  await settled(page, 0)
  const best = pricesGrid(page).getByRole('gridcell', { name: /best price/, selected: true })
  await expectPointsAt(page, best)
  await expect(best).toBeFocused()

  await page.keyboard.press('Shift+F8')
  await expect(step(page, 'Add the parlay')).toBeVisible()
  await page.keyboard.press('F8')
  await expect(step(page, 'Read the best price')).toBeVisible()
  await page.keyboard.press('F8')
  await expect(step(page, 'See the details')).toBeVisible()
  await expectPointsAt(page, cellPane(page))
  await page.keyboard.press('F8')
  await expectPointsAt(page, cellPane(page).getByRole('button', { name: 'Recheck and open' }))
  await expectClearOf(page, cellPane(page))
  await page.keyboard.press('F8')
  await expect(step(page, 'Record your bet')).toBeVisible()
  await expectPointsAt(page, cellPane(page).getByRole('button', { name: 'Record ticket' }))
  await expectClearOf(page, cellPane(page))
  await page.keyboard.press('t')
  await recordTicket(page, '20')

  await expect(step(page, 'See it in the ledger')).toBeVisible()
  await expectPointsAt(page, page.getByRole('tab', { name: 'Ledger' }))
  await page.keyboard.press('Control+2')
  await expectPointsAt(page, ticketRows(page).first())
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('[popover]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.keyboard.press('F8')
  await expect(tour(page)).toBeHidden()
})

test.describe('the tour', () => {
  const desk = shareDesk({}, ({ page }) => hasAllOdds(page))

  test('blocks nothing, waits on another view, and is left from its card, with the focus back', async () => {
    const { page } = desk()
    await page.keyboard.press('F1')
    await help(page).getByRole('button', { name: 'Take the tour (2 min)' }).click()
    await expect(help(page)).toBeHidden()
    await expect(step(page, 'Find a leg')).toBeVisible()
    await expect(legsPane(page).getByRole('searchbox', { name: 'Search legs' })).toBeFocused()

    await page.getByRole('tab', { name: 'Settings' }).click()
    await expect(tour(page).getByText('Go to Desk to go on.')).toBeVisible()
    await page.keyboard.press('Control+1')
    const search = legsPane(page).getByRole('searchbox', { name: 'Search legs' })
    await expectPointsAt(page, search)
    await expect(search).toBeFocused()
    await page.keyboard.press('Shift+F6')
    await expect(tour(page).getByRole('button', { name: 'Next' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(tour(page)).toBeHidden()
    await expect(search).toBeFocused()
  })

  test('is left with one key, which empties the search first', async () => {
    const { page } = desk()
    const field = legsPane(page).getByRole('searchbox', { name: 'Search legs' })
    for (const [typed, presses] of [
      ['', 1],
      ['points', 2],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('take the tour')
      await page.keyboard.press('Enter')
      await expect(step(page, 'Find a leg')).toBeVisible()
      await field.fill(typed)
      for (let press = 0; press < presses; press += 1) {
        await expect(tour(page)).toBeVisible()
        await page.keyboard.press('Escape')
      }
      await expect(tour(page)).toBeHidden()
      await expect(field).toBeFocused()
    }
  })
})

test('the offer of the tour is skipped with one key, and not made again', async ({ launch }) => {
  const first = await launch()
  await expect(offer(first.page)).toBeVisible()
  await first.page.keyboard.press('Escape')
  await expect(offer(first.page)).toBeHidden()
  await first.close()

  const { page } = await launch()
  await hasAllOdds(page)
  await expect(page.getByText('No parlays on the desk yet')).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('take the tour')
  await page.keyboard.press('Enter')
  await expect(step(page, 'Find a leg')).toBeVisible()
})
