import { flushPromises, mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import MenuButton from '../../../src/renderer/ui/MenuButton.vue'

function open() {
  const run = vi.fn<(title: string) => void>()
  const item = (title: string, more = {}) => ({ title, run: () => run(title), ...more })
  const groups = () => [
    { name: 'Tools', items: [item('Columns'), item('Export', { blocked: 'Nothing to export' })] },
    { name: 'Order', items: [item('Date', { isChecked: true }), item('EV', { isChecked: false })] },
    { name: 'Nothing', items: [] },
  ]
  const view = mount(MenuButton, { props: { label: 'More', groups }, attachTo: document.body })
  const press = async (key: string) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
    await flushPromises()
  }
  const focused = () =>
    document.activeElement?.querySelector('bdi')?.textContent ??
    document.activeElement?.getAttribute('aria-label')
  view.get('button').element.focus()
  return { view, run, press, focused }
}

describe('MenuButton', () => {
  it('APG: opens with Enter, Down or Up on its first or last item', async () => {
    const { view, press, focused } = open()
    await view.get('button').trigger('click')
    await flushPromises()
    expect(focused()).toBe('Columns')
    await press('Escape')
    await press('ArrowUp')
    expect(focused()).toBe('EV')
    expect(view.get('button').attributes()).toMatchObject({
      'aria-haspopup': 'menu',
      'aria-expanded': 'true',
    })
  })

  it('APG: moves with arrows, which wrap, with Home and End, and by first letters', async () => {
    const { press, focused } = open()
    await press('ArrowDown')
    await press('ArrowUp')
    expect(focused()).toBe('EV')
    await press('ArrowDown')
    expect(focused()).toBe('Columns')
    await press('End')
    expect(focused()).toBe('EV')
    await press('Home')
    await press('d')
    expect(focused()).toBe('Date')
  })

  it('APG: gives the focus back with Escape', async () => {
    const { view, press, focused } = open()
    await press('ArrowDown')
    await press('Escape')
    expect(view.find('[role=menu]').exists()).toBe(false)
    expect(focused()).toBe('More')
  })

  it('runs an item, but not one that is blocked, and says which of several is in use', async () => {
    const { view, run, press } = open()
    await press('ArrowDown')
    const [columns, blocked, date] = view.findAll('[role^=menuitem]')
    expect(date?.attributes()).toMatchObject({ role: 'menuitemradio', 'aria-checked': 'true' })
    expect(blocked?.attributes()).toMatchObject({ 'aria-disabled': 'true', 'data-tip': 'Nothing to export' })
    await blocked?.trigger('click')
    expect(run).not.toHaveBeenCalled()
    await columns?.trigger('click')
    expect(run).toHaveBeenCalledExactlyOnceWith('Columns')
    expect(view.find('[role=menu]').exists()).toBe(false)
  })

  it('leaves empty groups out', async () => {
    const { view, press } = open()
    await press('ArrowDown')
    expect(view.findAll('[role=group]').map(group => group.attributes('aria-label'))).toEqual([
      'Tools',
      'Order',
    ])
  })
})
