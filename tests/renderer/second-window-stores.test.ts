import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useNavigationStore } from '../../src/renderer/navigation-store.ts'
import { useViewStore } from '../../src/renderer/view-store.ts'
import { getWindowName } from '../../src/renderer/window-name.ts'
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
    expect(api.windows.showMain).toHaveBeenCalledExactlyOnceWith({ view: 'settings' })
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
