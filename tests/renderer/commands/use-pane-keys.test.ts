import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { useCommandStore } from '../../../src/renderer/commands/command-store.ts'
import { usePaneKeys } from '../../../src/renderer/commands/usePaneKeys.ts'
import { stubDesk } from '../../support/bridge/stub-desk.ts'

// happy-dom lays nothing out.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(() =>
    Object.assign([new DOMRect()], { item: () => null }),
  )
})
afterEach(() => vi.restoreAllMocks())

function open() {
  stubDesk({})
  const pinia = createPinia()
  const pane = (...names: string[]) =>
    h(
      'div',
      { 'data-pane': '' },
      names.map(name => h('button', name)),
    )
  const Screen = defineComponent(() => {
    usePaneKeys()
    return () => [pane('Legs', 'Clear'), pane('Prices'), pane('Details')]
  })
  mount(Screen, { attachTo: document.body, global: { plugins: [pinia] } })
  const commands = useCommandStore(pinia)
  return (id: 'app.next-pane' | 'app.previous-pane') => {
    commands.run(id)
    return document.activeElement?.textContent
  }
}

describe('usePaneKeys', () => {
  it('goes around the panes, forward and back', () => {
    const run = open()
    expect([1, 2, 3, 4].map(() => run('app.next-pane'))).toEqual(['Legs', 'Prices', 'Details', 'Legs'])
    expect([1, 2, 3].map(() => run('app.previous-pane'))).toEqual(['Details', 'Prices', 'Legs'])
  })

  it('returns to the control focused last in a pane', () => {
    const run = open()
    const clear = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Clear')
    clear?.focus()
    run('app.next-pane')
    expect(run('app.previous-pane')).toBe('Clear')
  })
})
