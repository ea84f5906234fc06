/**
 * A new user's first ten minutes, by keyboard alone and by mouse alone: from an empty folder to a priced parlay, an opened
 * bet slip, a recorded ticket, an alert, a theme and an own service, and all of it there after a restart. The two share
 * what they look for, and no step.
 */
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { expectOtherDeviceUnused, Keyboard, Mouse, watchOtherDevice } from './user-input.ts'
import {
  cellOf,
  cellPane,
  hasAllOdds,
  legList,
  legsPane,
  pricesGrid,
  rowsOf,
  settled,
  ticketRows,
} from './screens.ts'
import type { Service } from './service.ts'

test.use({ demoOdds: 'all lines' })
const size = { width: 1280, height: 800 }
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const legSearch = (page: Page) => legsPane(page).getByRole('searchbox', { name: 'Search legs' })
const openedStrip = (page: Page) => page.getByRole('region', { name: 'Opened bet slip' })
const tickets = (page: Page) => page.getByRole('region', { name: 'Tickets' })
const bestCell = (page: Page, row = 0) =>
  rowsOf(page)
    .nth(row)
    .getByRole('gridcell', { name: /(best|only fresh|highest fresh) price/ })
    .first()
const dropped = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Open/ })
const isDark = (page: Page) => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)

/** Places in the list of legs found, of one game and each of another market: what a user sees there and picks. */
async function seeLegs(page: Page, count: number): Promise<number[]> {
  const legs = await legList(page)
    .getByRole('option')
    .evaluateAll(options =>
      options.map(option => ({
        game: option.closest('[role=group]')?.getAttribute('aria-label') ?? '',
        market: option.querySelectorAll('bdi')[1]?.textContent ?? '',
      })),
    )
  for (const game of new Set(legs.map(leg => leg.game))) {
    const places = new Map<string, number>()
    for (const [at, leg] of legs.entries())
      if (leg.game === game && !places.has(leg.market)) places.set(leg.market, at)
    if (places.size >= count) return [...places.values()].slice(0, count)
  }
  throw new Error(`no game has ${count} legs of different markets`)
}

/** Reads why the selected price is the one to take. */
async function expectReasons(page: Page): Promise<void> {
  for (const fact of ['Consensus', 'EV vs. consensus', 'Next best', 'Legs parlayed straight'])
    await expect(cellPane(page)).toContainText(fact)
}

/** Waits for the bet slip in the user's browser, or for the question of a price that dropped meanwhile. */
async function isOpening(page: Page, opened: () => Promise<string[]>): Promise<boolean> {
  const isThere = async () => (await opened()).length > 0 || (await dropped(page).isVisible())
  await expect.poll(isThere, { timeout: 20_000 }).toBe(true)
  return (await opened()).length > 0
}

/** The ticket and the theme are there again, and the own profile is in use with its key. */
async function expectAllKept(page: Page): Promise<void> {
  await expect(page.getByText('Ledger OK · 1 ticket')).toBeVisible({ timeout: 20_000 })
  expect(await isDark(page)).toBe(true)
  await expect(page.getByText('Key saved')).toBeVisible()
}

/** The profile's addresses in the order of the form. */
const addresses = ({ profile }: Service) => [profile.pricing, profile.queue, profile.grader, profile.feed]

