import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { useBudgetStore } from '../../../../../src/renderer/features/desk/budget/budget-store.ts'
import PlanSection from '../../../../../src/renderer/features/settings/calls/PlanSection.vue'
import { useSettingsViewStore } from '../../../../../src/renderer/features/settings/settings-view-store.ts'
import { type CallLimits, quietBudget } from '../../../../../src/shared/model/settings/budget.ts'
import { failed, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { enter, getFieldNote, getFieldValue } from '../../../../support/renderer/settings/mounted-settings.ts'

const custom = { kind: 'by-hand', perMinute: 250, inFlight: 32, perHost: 2 } as const

async function open(limits: CallLimits = { kind: 'learned' }) {
  const desk = stubDesk({ budget: { ...quietBudget, limits } })
  const pinia = createPinia()
  const section = mount(PlanSection, { attachTo: document.body, global: { plugins: [pinia] } })
  await useBudgetStore(pinia).start()
  await flushPromises()
  return { ...desk, section, view: useSettingsViewStore(pinia) }
}

describe('PlanSection', () => {
  it('offers no numbers while the limit is learned', async () => {
    const { section } = await open()
    expect(section.findAll('input')).toEqual([])
    expect(section.get('select').element.value).toBe('learned')
  })

  it('starts a custom plan with the limit that held, and can undo that', async () => {
    const { api, section, view } = await open()
    await section.get('select').setValue('by-hand')
    await flushPromises()
    expect(api.budget.setLimits).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'by-hand', inFlight: 32, perHost: 2 }),
    )
    expect(getFieldValue(section, 'Calls at once')).toBe('32')
    await view.undo()
    expect(api.budget.setLimits).toHaveBeenLastCalledWith({ kind: 'learned' })
  })

  it('saves a number when its field is left', async () => {
    const { api, section } = await open(custom)
    await enter(section, 'Calls a minute', '300')
    expect(api.budget.setLimits).toHaveBeenCalledExactlyOnceWith({ ...custom, perMinute: 300 })
  })

  it.each([
    ['Calls a minute', '0', 'Enter 1 to 100,000'],
    ['Calls at once', '65', 'Enter 1 to 64'],
    ['Calls at once per book', 'two', 'Enter 1 to 6'],
  ])('says what fits under “%s” for %s, and saves nothing', async (name, typed, says) => {
    const { api, section } = await open(custom)
    await enter(section, name, typed)
    expect(getFieldNote(section, name)).toContain(says)
    expect(api.budget.setLimits).not.toHaveBeenCalled()
  })

  it('says why a choice could not be saved, and shows the one before', async () => {
    const { api, section } = await open()
    api.budget.setLimits.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await section.get('select').setValue('by-hand')
    await flushPromises()
    expect(section.get('[role=alert]').text()).toContain('The disk is full.')
    expect(section.get('select').element.value).toBe('learned')
  })
})
