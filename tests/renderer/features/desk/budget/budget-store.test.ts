import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { useBudgetStore } from '../../../../../src/renderer/features/desk/budget/budget-store.ts'
import CostDialog from '../../../../../src/renderer/features/desk/budget/CostDialog.vue'
import { useDeskStore } from '../../../../../src/renderer/features/desk/desk-store.ts'
import { quietMeter } from '../../../../../src/shared/model/parlay/desk.ts'
import { stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { cell, row } from '../../../../support/shared/desk-rows.ts'

const twoRows = [
  row(1, [cell('alpha'), cell('bravo'), cell('charlie', { missingLegs: 1 })]),
  row(2, [cell('alpha')]),
]

async function open(meter = quietMeter) {
  const fake = stubDesk({ desk: { seq: 1, rows: twoRows, meter } })
  const pinia = createPinia()
  const view = mount(CostDialog, { attachTo: document.body, global: { plugins: [pinia] } })
  const budget = useBudgetStore(pinia)
  await Promise.all([budget.start(), useDeskStore(pinia).start()])
  await flushPromises()
  return { ...fake, view, budget }
}

describe('confirmCalls', () => {
  it('says yes at once where the limit lets all calls go', async () => {
    const { budget, api, view } = await open()
    expect(await budget.confirmCalls('Reprice all', 96)).toBe(true)
    expect(api.budget.estimate).not.toHaveBeenCalled()
    expect(view.find('dialog').exists()).toBe(false)
  })

  it.each([
    ['Reprice all', true],
    ['Cancel', false],
  ])('asks with the cost where it does not, and answers as %s says', async (button, wanted) => {
    const { budget, api, view } = await open({ ...quietMeter, lastMinute: 50, limit: 60 })
    api.budget.estimate.mockResolvedValueOnce(ok({ msUntilSent: 96_000 }))
    const asking = budget.confirmCalls('Reprice all', 96, false)
    await flushPromises()
    expect(view.get('dialog').text()).toContain(
      'Reprice all uses 96 calls and takes about 1 min 36s. Rechecks still go first.',
    )
    await view
      .findAll('dialog button')
      .find(each => each.text() === button)
      ?.trigger('click')
    expect(api.budget.estimate).toHaveBeenCalledExactlyOnceWith({ calls: 96, isUserAction: false })
    expect(await asking).toBe(wanted)
    await flushPromises()
    expect(view.find('dialog').exists()).toBe(false)
  })

  it('says yes at once where there is no call to make', async () => {
    const { budget, api } = await open({ ...quietMeter, lastMinute: 60, limit: 60, waiting: 40 })
    expect(await budget.confirmCalls('Reprice all', 0, false)).toBe(true)
    expect(api.budget.estimate).not.toHaveBeenCalled()
  })
})