test('the first ten minutes by keyboard alone', async ({ launch, service }, info) => {
  const odds = await service('--latency', '0')
  const desk = await launch(size)
  const { page } = desk
  const keys = new Keyboard(page)
  await watchOtherDevice(page, 'keyboard')

  // A parlay, found and added before a hand leaves the keys.
  await keys.press('/')
  await keys.type('points')
  await hasAllOdds(page)
  await expect(legSearch(page)).toHaveValue('points')
  let cursor = 0
  for (const at of await seeLegs(page, 3)) {
    await keys.press('ArrowDown', at - cursor)
    await keys.press('Enter')
    cursor = at
  }
  await expect(legsPane(page)).toContainText('3 legs · ')
  await keys.press('Control+Enter')
  await settled(page, 0)
  await expect(bestCell(page)).toBeFocused()
  await expectReasons(page)

  // A second one; order and filter.
  await keys.press('/')
  await keys.press('Control+a')
  await keys.type('moneyline')
  await expect(legList(page).getByRole('option').first()).toContainText('Moneyline')
  cursor = 0
  for (const at of await seeLegs(page, 2)) {
    await keys.press('ArrowDown', at - cursor)
    await keys.press('Enter')
    cursor = at
  }
  await keys.press('Control+Enter')
  await settled(page, 1)
  await keys.command('biggest price gap')
  await keys.press('f')
  await keys.type('zzz')
  await expect(page.getByText('No parlays match.')).toBeVisible()
  await keys.press('Escape')
  await expect(rowsOf(page)).toHaveCount(2)
  await keys.command('date added')
  await keys.press('Escape')
  await expect(pricesGrid(page).locator(':focus')).toHaveCount(1)

  // Recheck, open, and say what the bet slip showed. The first book sends a link with every price.
  await keys.press('Control+Home')
  await expect(cellOf(page, 0, 'Alpha Bet')).toBeFocused()
  await keys.press('o')
  if (!(await isOpening(page, desk.opened))) {
    await keys.tabTo(dropped(page))
    await keys.press('Enter')
  }
  await expect.poll(desk.opened).toHaveLength(1)
  await expect(openedStrip(page)).toBeVisible()
  await keys.press('1')
  await expect(openedStrip(page)).toContainText('Price matched.')

  // The ticket, at the price that was opened.
  const [price = ''] = /[+−]\d+/.exec((await openedStrip(page).getByRole('status').textContent()) ?? '') ?? []
  await keys.press('t')
  const ticket = dialog(page, 'Record ticket')
  await expect(ticket.getByRole('textbox', { name: 'Stake' })).toBeFocused()
  await keys.type('25')
  await keys.press('Enter')
  await expect(ticket).toBeHidden()
  await expect(tickets(page)).toContainText('1 open')
  await keys.press('Control+2')
  await expect(ticketRows(page)).toContainText('$25.00')
  await expect(ticketRows(page)).toContainText(price)
  await keys.press('s')
  await expect(page.getByText(/Checked 3 legs\.|Nothing to check/).first()).toBeVisible()

  // Back on the price that was left; an alert at it, the theme, the list of keys.
  await keys.press('Control+1')
  await expect(cellOf(page, 0, 'Alpha Bet')).toBeFocused()
  await keys.command('alert at this')
  await keys.tabTo(dialog(page, 'Alerts').getByRole('textbox', { name: /^Price/ }))
  await keys.press('Enter')
  await expect(dialog(page, 'Alerts').getByRole('list', { name: 'Alerts' })).toContainText('reaches')
  await keys.press('Escape')
  await keys.command('dark theme')
  await expect.poll(() => isDark(page)).toBe(true)
  await keys.press('?')
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible()
  await keys.press('Escape')

  // An own service: profile, switch and key follow one another.
  await keys.press('Control+,')
  await keys.tabTo(page.getByRole('button', { name: 'New profile' }))
  await keys.press('Enter')
  await keys.type('My service')
  for (const address of addresses(odds)) {
    await keys.press('Tab')
    await keys.type(address)
  }
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: 'Switch to My service' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeFocused()
  await keys.type(odds.key)
  await keys.press('Enter')
  await expect(
    page.getByText(/^Tested \d+:\d\d [AP]M: works\. Call limit is learned as you go\.$/),
  ).toBeVisible()
  await keys.command('refresh odds feed')
  await keys.press('Control+1')
  await expect(legList(page).getByRole('option').first()).toBeVisible({ timeout: 20_000 })
  await expectOtherDeviceUnused(page)
  await desk.close()

  const again = await launch({ ...size, env: { PARLAY_DESK_KEY: odds.key } })
  const next = new Keyboard(again.page)
  await watchOtherDevice(again.page, 'keyboard')
  await expectAllKept(again.page)
  await next.press('Control+,')
  await next.tabTo(again.page.getByRole('searchbox', { name: 'Search settings' }))
  await next.type('switch')
  await next.press('Enter')
  await next.tabTo(again.page.getByRole('button', { name: 'Switch to Demo' }), 5)
  await next.press('Enter')
  await next.press('Control+2')
  await expect(ticketRows(again.page)).toContainText('$25.00')
  await next.press('Control+1')
  await expect(rowsOf(again.page)).toHaveCount(2)
  await next.command('alerts')
  await expect(dialog(again.page, 'Alerts').getByRole('list', { name: 'Alerts' })).toContainText('reaches')
  await expectOtherDeviceUnused(again.page)
  const inputs = keys.inputs + next.inputs
  info.annotations.push({ type: 'keyboard inputs', description: `${inputs}` })
  expect(inputs).toBeLessThan(140)
})

