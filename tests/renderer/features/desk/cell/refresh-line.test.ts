import { expect, it } from 'vitest'
import type { CellActivity } from '../../../../../src/shared/model/price/cell.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { mountDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { cell, noon, priced, row } from '../../../../support/shared/desk-rows.ts'

useStillScreen()

it.each<[string, CellActivity, boolean]>([
  ['says when the selected price is refreshed', { kind: 'none' }, true],
  ['says nothing while its call is under way', { kind: 'pricing' }, false],
])('RefreshLine %s', async (_, activity, isSaid) => {
  const quote = priced(480, noon - 4_000)
  const desk = mountDesk([row(1, [cell('alpha', { quote, activity })])])
  desk.api.budget.refreshDue.mockResolvedValue(ok({ kind: 'due', at: noon + 1_000, isKnown: true }))
  await desk.start()
  await settled()
  await desk.view.get('[role=gridcell][data-book="alpha"]').trigger('click')
  await settled()
  expect(desk.view.get('[aria-label=Cell]').text().includes('Refreshes in 1s')).toBe(isSaid)
})
