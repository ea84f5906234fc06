/**
 * Every screen in windows of four sizes and both themes: nothing cut, nothing over anything else, nothing out of reach,
 * and no finding of axe, however small.
 */
import type { Page } from '@playwright/test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixture.ts'
import { findAxeFindings, findPageFaults } from './page-faults.ts'
import { leave, type Screen, type Shown, sizes } from './screen-list/screen.ts'
import { worlds } from './screen-list/screen-list.ts'

/** Rules of axe whose findings may differ between the themes. */
const colorRules = ['color-contrast', 'link-in-text-block']

async function show(page: Page, screen: Screen, width: number): Promise<void> {
  const size = sizes.find(each => each.width === width) ?? sizes[1]
  await page.setViewportSize(screen.widths?.includes(width) === false ? sizes[1] : size)
}

/** Faults that are still there two seconds after the first look: a new size or theme is shown over several frames. */
async function lasting(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const endAt = Date.now() + 2_000
  let faults = await find()
  while (faults.length > 0 && Date.now() < endAt) faults = await find()
  return faults
}

/** Faults of an open screen in each window and theme, each with the window it was found in. */
async function findFaults(page: Page, screen: Screen): Promise<string[]> {
  const faults: string[] = []
  const { widths = sizes.map(({ width }) => width) } = screen
  const note = (where: string, found: readonly string[]) =>
    void faults.push(...found.map(fault => `${screen.name}, ${where}: ${fault}`))
  for (const width of widths) {
    await show(page, screen, width)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    note(String(width), await lasting(() => findPageFaults(page)))
  }
  await show(page, screen, widths[0] ?? 1280)
  note('dark', await findAxeFindings(page))
  await page.emulateMedia({ colorScheme: 'light' })
  // Colors of the kit follow the theme by script, a moment after the style sheet's.
  note('light', await lasting(() => findAxeFindings(page, colorRules)))
  await page.emulateMedia({ colorScheme: 'dark' })
  return faults
}

/** A screen that cannot be shown is a fault too; the others are still looked at. */
async function check(shown: Shown, screen: Screen): Promise<string[]> {
  try {
    return await showAndCheck(shown, screen)
  } catch (error) {
    await shown.page.reload()
    return [`${screen.name}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

async function showAndCheck(shown: Shown, screen: Screen): Promise<string[]> {
  const { page } = shown
  const width = screen.widths?.[0] ?? 1280
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await show(page, screen, width)
  await screen.open(shown)
  const faults = await findFaults(page, screen)
  await show(page, screen, width)
  await leave(screen, shown)
  return faults
}

// The longest of all files: its desks are shared by all workers.
test.describe.configure({ mode: 'parallel' })

for (const { name, start, screens } of worlds)
  test(`every screen is whole and reachable: ${name}`, async () => {
    test.setTimeout(480_000)
    const shown = await start(await mkdtemp(join(tmpdir(), 'parlay-desk-')))
    const faults: string[] = []
    try {
      for (const screen of screens) faults.push(...(await check(shown, screen)))
    } finally {
      await shown.end()
    }
    expect(faults).toEqual([])
  })
