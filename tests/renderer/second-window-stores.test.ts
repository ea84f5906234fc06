import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useNavigationStore } from '../../src/renderer/navigation-store.ts'
import { useViewStore } from '../../src/renderer/view-store.ts'
import { getWindowName } from '../../src/renderer/window-name.ts'
import { allTickets } from '../../src/shared/model/ticket/ledger-filter.ts'
import { stubDesk } from '../support/bridge/stub-desk.ts'

beforeEach(() => {
  history.replaceState(null, '', '/?window=ledger')
  setActivePinia(createPinia())
})
afterEach(() => history.replaceState(null, '', '/'))

describe('a second window', () => {
  it('has its name from its address, and is the main one under any other', () => {
    expect(getWindowName()).toBe('ledger')
    history.replaceState(null, '', '/?window=nothing')
    expect(getWindowName()).toBe('main')
  })

  it('keeps its view and shows another one in the main window', () => {
    const { api } = stubDesk()
    const navigation = useNavigationStore()
    navigation.goTo('ledger')
    expect(api.windows.showMain).not.toHaveBeenCalled()
    navigation.goTo('settings')
    expect(navigation.view).toBe('ledger')
    expect(api.windows.showMain).toHaveBeenCalledExactlyOnceWith({ show: 'view', view: 'settings' })
  })

  it('has the main window show the price, the legs and the setting that it cannot, with what was asked for', () => {
    const { api } = stubDesk()
    const navigation = useNavigationStore()
    navigation.showCell({ parlayId: 1, bookId: 'bravo' })
    navigation.showSetting('stale-after')
    navigation.searchLegs()
    expect(api.windows.showMain.mock.calls).toEqual([
      [{ show: 'price', parlayId: 1, bookId: 'bravo' }],
      [{ show: 'setting', id: 'stale-after' }],
      [{ show: 'legs' }],
    ])
    expect(navigation.target).toBeUndefined()
  })

  it('shows tickets in its own ledger, and those of a group in the main window', () => {
    const { api } = stubDesk()
    const ledger = useNavigationStore()
    ledger.showTickets({ text: 'flint' })
    expect(ledger.take('tickets')?.filter).toEqual({ ...allTickets, text: 'flint' })
    expect(api.windows.showMain).not.toHaveBeenCalled()
    history.replaceState(null, '', '/?window=blue')
    setActivePinia(createPinia())
    const group = useNavigationStore()
    group.showTickets({ text: 'flint' })
    group.runInLedger('settle')
    group.goTo('desk')
    expect(group.target).toBeUndefined()
    expect(api.windows.showMain.mock.calls).toEqual([
      [{ show: 'tickets', filter: { ...allTickets, text: 'flint' } }],
      [{ show: 'ledger', action: 'settle' }],
      [{ show: 'view', view: 'desk' }],
    ])
  })

  it('has panes of its own, which are not saved over those of the main window', async () => {
    const { api } = stubDesk()
    const view = useViewStore()
    await view.start()
    await view.changePanes({ isCellOpen: false })
    expect(view.panes.isCellOpen).toBe(false)
    expect(api.view.savePanes).not.toHaveBeenCalled()
    setActivePinia(createPinia())
    expect(useViewStore().panes.isCellOpen).toBe(false)
  })
})
