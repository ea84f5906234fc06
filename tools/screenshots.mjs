/** Takes the pictures of the README and the guide from the demo: `npm run screenshots`. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cellPane, hasAllOdds, legList, recordTicket, rowsOf, settled } from '../tests/e2e/screens.ts'
import { launchDesk } from './chromium-host/index.mjs'
import { fillLedger } from './screenshots/earlier-bets.mjs'

const images = new URL('../docs/images/', import.meta.url)
const wide = { width: 1600, height: 900 }
const narrow = { width: 1024, height: 720 }
/** Each parlay as the words it is searched by and the places of its legs among what is found in the first game. */
const parlays = [
  ['player points over', [0, 5, 9]],
  ['rebounds over', [0, 4]],
  ['assists over', [1, 6, 8]],
  ['touchdown', [0, 3]],
  ['yards over', [0, 4, 8]],
  ['hits over', [1, 5]],
  ['strikeouts', [0, 2]],
  ['shots over', [0, 3, 6]],
  ['moneyline', [0, 2]],
]
const sampleOdds = `[
  {
    "id": "Bravo#basketball:river-town:harbor-city:2026-11-20#Player Points#Ada North Over 27.5",
    "sgp": "aGFyYm9yLWNpdHk/bGVnPTE+Lw==",
    "grade": "Z3JhZGU6aGFyYm9yLWNpdHk6MQ==",
    "price": -115
  }
]`

/** Shows the window, or a part of it. */
const picture = (shown, name) => shown.screenshot({ path: fileURLToPath(new URL(`${name}.png`, images)) })

async function addParlay(page, words, places) {
  const legs = page.getByRole('region', { name: 'Legs' })
  await legs.getByRole('searchbox', { name: 'Search legs' }).fill(words)
  const found = legList(page).getByRole('group').first().getByRole('option')
  for (const place of places) await found.nth(place).click()
  await legs.getByRole('button', { name: 'Add to desk' }).click()
}

async function fillDesk(page) {
  const legs = page.getByRole('region', { name: 'Legs' })
  await hasAllOdds(page)
  for (const [row, [words, places]] of parlays.entries()) {
    await addParlay(page, words, places)
    await settled(page, row)
  }
  await legs.getByRole('searchbox', { name: 'Search legs' }).fill('player points over')
  await page.getByRole('button', { name: 'Reprice all' }).click()
  for (const row of parlays.keys()) await settled(page, row)
  await rowsOf(page)
    .first()
    .getByRole('gridcell', { name: /best price/ })
    .first()
    .click()
}

const bestOf = (page, row) =>
  rowsOf(page)
    .nth(row)
    .getByRole('gridcell', { name: /best price/ })
    .first()

/** A ticket of each of the first rows, and the first two parlays in the queue. */
async function betAndQueue(page) {
  for (const [row, stake] of ['40', '25', '30'].entries()) {
    await bestOf(page, row).click()
    await page.keyboard.press('t')
    await recordTicket(page, stake)
  }
  for (const row of [1, 0]) {
    await bestOf(page, row).click()
    await page.keyboard.press('q')
    const dialog = page.getByRole('dialog', { name: 'Send to trending' })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
}

async function takeAll(page) {
  await fillDesk(page)
  await betAndQueue(page)
  await picture(page, 'desk')
  await picture(cellPane(page), 'price')

  await page.setViewportSize(narrow)
  await picture(page, 'narrow')
  await page.setViewportSize(wide)

  await page.getByRole('button', { name: 'Add odds' }).click()
  await page.getByRole('textbox', { name: 'Odds objects' }).fill(sampleOdds)
  await picture(page, 'add-odds')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Odds and sources' }).click()
  await page.getByRole('menuitem', { name: 'Sources' }).click()
  await page.getByRole('dialog', { name: 'Sources' }).waitFor()
  await picture(page, 'sources')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Ledger' }).click()
  await page.getByRole('grid', { name: 'Tickets' }).waitFor()
  await page.keyboard.press('s')
  await page.getByText(/^Checked /).waitFor()
  await picture(page, 'ledger')

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('radiogroup', { name: 'Price format' }).waitFor()
  await picture(page, 'settings')
}

const userDataDir = await mkdtemp(join(tmpdir(), 'parlay-desk-'))
await mkdir(images, { recursive: true })
fillLedger(userDataDir, Date.now())
const desk = await launchDesk({
  userDataDir,
  args: ['--demo'],
  env: { PARLAY_DESK_KEYCHAIN: 'memory' },
  ...wide,
})
try {
  await takeAll(desk.page)
} finally {
  await desk.close()
  await rm(userDataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
