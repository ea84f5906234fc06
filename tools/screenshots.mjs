/**
 * Takes a picture of every screen and state in four sizes and both themes, with a page that shows them all, in
 * `screenshots/`; pictures for the README and the guide are written to `docs/images/`. `npm run screenshots -- WORDS`
 * takes only the screens whose names have one of the words.
 */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultAuto } from '../src/shared/model/settings/budget.ts'
import { leave, sizes } from '../tests/e2e/screen-list/screen.ts'
import { worlds } from '../tests/e2e/screen-list/screen-list.ts'
import { contactSheet } from './screenshots/contact-sheet.mjs'
import { documentImages } from './screenshots/document-images.mjs'

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url))
const images = fileURLToPath(new URL('../docs/images/', import.meta.url))
const words = process.argv.slice(2)
const isWanted = ({ name }) => words.length === 0 || words.some(word => name.includes(word))
const paintMs = 80
/** Prices refresh by themselves, as they do for a new user. */
const pictured = { autoSeconds: defaultAuto.everySeconds }

async function show(page, colorScheme, size) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(size)
  await page.waitForTimeout(paintMs)
}

/** Takes the pictures of an open screen. Returns the names of their files. */
async function takePictures(shown, { name, widths, bringIntoView }) {
  const { page } = shown
  const files = []
  // A page that has no room to scroll in the largest window has lost its place in the next one.
  for (const size of sizes)
    for (const theme of ['dark', 'light']) {
      if (widths && !widths.includes(size.width)) continue
      await show(page, theme, size)
      await bringIntoView?.(shown)
      const file = `${name}-${size.width}-${theme}.png`
      await page.screenshot({ path: join(folder, file) })
      files.push(file)
    }
  for (const { file, size, part } of documentImages.filter(({ screen }) => screen === name)) {
    await show(page, 'dark', size)
    await bringIntoView?.(shown)
    const pictured = part ? page.getByRole('region', { name: part }) : page
    await pictured.screenshot({ path: join(images, file) })
  }
  return files
}

async function showScreen(shown, screen) {
  const { page } = shown
  const { width, height } = sizes.find(size => screen.widths?.includes(size.width)) ?? sizes[1]
  await show(page, 'dark', { width, height })
  await screen.open(shown)
  // No tooltip of what the pointer happens to rest on.
  await page.mouse.move(0, 0)
  const files = await takePictures(shown, screen)
  await show(page, 'dark', { width, height })
  await leave(screen, shown)
  return { name: screen.name, state: screen.state, files }
}

/** The screens of a world with their pictures. One that cannot be shown is reported and fails the run; the others go on. */
async function showWorld(world) {
  const wanted = world.screens.filter(isWanted)
  if (wanted.length === 0) return []
  const shown = await world.start(await mkdtemp(join(tmpdir(), 'parlay-desk-')), pictured)
  const taken = []
  try {
    for (const screen of wanted)
      try {
        taken.push(await showScreen(shown, screen))
      } catch (error) {
        process.exitCode = 1
        console.error(`${screen.name}: ${error.message}`)
        await shown.page.screenshot({ path: join(folder, `failed-${screen.name}.png`) })
        await shown.page.reload()
      }
  } finally {
    await shown.end()
  }
  return taken
}

await mkdir(folder, { recursive: true })
const taken = []
for (const world of worlds) taken.push({ world: world.name, screens: await showWorld(world) })
await writeFile(join(folder, 'index.html'), contactSheet(taken))
