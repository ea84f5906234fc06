import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { useBudgetStore } from '../../../../../src/renderer/features/desk/budget/budget-store.ts'
import RefreshSection from '../../../../../src/renderer/features/settings/calls/RefreshSection.vue'
import { useSettingsViewStore } from '../../../../../src/renderer/features/settings/settings-view-store.ts'
import { failed, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { enter, getFieldNote } from '../../../../support/renderer/settings/mounted-settings.ts'

async function open() {
  const desk = stubDesk({})
  const pinia = createPinia()
  const section = mount(RefreshSection, { attachTo: document.body, global: { plugins: [pinia] } })
  await useBudgetStore(pinia).start()
  await flushPromises()
  return { ...desk, section, view: useSettingsViewStore(pinia) }
}

describe('RefreshSection', () => {
  it('sets the interval of all parlays, off included, and can undo it', async () => {
    const { api, section, view } = await open()
    const list = section.get('select')
    expect(list.element.value).toBe('0')
    await list.setValue('60')
    await flushPromises()
    expect(api.budget.setAuto).toHaveBeenLastCalledWith({ parlayId: null, everySeconds: 60 })
    expect(list.element.value).toBe('60')
    await view.undo()
    expect(api.budget.setAuto).toHaveBeenLastCalledWith({ parlayId: null, everySeconds: null })
  })

  it('says at the interval that prices go stale before they refresh', async () => {
    const { section } = await open()
    const list = section.get('select')
    expect(section.text()).not.toContain('stale')
    await list.setValue('60')
    await flushPromises()
    expect(section.text()).toContain('Prices go stale after 30s, before they refresh.')
  })

  it('saves the share of the calls in percent', async () => {
    const { api, section } = await open()
    await enter(section, 'Share for auto-refresh', '40')
    expect(api.budget.setAutoShare).toHaveBeenCalledExactlyOnceWith({ share: 0.4 })
  })

  it.each(['4', '101', 'half'])('takes no share of %s', async typed => {
    const { api, section } = await open()
    await enter(section, 'Share for auto-refresh', typed)
    expect(getFieldNote(section, 'Share for auto-refresh')).toContain('Enter 5 to 100%')
    expect(api.budget.setAutoShare).not.toHaveBeenCalled()
  })

  it('goes on in the background once its switch is turned on', async () => {
    const { api, section } = await open()
    const control = section.get('[role=switch]')
    const label = document.getElementById(control.attributes('aria-labelledby') ?? '')
    expect(label?.textContent).toBe('Keep refreshing in the background')
    await control.trigger('click')
    await flushPromises()
    expect(api.budget.setAutoWhileHidden).toHaveBeenCalledExactlyOnceWith({ isOn: true })
    expect(control.attributes('aria-checked')).toBe('true')
  })

  it('says why a change could not be saved', async () => {
    const { api, section } = await open()
    api.budget.setAuto.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await section.get('select').setValue('30')
    await flushPromises()
    expect(section.get('[role=alert]').text()).toContain('The disk is full.')
    expect(section.get('select').element.value).toBe('0')
  })
})
