import { expect, it } from 'vitest'
import type { FairSource } from '../../../../../src/shared/model/settings/settings.ts'
import { useAlertsStore } from '../../../../../src/renderer/features/desk/alerts/alerts-store.ts'
import { plainSettings } from '../../../../support/shared/desk-rows.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

it('AlertEditor restores a form that was left unsaved, but not a cancelled one', async () => {
  const { view, chooseInMenu } = await openDesk([])
  await useAlertsStore().start()
  const press = async (name: string) => {
    await button(view, name).trigger('click')
    await settled()
  }
  const quiet = () => field(view, 'Don’t repeat for (minutes)')
  await chooseInMenu('Alerts')
  await settled()
  await press('Add alert')
  await quiet().setValue('45')
  await view.get('dialog').trigger('cancel')
  await chooseInMenu('Alerts')
  await settled()
  await press('Add alert')
  expect(quiet().element).toHaveProperty('value', '45')
  expect(view.get('dialog').text()).toContain('Draft restored.')
  await press('Cancel')
  await press('Add alert')
  expect(quiet().element).toHaveProperty('value', '15')
})

it.each<[FairSource, string]>([
  ['partition', 'Uses the fair prices you chose, then your own, then the consensus.'],
  ['mine', 'Uses your fair price, then the consensus.'],
  ['consensus', 'Uses the consensus of the other books.'],
])('AlertEditor says what the EV is by when %s comes first', async (fairSource, says) => {
  const { view, chooseInMenu, emit } = await openDesk([])
  emit.settings.changed({ ...plainSettings, value: { ...plainSettings.value, fairSource } })
  await useAlertsStore().start()
  await chooseInMenu('Alerts')
  await settled()
  await button(view, 'Add alert').trigger('click')
  await settled()
  await view.get('dialog select').setValue('ev-over')
  await settled()
  expect(view.get('dialog').text()).toContain(says)
})
