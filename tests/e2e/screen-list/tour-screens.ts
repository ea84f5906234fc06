/** The steps of the tour, each beside its place on the full desk. */
import type { Page } from '@playwright/test'
import { tourSteps } from '../../../src/renderer/features/tour/tour-steps.ts'
import { selectPrice } from './desk-screens.ts'
import { command, expect, type Screen } from './screen.ts'

const tour = (page: Page) => page.getByRole('region', { name: 'Tour' })

export const tourScreens: readonly Screen[] = tourSteps.map(({ title }, at) => ({
  name: `tour-${at + 1}`,
  state: 'full',
  open: async ({ page }) => {
    await selectPrice(page)
    await command(page, 'Take the tour')
    for (let passed = 0; passed < at; passed += 1) {
      await expect(tour(page).getByText(tourSteps[passed]?.title ?? '')).toBeVisible()
      // Named by what it does: a step that lacks legs is skipped.
      await tour(page).locator('[data-command="tour.next"]').click()
    }
    await expect(tour(page).getByText(title)).toBeVisible()
  },
  leave: ({ page }) => tour(page).getByRole('button', { name: 'Leave the tour' }).click(),
}))
