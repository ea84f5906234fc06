/** The demo, full of a month's work, and as a new user finds it. */
import type { Locator, Page } from '@playwright/test'
import { fillLedger } from './earlier-bets.ts'
import {
  hasAllOdds,
  legList,
  legsPane,
  pricesGrid,
  recordTicket,
  rowsOf,
  settled,
  ticketRows,
} from '../screens.ts'
import { accountScreens, noAccounts } from './account-screens.ts'
import { deskScreens, selectPrice } from './desk-screens.ts'
import { ledgerScreens } from './ledger-screens.ts'
import { expect, openDialog, type Screen, showView, type Started, type World } from './screen.ts'
import { noScan, scannerScreens } from './scanner-screens.ts'
import { settingsScreens } from './settings-screens.ts'
import { tourScreens } from './tour-screens.ts'
import { launch } from './worlds.ts'

/** Each parlay as the words it is searched by, and its number of legs. */
const parlays: readonly (readonly [words: string, legs: number])[] = [
  ['player points over', 3],
  ['rebounds over', 2],
  ['assists over', 3],
  ['touchdown', 2],
  ['yards over', 3],
  ['hits over', 2],
  ['strikeouts', 2],
  ['shots over', 3],
  ['moneyline', 2],
]

/** A leg on a whole number can push, so it has no hedge. The demo has some on some days. */
const isOnWhole = (name = ''): boolean => / (?:over|under) \d+$/i.test(name)

/** The places of legs that every book combines: each of another player, or of another market of the game; on halves first. */
async function findPlaces(found: Locator, count: number): Promise<number[]> {
  const rows = await found.evaluateAll(options =>
    options.map(option => [...option.querySelectorAll('bdi')].map(({ textContent }) => textContent)),
  )
  const taken = new Set<string>()
  const places: number[] = []
  const halvesFirst = [...rows.entries()].toSorted(
    ([, [one]], [, [other]]) => Number(isOnWhole(one)) - Number(isOnWhole(other)),
  )
  for (const [place, [name = '', market = '']] of halvesFirst) {
    const [player = ''] = name.split(/ (?:over|under) /i)
    const subject = player === name ? market : player
    if (places.length === count || taken.has(subject)) continue
    taken.add(subject)
    places.push(place)
  }
  expect(places, 'enough legs in the first game').toHaveLength(count)
  return places
}

