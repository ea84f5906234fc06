import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { useUndoStore } from '../../../../../src/renderer/commands/undo-store.ts'
import { useKeyStore } from '../../../../../src/renderer/commands/key-store.ts'
import KeysSection from '../../../../../src/renderer/features/settings/keys/KeysSection.vue'
import { useSettingsViewStore } from '../../../../../src/renderer/features/settings/settings-view-store.ts'
import { stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button, buttonNames, field } from '../../../../support/renderer/screen.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'

// happy-dom has no popovers.

async function openKeys() {
  const { api } = stubDesk({})
  const pinia = createPinia()
  setActivePinia(pinia)
  const pane = mount(KeysSection, { attachTo: document.body, global: { plugins: [pinia] } })
  await useKeyStore(pinia).start()
  const click = async (name: string) => {
    await button(pane, name).trigger('click')
    await flushPromises()
  }
  const press = async (key: string, held = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
    document.activeElement?.dispatchEvent(event)
    await flushPromises()
  }
  const rows = () => pane.findAll('li').length
  return { api, pane, click, press, rows, names: () => buttonNames(pane) }
}

describe('Settings › Keys', () => {
  it('lists every command by group with its key, and finds them by name, group and key', async () => {
    const { pane, rows } = await openKeys()
    expect(rows()).toBeGreaterThan(50)
    await field(pane, 'Search keys').setValue('repr')
    expect(pane.findAll('li').map(row => row.get('span').text())).toEqual(
      expect.arrayContaining(['Reprice row', 'Reprice all']),
    )
    await field(pane, 'Search keys').setValue('⇧R')
    expect(rows()).toBe(1)
    await field(pane, 'Search keys').setValue('select ticket')
    const select = 'Change the key of Select ticket: X, Space, Ctrl Space'
    expect(button(pane, select).text()).toBe('X Space Ctrl Space')
    await field(pane, 'Search keys').setValue('zebra')
    expect(pane.text()).toContain('No command matches “zebra”.')
  })

  it('lists the commands named in the search of all settings, and all of them where that finds Keys itself', async () => {
    const { pane, rows } = await openKeys()
    const all = rows()
    const view = useSettingsViewStore()
    view.query = 'reprice row'
    await flushPromises()
    expect(view.found).toContain('keys')
    expect(pane.findAll('li').map(row => row.get('span').text())).toEqual(['Reprice row'])
    view.query = 'keyboard shortcuts'
    await flushPromises()
    expect(rows()).toBe(all)
  })

  it('records a new key and saves it', async () => {
    const { api, click, press, names } = await openKeys()
    await click('Change the key of Copy link: C')
    await press('Shift', { shiftKey: true })
    await press('Y', { shiftKey: true })
    expect(api.keys.save).toHaveBeenCalledExactlyOnceWith({
      keys: [{ command: 'price.copy-link', chords: ['Shift+Y'] }],
    })
    expect(names()).toContain('Change the key of Copy link: ⇧Y')
  })

  it('names what the system does by a key, and saves it only when the user confirms', async () => {
    const { api, pane, click, press, names } = await openKeys()
    await click('Change the key of Copy link: C')
    await press('w', { ctrlKey: true })
    expect(spacedText(pane.get('[role=alert]').element)).toContain('Ctrl W usually closes the window.')
    expect(names()).not.toContain('Swap keys')
    await click('Cancel')
    expect(api.keys.save).not.toHaveBeenCalled()
    await click('Change the key of Copy link: C')
    await press('w', { ctrlKey: true })
    await click('Use anyway')
    expect(api.keys.save).toHaveBeenCalledExactlyOnceWith({
      keys: [{ command: 'price.copy-link', chords: ['Ctrl+W'] }],
    })
  })

  it('does not warn of a key of the system that is the command’s own', async () => {
    const { pane, click, press } = await openKeys()
    await click('Change the key of Undo: Ctrl Z')
    await press('z', { ctrlKey: true })
    expect(pane.find('[role=alert]').exists()).toBe(false)
  })

  it('names the command that has the key already, and swaps the two', async () => {
    const { api, pane, click, press } = await openKeys()
    await click('Change the key of Copy link: C')
    await press('p')
    expect(pane.get('[role=alert]').text()).toMatch(/^P is already Price: Phone QR\./)
    expect(api.keys.save).not.toHaveBeenCalled()
    await click('Swap keys')
    expect(api.keys.save).toHaveBeenCalledExactlyOnceWith({
      keys: [
        { command: 'price.phone', chords: ['C'] },
        { command: 'price.copy-link', chords: ['P'] },
      ],
    })
  })

  it('shows the command that has the key although the search left it out, and both once they are swapped', async () => {
    const { pane, click, press } = await openKeys()
    const titles = () => pane.findAll('li').map(row => row.get('span').text())
    await field(pane, 'Search keys').setValue('copy link')
    await click('Change the key of Copy link: C')
    await press('p')
    expect(titles()).toEqual(['Copy link', 'Phone QR'])
    expect(pane.get('.in-conflict').text()).toContain('Phone QR')
    await click('Swap keys')
    expect(pane.find('.in-conflict').exists()).toBe(false)
    expect(titles()).toEqual(['Copy link', 'Phone QR'])
    await field(pane, 'Search keys').setValue('copy lin')
    expect(titles()).toEqual(['Copy link'])
  })

  it('shows a command found by its key until the search changes, after it has another', async () => {
    const { pane, click, press } = await openKeys()
    await field(pane, 'Search keys').setValue('⇧R')
    await click('Change the key of Reprice all: ⇧R')
    await press('F9')
    expect(buttonNames(pane)).toContain('Change the key of Reprice all: F9')
  })

  it('takes the key from the other command where the user wants it here only', async () => {
    const { api, click, press } = await openKeys()
    await click('Change the key of Copy link: C')
    await press('p')
    await click('Use here')
    expect(api.keys.save).toHaveBeenCalledExactlyOnceWith({
      keys: [
        { command: 'price.phone', chords: [] },
        { command: 'price.copy-link', chords: ['P'] },
      ],
    })
  })

  it('sees no conflict between views that are never on screen together', async () => {
    const { api, click, press } = await openKeys()
    await click('Change the key of New ticket: N')
    await press('F9')
    await click('Change the key of Settle pending: S')
    await press('c')
    expect(api.keys.save).toHaveBeenLastCalledWith({
      keys: [
        { command: 'ledger.new', chords: ['F9'] },
        { command: 'ledger.settle', chords: ['C'] },
      ],
    })
  })

  it('records nothing on Escape, and gives the focus back', async () => {
    const { api, click, press } = await openKeys()
    await click('Change the key of Copy link: C')
    await press('Escape')
    expect(api.keys.save).not.toHaveBeenCalled()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Change the key of Copy link: C')
  })

  it('keeps both keys on Escape at the question about a key that is taken', async () => {
    const { api, pane, click, press } = await openKeys()
    await click('Change the key of Copy link: C')
    await press('p')
    await press('Escape')
    expect([pane.find('[role=alert]').exists(), api.keys.save.mock.calls.length]).toEqual([false, 0])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Change the key of Copy link: C')
  })

  it('adds a second key, removes all, and resets one command or all', async () => {
    const { api, click, press } = await openKeys()
    await click('Add a key to Copy link')
    await press('F9')
    expect(api.keys.save).toHaveBeenLastCalledWith({
      keys: [{ command: 'price.copy-link', chords: ['C', 'F9'] }],
    })
    await click('Remove the keys of Phone QR')
    expect(api.keys.save).toHaveBeenLastCalledWith({
      keys: [
        { command: 'price.copy-link', chords: ['C', 'F9'] },
        { command: 'price.phone', chords: [] },
      ],
    })
    await click('Reset the keys of Phone QR')
    expect(api.keys.save).toHaveBeenLastCalledWith({
      keys: [{ command: 'price.copy-link', chords: ['C', 'F9'] }],
    })
    await click('Reset all')
    expect(api.keys.save).toHaveBeenLastCalledWith({ keys: [] })
  })

  it('says that all keys were reset, keeps the focus, and can undo it', async () => {
    const { api, pane, click, press } = await openKeys()
    await click('Change the key of Copy link: C')
    await press('F9')
    button(pane, 'Reset all').element.focus()
    await click('Reset all')
    expect(document.activeElement).toBe(button(pane, 'Reset all').element)
    expect(pane.text()).toContain('All keys are the default ones.')
    await click('Reset all')
    expect(api.keys.save).toHaveBeenCalledTimes(2)
    await useUndoStore().undo()
    await flushPromises()
    expect(api.keys.save).toHaveBeenLastCalledWith({
      keys: [{ command: 'price.copy-link', chords: ['F9'] }],
    })
    expect(pane.text()).not.toContain('All keys are')
  })
})
