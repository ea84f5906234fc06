/** Every section of the settings, and the forms in them. */
import type { Page } from '@playwright/test'
import { settingSections } from '../../../src/renderer/features/settings/setting-list.ts'
import { expect, type Screen, showView } from './screen.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search settings' })

async function openSection(page: Page, title: string): Promise<void> {
  await showView(page, 'Settings')
  await goToSection(page, title)
}

async function goToSection(page: Page, title: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: title })
  await link.click()
  await expect(page.getByRole('heading', { name: title, exact: true, level: 2 })).toBeInViewport()
  await expect(link).toHaveAttribute('aria-current', 'true')
  await page.mouse.move(0, 0)
}

const sections: readonly Screen[] = Object.entries(settingSections).map(([id, title]) => ({
  name: `settings-${id}`,
  state: 'full',
  open: ({ page }) => openSection(page, title),
  bringIntoView: ({ page }) => goToSection(page, title),
}))

/** A form that adds an item to a card of scripts and rules. */
const addForm = (name: string, card: string, opener: string, field: string): Screen => {
  const region = (page: Page) => page.getByRole('region', { name: card, exact: true })
  const show = (page: Page) => region(page).getByRole('textbox', { name: field }).scrollIntoViewIfNeeded()
  return {
    name,
    state: 'full',
    open: async ({ page }) => {
      await openSection(page, settingSections.scripts)
      await region(page).getByRole('button', { name: opener }).click()
      await show(page)
    },
    bringIntoView: ({ page }) => show(page),
    leave: ({ page }) => region(page).getByRole('button', { name: 'Cancel' }).click(),
  }
}

export const settingsScreens: readonly Screen[] = [
  ...sections,
  {
    name: 'settings-nothing-found',
    state: 'empty',
    open: async ({ page }) => {
      await showView(page, 'Settings')
      await search(page).fill('zebra')
      await expect(page.getByText('No settings match “zebra”.')).toBeVisible()
    },
    leave: ({ page }) => search(page).fill(''),
  },
  {
    name: 'settings-licenses',
    state: 'full',
    open: async ({ page }) => {
      await openSection(page, settingSections.about)
      await page.getByRole('button', { name: 'Show licenses…' }).click()
      await page.getByRole('dialog').getByText('chokidar', { exact: true }).click()
      await expect(page.getByRole('dialog').getByText('Elan Shanker')).toBeVisible()
    },
  },
  {
    name: 'settings-new-phone',
    state: 'full',
    open: async ({ page }) => {
      await openSection(page, settingSections.alerts)
      const phones = page.getByRole('region', { name: 'Phone', exact: true })
      await phones.getByRole('button', { name: 'Add phone…' }).click()
      await expect(phones.getByRole('textbox', { name: 'Name' })).toBeVisible()
    },
    bringIntoView: ({ page }) => goToSection(page, settingSections.alerts),
    leave: ({ page }) =>
      page
        .getByRole('region', { name: 'Phone', exact: true })
        .getByRole('button', { name: 'Cancel' })
        .click(),
  },
  addForm('settings-new-token', 'Tokens', 'New token…', 'Name of the script'),
  addForm('settings-new-rule', 'Rules', 'New rule…', 'EV over, in %'),
  {
    name: 'settings-new-profile',
    state: 'full',
    open: async ({ page }) => {
      await openSection(page, settingSections.service)
      await page.getByRole('button', { name: /^New profile/ }).click()
      await expect(page.getByRole('form', { name: 'New profile' })).toBeVisible()
    },
    bringIntoView: ({ page }) => goToSection(page, settingSections.service),
    leave: ({ page }) =>
      page.getByRole('form', { name: 'New profile' }).getByRole('button', { name: 'Cancel' }).click(),
  },
]
