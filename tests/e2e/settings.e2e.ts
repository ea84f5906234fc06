/** Settings as a person uses them: found by name, saved at once, undone, kept over a restart. */
import { expect, test } from './fixture.ts'

test('a setting is found by a word, saved on Enter, undone, and kept over a restart', async ({ launch }) => {
  const { page, close } = await launch()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('region', { name: 'Books' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search settings' })).toBeFocused()
  await page.keyboard.type('STALE')
  await expect(page.getByRole('region', { name: 'Books' })).toBeHidden()
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Stale after')
  await expect(field).toBeFocused()

  await field.fill('4')
  await field.press('Enter')
  await expect(page.getByText('Enter 5 to 3,600 seconds')).toBeVisible()
  await field.press('Escape')
  await expect(field).toHaveValue('30')
  await field.fill('45')
  await field.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '✓ Saved' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field).toHaveValue('30')
  await field.fill('60')
  await field.press('Tab')
  await expect(page.getByRole('status').filter({ hasText: '✓ Saved' })).toBeVisible()
  await close()

  const again = await launch()
  await again.page.keyboard.press('Control+,')
  await expect(again.page.getByLabel('Stale after')).toHaveValue('60')
})
