import { flushPromises } from '@vue/test-utils'
import type { Pinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import { useDeskStore } from '../../../../../src/renderer/features/desk/desk-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { useWindowsStore } from '../../../../../src/renderer/windows-store.ts'
import type { Row } from '../../../../../src/shared/model/parlay/desk.ts'
import type { LinkColor } from '../../../../../src/shared/model/settings/windows.ts'
import { cell, priced, row } from '../../../../support/shared/desk-rows.ts'
import { mountDesk, openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()
afterEach(() => history.replaceState(null, '', '/'))

const rowIn = (id: number, group: LinkColor | null = null): Row => ({
  ...row(id, [cell('alpha', { quote: priced(400) }), cell('bravo', { quote: priced(410) })]),
  group,
})
const run = async (pinia: Pinia, id: 'row.open-window' | 'group.blue' | 'app.undo') => {
  await useCommandStore(pinia).run(id)
  await flushPromises()
}
const titleIn = (pinia: Pinia) => useCommandStore(pinia).titleOf('group.blue')

describe('useGroups', () => {
  it('puts a row without a group into the first free one and opens its window', async () => {
    const { pinia, choose, api } = await openDesk([rowIn(1), rowIn(2, 'blue')])
    await choose('bravo', 1)
    await run(pinia, 'row.open-window')
    expect(api.desk.setGroup).toHaveBeenCalledExactlyOnceWith({ parlayIds: [1], group: 'green' })
    expect(api.windows.open).toHaveBeenCalledExactlyOnceWith({ window: 'green' })
  })

  it('opens the window of the group that a row has', async () => {
    const { pinia, choose, api } = await openDesk([rowIn(1), rowIn(2, 'blue')])
    await choose('bravo', 2)
    await run(pinia, 'row.open-window')
    expect(api.desk.setGroup).not.toHaveBeenCalled()
    expect(api.windows.open).toHaveBeenCalledExactlyOnceWith({ window: 'blue' })
  })

  it('takes a row out of its group, and undo puts it back', async () => {
    const { pinia, choose, api } = await openDesk([rowIn(1), rowIn(2, 'blue')])
    await choose('bravo', 1)
    expect(titleIn(pinia)).toBe('Add to group blue')
    await choose('bravo', 2)
    expect(titleIn(pinia)).toBe('Leave group blue')
    await run(pinia, 'group.blue')
    await run(pinia, 'app.undo')
    expect(api.desk.setGroup.mock.calls).toEqual([
      [{ parlayIds: [2], group: null }],
      [{ parlayIds: [2], group: 'blue' }],
    ])
  })

  it('reads nothing of the desk any more once its view is closed', async () => {
    const { pinia, view, choose } = await openDesk([rowIn(1)])
    await choose('bravo', 1)
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    await run(pinia, 'group.blue')
    view.unmount()
    const reads = vi.fn()
    useDeskStore(pinia).$onAction(reads)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reads).not.toHaveBeenCalled()
  })

  it('names the group of a row where it is read out', async () => {
    const { view } = await openDesk([rowIn(1), rowIn(2, 'blue')])
    expect(view.get('[data-parlay="2"] [role=rowheader]').text()).toContain('Group blue')
    expect(view.get('[data-parlay="1"] [role=rowheader]').text()).not.toContain('Group')
  })

  it('shows the rows of its group alone in a group window, as they come and go', async () => {
    history.replaceState(null, '', '/?window=blue')
    const { view, emit, meter } = await openDesk([rowIn(1), rowIn(2, 'blue')])
    const ids = () => view.findAll('[role=row][data-parlay]').map(each => each.attributes('data-parlay'))
    expect(ids()).toEqual(['2'])
    emit.desk.changed({ seq: 2, rows: [rowIn(1, 'blue')], order: null, meter })
    await flushPromises()
    expect(ids()).toEqual(['1', '2'])
    emit.desk.changed({ seq: 3, rows: [rowIn(1, 'green'), rowIn(2)], order: null, meter })
    await flushPromises()
    expect(view.text()).toContain('Group blue has no parlays. Select rows on the desk and press Alt 1.')
  })
})

describe('useLinkedSelection', () => {
  it('selects what was selected in another window, and does not send that again', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { pinia, view, emit, api, choose } = await openDesk([rowIn(1), rowIn(2, 'blue')])
    const windows = useWindowsStore(pinia)
    await windows.start()
    emit.windows.changed({ open: ['blue'] })
    emit.windows.selected({ parlayId: 2, bookId: 'bravo' })
    await flushPromises()
    expect(view.get('[data-parlay="2"]').classes()).toContain('chosen')
    expect(api.windows.select).not.toHaveBeenCalled()
    await choose('alpha', 1)
    expect(api.windows.select).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: 'alpha' })
  })

  it('leaves the selection where the window does not show the row', async () => {
    const { view, emit, choose } = await openDesk([rowIn(1)])
    await choose('alpha', 1)
    emit.windows.selected({ parlayId: 9, bookId: 'bravo' })
    await flushPromises()
    expect(view.get('[data-parlay="1"]').classes()).toContain('chosen')
  })

  it('sends nothing while no group has a window', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { api, choose } = await openDesk([rowIn(1)])
    await choose('alpha', 1)
    expect(api.windows.select).not.toHaveBeenCalled()
  })
})

describe('useRequestedCell', () => {
  it('selects a cell of the group here, and has the main window show any other', async () => {
    history.replaceState(null, '', '/?window=blue')
    const { pinia, view, api } = await openDesk([rowIn(1), rowIn(2, 'blue')])
    const navigation = useNavigationStore(pinia)
    api.windows.showMain.mockClear()
    navigation.showCell({ parlayId: 2, bookId: 'bravo' })
    await flushPromises()
    expect(view.get('[data-parlay="2"]').classes()).toContain('chosen')
    expect(api.windows.showMain).not.toHaveBeenCalled()
    navigation.showCell({ parlayId: 1, bookId: 'bravo' })
    await flushPromises()
    expect(api.windows.showMain).toHaveBeenCalledExactlyOnceWith({
      show: 'price',
      parlayId: 1,
      bookId: 'bravo',
    })
  })

  it('selects a cell that was requested before the desk was read, and only once', async () => {
    const { pinia, view, start } = mountDesk([rowIn(1), rowIn(2)])
    const navigation = useNavigationStore(pinia)
    navigation.showCell({ parlayId: 2, bookId: null })
    await flushPromises()
    expect(navigation.target).toBeDefined()
    await start()
    await flushPromises()
    expect(view.get('[data-parlay="2"]').classes()).toContain('chosen')
    expect(navigation.target).toBeUndefined()
  })
})
