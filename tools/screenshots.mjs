/** Takes the pictures of the README from the demo: `npm run screenshots`. The seed is fixed; only clocks differ. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchDesk } from './chromium-host/index.mjs'

const images = new URL('../docs/images/', import.meta.url)
const parlays = [
  [0, 1, 2],
  [0, 3],
  [1, 4, 6],
  [2, 5],
  [3, 7, 8],
]
const sampleOdds = `{"id":"Bravo#nba:river-town:harbor-city#Player Points#Ada North Over 27.5","sgp":"eyJsZWciOjF9=="}`

const picture = (page, name) => page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, images)) })

/** Chooses the legs of the first game by their place in the list and adds them to the desk. */
async function addParlay(page, places) {
  const legs = page.getByRole('region', { name: 'Legs' })
  for (const place of places) await legs.getByRole('option').nth(place).click()
  await legs.getByRole('button', { name: 'Add to desk' }).click()
}

async function takeAll(page) {
  const grid = page.getByRole('grid', { name: 'Prices' })
  await page.getByRole('region', { name: 'Legs' }).getByRole('option').first().waitFor()
  for (const places of parlays) await addParlay(page, places)
  await grid
    .getByRole('gridcell', { name: /pricing|waiting/i })
    .first()
    .waitFor({ state: 'detached' })
  await grid.getByRole('gridcell').first().click()
  await picture(page, 'desk')

  await page.setViewportSize({ width: 1024, height: 720 })
  await picture(page, 'narrow')
  await page.setViewportSize({ width: 1600, height: 900 })

  await page.getByRole('button', { name: 'Add odds' }).click()
  await page.getByRole('textbox', { name: 'Odds objects' }).fill(sampleOdds)
  await picture(page, 'add-odds')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'API key' }).waitFor()
  await picture(page, 'settings')
}

const userDataDir = await mkdtemp(join(tmpdir(), 'parlay-desk-'))
await mkdir(images, { recursive: true })
const desk = await launchDesk({
  userDataDir,
  args: ['--demo'],
  env: { PARLAY_DESK_KEYCHAIN: 'memory' },
  headless: true,
  width: 1600,
  height: 900,
})
try {
  await takeAll(desk.page)
} finally {
  await desk.close()
  await rm(userDataDir, { recursive: true, force: true })
}
