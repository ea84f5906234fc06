/** The note of a crash at the next start, and updates before they are turned on. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixture.ts'

test('the note of a crash is shown at the next start, and deleted', async ({ launch, userDataDir }) => {
  const file = join(userDataDir, 'crash-note.txt')
  await writeFile(file, 'Time: 2026-11-27T18:00:00.000Z\n\nTypeError: no row\n    at toRow (main.js:1:2)\n')
  const first = await launch()
  const note = first.page.getByRole('dialog', { name: 'Parlay Desk closed by an error' })
  await expect(note).toContainText('TypeError: no row')
  await note.getByRole('button', { name: 'Keep for later' }).click()
  await expect(note).toBeHidden()
  expect(await readFile(file, 'utf8')).toContain('no row')
  await first.close()

  const second = await launch()
  const again = second.page.getByRole('dialog', { name: 'Parlay Desk closed by an error' })
  await again.getByRole('button', { name: 'Delete' }).click()
  await expect(again).toBeHidden()
  expect((await readdir(userDataDir)).filter(name => name.startsWith('crash-note'))).toEqual([])
})

test('updates are off, and a build without release keys says why they stay so', async ({ launch }) => {
  const { page } = await launch()
  await page.getByRole('tab', { name: 'Settings' }).click()
  const updates = page.getByRole('region', { name: 'Updates' })
  await expect(updates).toContainText('no release keys')
  await expect(updates.getByRole('switch')).toBeDisabled()
  await expect(updates.getByRole('switch')).not.toBeChecked()
})
