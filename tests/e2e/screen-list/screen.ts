/** Types of a screen and a world, and the few acts that lead to any screen. */
import { expect as base, type Locator, type Page } from '@playwright/test'
import type { Desk } from '../../../tools/chromium-host/index.mjs'

/** Also outside the test runner, on a machine that does other things. */
export const expect = base.configure({ timeout: 15_000 })

/** The desk as it is while screens are shown. */
export type Shown = Pick<Desk, 'page' | 'answerDialog' | 'opened'>

export const sizes = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
  { width: 3840, height: 2160 },
] as const

/** One screen in one state. It is opened from the desk view with nothing open over it, and left to that. */
export interface Screen {
  /** Unique at its widths; also the name of its pictures. */
  readonly name: string
  readonly state: 'empty' | 'loading' | 'full' | 'failing'
  /** Resolves when the screen has settled. */
  readonly open: (shown: Shown) => Promise<unknown>
  /** Brings it into view after the size of the window changed. */
  readonly bringIntoView?: (shown: Shown) => Promise<unknown>
  /** Takes back more than Escape and the tab of the desk do. */
  readonly leave?: (shown: Shown) => Promise<unknown>
  /** In place of all widths, for a screen that other windows do not have. */
  readonly widths?: readonly number[]
}

/** A running desk that is closed by `end`. */
export interface Started extends Shown {
  end(): Promise<void>
}

/** A desk in a situation, with the screens that show it. Started once for all of them. */
export interface World {
  readonly name: string
  /** `folder` is its data folder, empty; `settings` are those of a picture where the world leaves them open. */
  readonly start: (folder: string, settings?: object) => Promise<Started>
  readonly screens: readonly Screen[]
}

export const dialogOf = (page: Page): Locator => page.getByRole('dialog').last()

/** Runs a command by its name. */
export async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill(name)
  await page
    .getByRole('dialog', { name: 'Commands' })
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click()
}

/** Opens a dialog by the name of its command, and waits until its own name is `title`. */
export async function openDialog(page: Page, name: string, title: string | RegExp = name): Promise<Locator> {
  await command(page, name)
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

export const showView = (
  page: Page,
  name: 'Desk' | 'Ledger' | 'Accounts' | 'Scanner' | 'Settings',
): Promise<void> => page.getByRole('tab', { name }).click()

/** Closes what is open over the desk, which is shown again. */
export async function leave(screen: Screen, shown: Shown): Promise<void> {
  const { page } = shown
  const open = page.locator('dialog[open], [role=menu]:visible, [role=dialog]:visible')
  for (let tries = 0; tries < 5 && (await open.count()) > 0; tries += 1) await page.keyboard.press('Escape')
  await expect(open).toHaveCount(0)
  await screen.leave?.(shown)
  // A damaged program has no tabs.
  if (await page.getByRole('tab', { name: 'Desk' }).isVisible()) await showView(page, 'Desk')
}
