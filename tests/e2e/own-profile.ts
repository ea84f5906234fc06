/** The app on a service profile of its own that leads to a demo service in another process. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { legList, legsPane } from './screens.ts'
import type { Service } from './service.ts'

/** Writes the profile to a file and returns the switch that names it. */
export function profileSwitch({ profile }: { profile: Omit<Service['profile'], 'feed'> }): string {
  const file = join(mkdtempSync(join(tmpdir(), 'desk-profile-')), 'profile.json')
  writeFileSync(file, JSON.stringify(profile))
  return `--profile=${file}`
}

/** Writes the list of faults that `--faults FILE` reads. */
export function faultsFile(faults: readonly object[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'desk-faults-')), 'faults.json')
  writeFileSync(file, JSON.stringify(faults))
  return file
}

/** Loads the odds feed of the profile and waits until its legs can be chosen. */
export async function fetchFeed(page: Page): Promise<void> {
  await legsPane(page).getByRole('button', { name: 'Refresh odds' }).click()
  await expect(legList(page).getByRole('option').first()).toBeVisible({ timeout: 30_000 })
  await expect(
    legsPane(page)
      .getByText(/12 books/)
      .first(),
  ).toBeVisible({ timeout: 30_000 })
}

/** Opens Settings and saves a key as a person does. */
export async function saveKey(page: Page, key: string): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click()
  const replace = page.getByRole('button', { name: 'Replace…' })
  const field = page.getByRole('textbox', { name: 'API key' })
  await expect(replace.or(field)).toBeVisible()
  if (await replace.isVisible()) await replace.click()
  await field.fill(key)
  await page.getByRole('button', { name: 'Save key' }).click()
}