async function addFound(page: Page, words: string, count: number): Promise<void> {
  await legsPane(page).getByRole('searchbox', { name: 'Search legs' }).fill(words)
  const found = legList(page).getByRole('group').first().getByRole('option')
  const add = legsPane(page).getByRole('button', { name: 'Add to desk' })
  const clear = legsPane(page).getByRole('button', { name: 'Clear', exact: true })
  // The legs of the words before may still be there when the first is clicked.
  await expect(async () => {
    if (await clear.isVisible()) await clear.click()
    for (const place of await findPlaces(found, count)) await found.nth(place).click({ timeout: 5_000 })
    // Legs that can't be combined disable it, a moment after they were chosen.
    await add.click({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

async function addAlert(page: Page): Promise<void> {
  const dialog = await openDialog(page, 'Alerts')
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await dialog.getByRole('textbox', { name: 'Price (American)' }).fill('-2000')
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await page.keyboard.press('Escape')
}

/** Adds parlays and waits for their prices. */
async function addParlays(page: Page, added: typeof parlays): Promise<void> {
  for (const [words, legs] of added) await addFound(page, words, legs)
  for (const row of added.keys()) await settled(page, row)
}

/** Nine parlays, an alert that fired, tickets of the first three, and two parlays in the trending queue. */
async function fillDesk(page: Page): Promise<void> {
  await hasAllOdds(page)
  await addAlert(page)
  await addParlays(page, parlays)
  await page.keyboard.press('Shift+R')
  for (const row of parlays.keys()) await settled(page, row)
  for (const [row, stake] of ['40', '25', '30'].entries()) {
    await selectPrice(page, row)
    await page.keyboard.press('t')
    await recordTicket(page, stake)
  }
  for (const row of [1, 0]) {
    await selectPrice(page, row)
    await page.keyboard.press('q')
    const dialog = page.getByRole('dialog', { name: /^Send to trending/ })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await legsPane(page).getByRole('searchbox', { name: 'Search legs' }).fill('')
  await expect(rowsOf(page)).toHaveCount(parlays.length)
}

/** The demo with a ledger. Its prices are fresh for all of the pictures. */
function launchWithLedger(folder: string, settings: object = {}): Promise<Started> {
  fillLedger(folder, Date.now())
  return launch(folder, {}, undefined, { staleAfterMs: 3_600_000, ...settings })
}

async function launchFull(folder: string, settings?: object): Promise<Started> {
  const started = await launchWithLedger(folder, settings)
  await fillDesk(started.page)
  return started
}

export const fullDesk: World = {
  name: 'demo, full desk',
  start: launchFull,
  screens: [...deskScreens, ...tourScreens],
}

/** Apart from the desk's screens, so that no world is much longer than others that run beside it. */
export const fullViews: World = {
  name: 'demo, full views',
  start: launchFull,
  screens: [...ledgerScreens, ...accountScreens, ...scannerScreens, ...settingsScreens],
}

/** The second window that a key of the main one opens. */
async function openWindow(main: Page, key: string): Promise<Page> {
  const coming = main.context().waitForEvent('page')
  await main.keyboard.press(key)
  return coming
}

export const ledgerWindow: World = {
  name: 'ledger in a window',
  start: async folder => {
    const started = await launchWithLedger(folder)
    await hasAllOdds(started.page)
    return { ...started, page: await openWindow(started.page, 'Control+Shift+L') }
  },
  screens: [
    {
      name: 'window-ledger',
      state: 'full',
      open: ({ page }) => expect(ticketRows(page).first()).toBeVisible(),
    },
  ],
}

export const groupWindow: World = {
  name: 'group in a window',
  start: async folder => {
    const started = await launchWithLedger(folder)
    const main = started.page
    await hasAllOdds(main)
    await addParlays(main, parlays.slice(0, 5))
    const marks = pricesGrid(main).locator('.group-mark')
    for (const [at, row] of [3, 1, 0].entries()) {
      await settled(main, row)
      await selectPrice(main, row)
      await main.keyboard.press('Alt+1')
      await expect(marks).toHaveCount(at + 1)
    }
    return { ...started, page: await openWindow(main, 'w') }
  },
  screens: [
    {
      name: 'window-group',
      state: 'full',
      open: async ({ page }) => {
        await expect(rowsOf(page)).toHaveCount(3)
        await selectPrice(page)
      },
    },
  ],
}

const firstScreens: readonly Screen[] = [
  {
    name: 'desk-empty',
    state: 'empty',
    open: async ({ page }) => {
      await hasAllOdds(page)
      await expect(page.getByRole('heading', { name: 'No parlays on the desk yet' })).toBeVisible()
    },
  },
  {
    name: 'legs-nothing-found',
    state: 'empty',
    open: async ({ page }) => {
      await legsPane(page).getByRole('searchbox', { name: 'Search legs' }).fill('zebra')
      await expect(page.getByText('No legs match “zebra”')).toBeVisible()
    },
    leave: ({ page }) => legsPane(page).getByRole('searchbox', { name: 'Search legs' }).fill(''),
  },
  {
    name: 'alerts-empty',
    state: 'empty',
    open: ({ page }) => openDialog(page, 'Alerts'),
  },
  {
    name: 'layouts-empty',
    state: 'empty',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Layouts')
      await expect(dialog.getByText('No layouts yet.')).toBeVisible()
    },
  },
  {
    name: 'trending-list-empty',
    state: 'empty',
    open: ({ page }) => openDialog(page, 'Trending list', /^Trending/),
  },
  {
    name: 'ledger-empty',
    state: 'empty',
    open: async ({ page }) => {
      await showView(page, 'Ledger')
      await expect(page.getByText('No tickets yet')).toBeVisible({ timeout: 30_000 })
      await expect(ticketRows(page)).toHaveCount(0)
    },
  },
  noAccounts,
  noScan,
]

export const newDemo: World = { name: 'demo, new', start: folder => launch(folder), screens: firstScreens }
