/** A start after kill -9. */
import { expect, test } from './fixture.ts'
import { addParlay, rowsOf, settled } from './screens.ts'

test('a restart after a kill finds the parlays and their last prices', async ({ launch }) => {
  const first = await launch()
  await addParlay(first.page, 3)
  await settled(first.page, 0)
  await addParlay(first.page, 2, 'moneyline')
  await settled(first.page, 1)
  const names = await rowsOf(first.page).getByRole('rowheader').allInnerTexts()
  expect(names).toHaveLength(2)
  await first.kill()

  const second = await launch()
  await expect(rowsOf(second.page)).toHaveCount(2)
  expect(await rowsOf(second.page).getByRole('rowheader').allInnerTexts()).toEqual(names)
  await expect(
    rowsOf(second.page)
      .first()
      .getByRole('gridcell', { name: /[+−]\d+/ })
      .first(),
  ).toBeVisible()
})
