import { flushPromises, mount } from '@vue/test-utils'
import { quietMeter } from '../../src/shared/model/parlay/desk.ts'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import App from '../../src/renderer/App.vue'
import { useNavigationStore } from '../../src/renderer/navigation-store.ts'
import { stubDesk } from '../support/bridge/stub-desk.ts'
import { cell, noon, plainSettings, priced, row } from '../support/shared/desk-rows.ts'
import { button } from '../support/renderer/screen.ts'
import { settled } from '../support/renderer/settled.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function openApp() {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  vi.spyOn(Date, 'now').mockReturnValue(noon)
  const fake = stubDesk({
    settings: {
      ...plainSettings,
      books: [{ id: 'bravo', name: 'Bravo', hostId: 'bravo', isOn: true }],
    },
    desk: {
      seq: 1,
      rows: [row(1, [cell('bravo', { quote: priced(512) })])],
      meter: quietMeter,
    },
  })
  const app = mount(App, { attachTo: document.body, global: { plugins: [createPinia()] } })
  await flushPromises()
  return { app, ...fake }
}

describe('App', () => {
  it('opens on the desk, with legs, prices and cell', async () => {
    const { app } = await openApp()
    expect(app.findAll('[role=tab]').map(tab => [tab.text(), tab.attributes('aria-selected')])).toEqual([
      ['Desk', 'true'],
      ['Ledger', 'false'],
      ['Accounts', 'false'],
      ['Scanner', 'false'],
      ['Settings', 'false'],
    ])
    for (const part of ['[role=grid][aria-label=Prices]', '[aria-label=Cell]', 'footer']) {
      expect(app.find(part).exists()).toBe(true)
    }
  })

  it('reports its first screen once that shows the prices', async () => {
    const { api, app } = await openApp()
    await expect.poll(() => api.windows.painted).toHaveBeenCalled()
    expect(app.find('[role=gridcell].price').exists()).toBe(true)
  })

  it('shows the demo badge only in the demo', async () => {
    const { app, emit } = await openApp()
    expect(app.get('header').text()).toContain('DEMO')
    emit.account.changed({
      profiles: [],
      activeId: 'mine',
      activeName: 'Mine',
      isDemo: false,
      keyStatus: { kind: 'keychain' },
      notices: [],
    })
    await flushPromises()
    expect(app.get('header').text()).not.toContain('DEMO')
  })

  it('closes a dialog of the profile that another start has replaced', async () => {
    const { app, emit } = await openApp()
    const navigation = useNavigationStore()
    const mine = { profiles: [], activeId: 'mine', activeName: 'Mine', isDemo: false, notices: [] }
    navigation.openDialog({ kind: 'record-ticket', source: { kind: 'hand' } })
    await expect.poll(() => app.find('dialog').exists()).toBe(true)
    emit.account.changed({ ...mine, keyStatus: { kind: 'keychain' } })
    await flushPromises()
    expect(navigation.dialog).toBeUndefined()
    navigation.openDialog({ kind: 'commands' })
    emit.account.changed({ ...mine, activeId: 'other', keyStatus: { kind: 'keychain' } })
    await flushPromises()
    expect(navigation.dialog).toEqual({ kind: 'commands' })
  })

  it('converts all prices at once when another format is chosen', async () => {
    const { app, api } = await openApp()
    await app.get('select[aria-label="More formats"]').setValue('fractional')
    await flushPromises()
    expect(api.settings.setPriceFormat).toHaveBeenCalledExactlyOnceWith({ format: 'fractional' })
    expect(app.get('[role=gridcell]').text()).toContain('128/25')
  })

  it('takes files dropped on any view, and shows their progress on the desk', async () => {
    const { app, api } = await openApp()
    await app.findAll('[role=tab]')[1]?.trigger('click')
    const dropped = Object.assign(new Event('drop', { cancelable: true }), {
      dataTransfer: { types: ['Files'], files: [new File(['[]'], 'odds.json')] },
    })
    window.dispatchEvent(dropped)
    await expect.poll(() => app.get('[aria-label="Dropped files"]').text()).toContain('✓')
    expect(dropped.defaultPrevented).toBe(true)
    expect(api.board.add.mock.calls.map(([part]) => part.name)).toEqual(['odds.json'])
  })

  it('opens the ledger, where the keys of the desk do nothing', async () => {
    const { app } = await openApp()
    await app.findAll('[role=tab]')[1]?.trigger('click')
    await expect.poll(() => app.get('#view-ledger').text()).toContain('No tickets yet')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 't' }))
    await flushPromises()
    expect(app.find('dialog').exists()).toBe(false)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'n' }))
    await expect.poll(() => app.get('dialog').text()).toContain('Record ticket')
  })

  it('records a ticket of the cell by T, from its button, and keeps one dialog at a time', async () => {
    const { app, api } = await openApp()
    await app.get('[role=gridcell]').trigger('click')
    await app
      .findAll('[aria-label=Cell] button')
      .find(each => each.text().startsWith('Record ticket'))
      ?.trigger('click')
    await expect.poll(() => app.findAll('dialog')).toHaveLength(1)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 't' }))
    await flushPromises()
    expect(app.findAll('dialog')).toHaveLength(1)
    const id =
      app
        .findAll('dialog label')
        .find(each => each.text() === 'Stake')
        ?.attributes('for') ?? ''
    await app.get(`[id="${id}"]`).setValue('40')
    await app.get('#record-ticket').trigger('submit')
    await flushPromises()
    expect(api.ledger.record.mock.lastCall?.[0]).toMatchObject({ bookId: 'bravo', price: { text: '+512' } })
    expect(app.find('dialog').exists()).toBe(false)
  })

  it('ignores the keys of the desk while another view is shown', async () => {
    const { app, api } = await openApp()
    await app.findAll('[role=tab]')[1]?.trigger('click')
    await vi.dynamicImportSettled()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'R', shiftKey: true }))
    expect(api.desk.price).not.toHaveBeenCalled()
    await app.findAll('[role=tab]')[0]?.trigger('click')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'R', shiftKey: true }))
    await flushPromises()
    expect(api.desk.price).toHaveBeenCalledOnce()
  })
})

