import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useCommandStore } from '../../../src/renderer/commands/command-store.ts'
import { commandIds } from '../../../src/renderer/commands/command-table.ts'
import ContextMenu from '../../../src/renderer/commands/ContextMenu.vue'
import { menus } from '../../../src/renderer/commands/menu-table.ts'

afterEach(() => {
  document.body.replaceChildren()
})

async function openOver(name: string, inside = 'button') {
  const pinia = createPinia()
  const acts = { copy: vi.fn(), remove: vi.fn() }
  useCommandStore(pinia).handle({
    'price.copy-link': { run: acts.copy },
    'price.open': { run: vi.fn(), blocked: () => 'Missing a leg' },
    'row.remove': { run: acts.remove },
  })
  const view = mount(ContextMenu, { attachTo: document.body, global: { plugins: [pinia] } })
  const place = document.createElement('div')
  place.dataset['menu'] = name
  const target = place.appendChild(document.createElement(inside))
  document.body.append(place)
  target.focus()
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 50 })
  target.dispatchEvent(event)
  await flushPromises()
  const items = () => view.findAll('[role=menuitem]')
  return { view, acts, event, target, items }
}

describe('ContextMenu', () => {
  it('lists the commands of what it is opened over, with keys, those that cannot run with the reason', async () => {
    const { view, event, items } = await openOver('price')
    expect(event.defaultPrevented).toBe(true)
    expect(view.get('[role=menu]').attributes('aria-label')).toBe('Price')
    expect(items().map(item => item.get('bdi').text())).toEqual([
      'Recheck and open',
      'Copy link',
      'Remove parlay',
    ])
    expect(items().map(item => item.find('kbd').text())).toEqual(['O', 'C', 'Del'])
    expect(items()[0]?.attributes()).toMatchObject({ 'aria-disabled': 'true', 'data-tip': 'Missing a leg' })
  })

  it('takes the focus, and gives it back before the command runs', async () => {
    const { view, acts, target, items } = await openOver('price')
    expect(document.activeElement).toBe(items()[0]?.element)
    acts.copy.mockImplementation(() => expect(document.activeElement).toBe(target))
    await items()[1]?.trigger('click')
    expect(acts.copy).toHaveBeenCalledOnce()
    expect(view.find('[role=menu]').exists()).toBe(false)
  })

  it('closes on Escape, and the focus goes back', async () => {
    const { view, target, items } = await openOver('price')
    await items()[0]?.trigger('keydown', { key: 'Escape' })
    expect(view.find('[role=menu]').exists()).toBe(false)
    expect(document.activeElement).toBe(target)
  })

  it('leaves text fields their own menu, and what has no menu alone', async () => {
    expect((await openOver('price', 'input')).event.defaultPrevented).toBe(false)
    expect((await openOver('nothing')).event.defaultPrevented).toBe(false)
  })
})

it('menus name commands of the table only', () => {
  const named: readonly string[] = Object.values(menus).flatMap(({ groups }) => Object.values(groups).flat())
  expect(named.filter(id => !commandIds.some(known => known === id))).toEqual([])
})