test('the first ten minutes by mouse alone', async ({ launch, service }, info) => {
  const odds = await service('--latency', '0')
  const desk = await launch(size)
  const { page } = desk
  const mouse = new Mouse(page)
  await watchOtherDevice(page, 'mouse')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const tab = (name: string) => page.getByRole('tab', { name })
  const legs = legList(page).getByRole('option')

  // A parlay, found and added.
  await mouse.type(legSearch(page), 'points')
  await hasAllOdds(page)
  for (const at of await seeLegs(page, 3)) await mouse.click(legs.nth(at))
  await expect(legsPane(page)).toContainText('3 legs · ')
  await mouse.click(legsPane(page).getByRole('button', { name: 'Add to desk' }))
  await settled(page, 0)
  await mouse.click(bestCell(page))
  await expectReasons(page)
  await mouse.click(cellPane(page).getByRole('button', { name: 'How these are calculated' }))
  await mouse.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
  await mouse.wheel(cellPane(page), 400)

  // A second one; order and filter.
  await mouse.type(legSearch(page), 'moneyline')
  await expect(legs.first()).toContainText('Moneyline')
  for (const at of await seeLegs(page, 2)) await mouse.click(legs.nth(at))
  await mouse.click(legsPane(page).getByRole('button', { name: 'Add to desk' }))
  await settled(page, 1)
  for (const order of ['Biggest price gap', 'Date added']) {
    await mouse.click(page.getByRole('button', { name: 'More', exact: true }))
    await mouse.click(page.getByRole('menu').getByText(order, { exact: true }))
  }
  await mouse.type(page.getByLabel('Filter parlays'), 'zzz')
  await expect(page.getByText('No parlays match.')).toBeVisible()
  await mouse.click(button('Clear filter').last())
  await expect(rowsOf(page)).toHaveCount(2)

  // Recheck, open, and say what the bet slip showed.
  await mouse.click(cellOf(page, 0, 'Alpha Bet'))
  await mouse.click(cellPane(page).getByRole('button', { name: 'Recheck and open' }))
  if (!(await isOpening(page, desk.opened))) await mouse.click(dropped(page))
  await expect.poll(desk.opened).toHaveLength(1)
  await mouse.click(openedStrip(page).getByRole('button', { name: 'Same price' }))
  await expect(openedStrip(page)).toContainText('Price matched.')

  // The ticket, by a stake that is offered.
  await mouse.click(openedStrip(page).getByRole('button', { name: 'Record ticket' }))
  const ticket = dialog(page, 'Record ticket')
  await mouse.click(ticket.getByRole('button', { name: '$25' }))
  await mouse.click(ticket.getByRole('button', { name: 'Record ticket' }))
  await expect(ticket).toBeHidden()
  await expect(tickets(page)).toContainText('1 open')
  await mouse.click(tickets(page).getByRole('button', { name: 'Open ledger' }))
  await expect(ticketRows(page)).toContainText('$25.00')
  await mouse.click(button('Settle pending').first())
  await expect(page.getByText(/Checked 3 legs\.|Nothing to check/).first()).toBeVisible()

  // An alert at the price, a command of the palette, the theme.
  await mouse.click(tab('Desk'))
  await mouse.click(cellPane(page).getByRole('button', { name: 'Alert…' }))
  await mouse.click(dialog(page, 'Alerts').getByRole('button', { name: 'Add alert' }))
  await expect(dialog(page, 'Alerts').getByRole('list', { name: 'Alerts' })).toContainText('reaches')
  await mouse.click(dialog(page, 'Alerts').getByRole('button', { name: 'Close' }))
  await mouse.click(button(/^Search legs, parlays/))
  await mouse.type(dialog(page, 'Commands').getByRole('combobox'), 'dark theme')
  await mouse.click(dialog(page, 'Commands').getByRole('option', { name: 'Dark theme' }))
  await expect.poll(() => isDark(page)).toBe(true)

  // An own service.
  await mouse.click(tab('Settings'))
  await mouse.click(button('New profile'))
  const form = page.getByRole('form', { name: 'New profile' })
  for (const [at, text] of ['My service', ...addresses(odds)].entries())
    await mouse.type(form.getByRole('textbox').nth(at), text)
  await mouse.click(form.getByRole('button', { name: 'Save profile' }))
  await mouse.click(button('Switch to My service'))
  await mouse.type(page.getByRole('textbox', { name: 'API key' }), odds.key)
  await mouse.click(button('Save key'))
  await expect(
    page.getByText(/^Tested \d+:\d\d [AP]M: works\. Call limit is learned as you go\.$/),
  ).toBeVisible()
  await mouse.click(tab('Desk'))
  await mouse.click(legsPane(page).getByRole('button', { name: /^Refresh odds/ }))
  await expect(legs.first()).toBeVisible({ timeout: 20_000 })
  await expectOtherDeviceUnused(page)
  await desk.close()

  const again = await launch({ ...size, env: { PARLAY_DESK_KEY: odds.key } })
  const next = new Mouse(again.page)
  await watchOtherDevice(again.page, 'mouse')
  await expectAllKept(again.page)
  await next.click(again.page.getByRole('tab', { name: 'Settings' }))
  await next.click(again.page.getByRole('button', { name: 'Switch to Demo' }))
  await next.click(again.page.getByRole('tab', { name: 'Ledger' }))
  await expect(ticketRows(again.page)).toContainText('$25.00')
  await next.click(again.page.getByRole('tab', { name: 'Desk' }))
  await expect(rowsOf(again.page)).toHaveCount(2)
  await next.click(again.page.getByRole('button', { name: 'More', exact: true }))
  await next.click(again.page.getByRole('menu').getByText('Alerts', { exact: true }))
  await expect(dialog(again.page, 'Alerts').getByRole('list', { name: 'Alerts' })).toContainText('reaches')
  await expectOtherDeviceUnused(again.page)
  const inputs = mouse.inputs + next.inputs
  info.annotations.push({ type: 'mouse inputs', description: `${inputs}` })
  expect(inputs).toBeLessThan(75)
})
