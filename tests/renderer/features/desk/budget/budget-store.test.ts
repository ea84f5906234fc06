import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, vi } from 'vitest'
import AutoButton from '../../../../../src/renderer/features/desk/budget/AutoButton.vue'
import { countAutoCallsPerMinute } from '../../../../../src/renderer/features/desk/budget/auto-text.ts'
import { useBudgetStore } from '../../../../../src/renderer/features/desk/budget/budget-store.ts'
import { countAddedCalls } from '../../../../../src/renderer/features/desk/budget/call-count.ts'
import CostDialog from '../../../../../src/renderer/features/desk/budget/CostDialog.vue'
import { findRemedy } from '../../../../../src/renderer/features/desk/cell/cell-text.ts'
import { useDeskStore } from '../../../../../src/renderer/features/desk/desk-store.ts'
import { quietBudget } from '../../../../../src/shared/model/settings/budget.ts'
import { quietMeter } from '../../../../../src/shared/model/parlay/desk.ts'
import { stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { cell, failure, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

const twoRows = [
  row(1, [cell('alpha'), cell('bravo'), cell('charlie', { missingLegs: 1 })]),
  row(2, [cell('alpha')]),
]

async function open(meter = quietMeter) {
  const fake = stubDesk({ desk: { seq: 1, rows: twoRows, meter } })
  const pinia = createPinia()
  const view = mount(
    { components: { AutoButton, CostDialog }, template: '<AutoButton :parlay-id="1" /><CostDialog />' },
    {
      attachTo: document.body,
      global: { plugins: [pinia] },
    },
  )
  const budget = useBudgetStore(pinia)
  await Promise.all([budget.start(), useDeskStore(pinia).start()])
  await flushPromises()
  return { ...fake, view, budget }
}

describe('a large act', () => {
  it('goes on at once where the limit lets all its calls go', async () => {
    const { budget, api, view } = await open()
    expect(await budget.confirmCalls('Reprice all', 96)).toBe(true)
    expect(api.budget.estimate).not.toHaveBeenCalled()
    expect(view.find('dialog').exists()).toBe(false)
  })

  it.each([
    ['Reprice all', true],
    ['Cancel', false],
  ])('states its cost first where it cannot, and does as %s says', async (button, wanted) => {
    const { budget, api, view } = await open({ ...quietMeter, lastMinute: 50, limit: 60 })
    api.budget.estimate.mockResolvedValueOnce(ok({ takesMs: 96_000 }))
    const asking = budget.confirmCalls('Reprice all', 96, false)
    await flushPromises()
    expect(view.get('dialog').text()).toContain('Reprice all: 96 calls, about 1 min 36 s.')
    await view
      .findAll('dialog button')
      .find(each => each.text() === button)
      ?.trigger('click')
    expect(api.budget.estimate).toHaveBeenCalledExactlyOnceWith({ calls: 96, isAct: false })
    expect(await asking).toBe(wanted)
    await flushPromises()
    expect(view.find('dialog').exists()).toBe(false)
  })
})

describe('what an act adds', () => {
  it('leaves out what waits or is being priced already', () => {
    const waiting = { kind: 'waiting', place: 1, startsAt: null } as const
    const cells = [
      cell('alpha'),
      cell('bravo', { activity: waiting }),
      cell('charlie', { activity: { kind: 'pricing' } }),
      cell('delta', { missingLegs: 1 }),
    ]
    expect(countAddedCalls([row(1, cells)])).toBe(1)
  })

  it('asks nothing where it adds no call', async () => {
    const { budget, api } = await open({ ...quietMeter, lastMinute: 60, limit: 60, waiting: 40 })
    expect(await budget.confirmCalls('Reprice all', 0, false)).toBe(true)
    expect(api.budget.estimate).not.toHaveBeenCalled()
  })
})

describe('auto-refresh', () => {
  it('is off at first; set, its button says how often, and its cost is stated', async () => {
    const { api, view } = await open()
    expect(view.get('button').text()).toBe('Auto')
    await view.get('button').trigger('click')
    expect(view.get('dialog').text()).toContain('Off: prices are asked for by you alone.')
    await view.get('select').setValue('Every 30 s')
    await flushPromises()
    expect(api.budget.setAuto).toHaveBeenCalledWith({ parlayId: null, everySeconds: 30 })
    expect(view.get('dialog').text()).toContain('6 calls a minute, of 600 allowed.')
    expect(view.get('button').text()).toBe('Auto 30 s')
  })

  it('of one row is set for that row, and goes on in a hidden window only when told to', async () => {
    const { api, view } = await open()
    await view.get('button').trigger('click')
    await view.findAll('select')[1]?.setValue('Every 15 s')
    await view.get('input[type=checkbox]').setValue(true)
    await flushPromises()
    expect(api.budget.setAuto).toHaveBeenCalledWith({ parlayId: 1, everySeconds: 15 })
    expect(api.budget.setAutoWhileHidden).toHaveBeenCalledWith({ isOn: true })
    expect(view.get('button').text()).toBe('Auto 1 row')
  })

  it('costs a call for each cell that can be priced, a row’s own interval before the desk’s', () => {
    const auto = { ...quietBudget.auto, everySeconds: 60 as const }
    expect(countAutoCallsPerMinute(auto, twoRows)).toBe(3)
    expect(countAutoCallsPerMinute({ ...auto, rows: [{ parlayId: 1, everySeconds: 15 }] }, twoRows)).toBe(9)
    expect(countAutoCallsPerMinute(quietBudget.auto, twoRows)).toBe(0)
  })
})

describe('what mends a cell', () => {
  it.each([
    [{ kind: 'failed', failure: { kind: 'timed-out', afterMs: 1 } }, 'Try again'],
    [{ kind: 'failed', failure: { kind: 'host-failing', host: 'a', untilAt: noon } }, 'Try now'],
    [{ kind: 'failed', failure: { kind: 'key-missing' } }, 'Enter the key'],
    [{ kind: 'key-refused' }, 'Enter the key'],
    [{ kind: 'failed', failure: { kind: 'bad-address', detail: '' } }, 'Edit the address'],
    [{ kind: 'limited', untilAt: noon }, 'Try again'],
    [{ kind: 'limited', untilAt: noon + 1 }, undefined],
    [{ kind: 'no-price' }, undefined],
    [{ kind: 'idle' }, undefined],
  ] as const)('for %o is %s', (state, label) => {
    expect(findRemedy(state, noon)?.label).toBe(label)
  })
})

describe('on the desk', () => {
  useStillScreen()

  it('a failed cell is asked again, alone, from its pane', async () => {
    const desk = await openDesk([
      row(1, [cell('alpha', { quote: failure({ kind: 'timed-out', afterMs: 8_000 }) })]),
    ])
    await desk.choose('alpha')
    await desk.view
      .findAll('button')
      .find(each => each.text() === 'Try again')
      ?.trigger('click')
    expect(desk.api.desk.price).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: 'alpha' })
  })

  it('looking around costs no call: focus, moving, hiding the window', async () => {
    const desk = await openDesk([
      row(1, [cell('alpha', { quote: priced(455) }), cell('bravo')]),
      row(2, [cell('alpha')]),
    ])
    await desk.choose('alpha')
    for (const key of ['ArrowRight', 'ArrowDown', 'Home', 'End', 'PageDown', 'j', 'k', '?', 'Escape'])
      await desk.press(key)
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(600_000)
    await flushPromises()
    expect(desk.api.desk.price).not.toHaveBeenCalled()
    expect(desk.api.desk.recheck).not.toHaveBeenCalled()
    expect(desk.api.desk.addParlay).not.toHaveBeenCalled()
  })
})