describe('App with the command palette', () => {
  const dialog = 'dialog[aria-label=Commands]'
  async function openPalette({ app }: Awaited<ReturnType<typeof openApp>>, from: EventTarget = window) {
    from.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
    await expect.poll(() => app.find(dialog).exists()).toBe(true)
    return async (typed: string) => {
      await app.get(`${dialog} input`).setValue(typed)
      await app.get(`${dialog} input`).trigger('keydown', { key: 'Enter' })
      await flushPromises()
    }
  }

  it('opens it by Ctrl+K while a field has the focus, and runs the command named', async () => {
    const opened = await openApp()
    const field = opened.app.get('select').element
    field.focus()
    const run = await openPalette(opened, field)
    await run('repr all')
    expect(opened.app.find(dialog).exists()).toBe(false)
    expect(opened.api.desk.price).toHaveBeenCalledExactlyOnceWith({ parlayId: null, bookId: null })
  })

  it('opens it from the header too', async () => {
    const { app } = await openApp()
    await button(app.get('header'), 'Search legs, parlays, tickets, settings').trigger('click')
    await expect.poll(() => app.find(dialog).exists()).toBe(true)
  })

  it('does not open it over another dialog', async () => {
    const { app } = await openApp()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))
    await expect.poll(() => app.findAll('dialog')).toHaveLength(1)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    await settled()
    expect(app.find(dialog).exists()).toBe(false)
  })

  it('goes to the ledger, never shown before, and runs the command there', async () => {
    const opened = await openApp()
    const run = await openPalette(opened)
    await run('new ticket')
    await expect.poll(() => opened.app.find('#view-ledger').exists()).toBe(true)
    await expect
      .poll(() => opened.app.findAll('dialog h2').map(title => title.text()))
      .toEqual(['New ticket'])
  })

  it('says why commands of a ledger that is not open are blocked', async () => {
    const opened = await openApp()
    opened.emit.ledger.changed({ seq: 2, status: { kind: 'opening' }, lines: [], gone: [], isMany: false })
    await openPalette(opened)
    await opened.app.get(`${dialog} input`).setValue('export tickets')
    expect(opened.app.get('[role=option]').text()).toContain('The ledger isn’t open')
  })

  it('moves the focus of a view that was left to the tab of the new view', async () => {
    const opened = await openApp()
    opened.app.get<HTMLElement>('[role=gridcell]').element.focus()
    const run = await openPalette(opened)
    await run('settings')
    await expect.poll(() => document.activeElement?.id).toBe('tab-settings')
  })

  it('moves the focus back to where it was in a view that is shown again', async () => {
    const opened = await openApp()
    const { app } = opened
    const cell = app.get<HTMLElement>('[role=gridcell]').element
    cell.focus()
    const run = await openPalette(opened)
    await run('settings')
    await expect.poll(() => document.activeElement?.id).toBe('tab-settings')
    useNavigationStore().goTo('desk')
    await expect.poll(() => document.activeElement).toBe(cell)
  })

  it('shows prices in the format named', async () => {
    const opened = await openApp()
    const run = await openPalette(opened)
    await run('hong kong')
    expect(opened.api.settings.setPriceFormat).toHaveBeenCalledExactlyOnceWith({ format: 'hong_kong' })
  })

  it('opens the dialogs of the legs, the queue and the alerts', async () => {
    for (const [typed, title] of [
      ['add odds', 'Add odds'],
      ['sources', 'Sources'],
      ['type legs', 'Enter legs by ID'],
      ['trending', 'Trending queue'],
      ['alerts', 'Alerts'],
      ['auto', 'Auto-refresh'],
      ['columns', 'Columns'],
    ] as const) {
      const opened = await openApp()
      const run = await openPalette(opened)
      await run(typed)
      await expect.poll(() => opened.app.findAll('dialog h2').map(head => head.text())).toEqual([title])
      opened.app.unmount()
    }
  })
})
