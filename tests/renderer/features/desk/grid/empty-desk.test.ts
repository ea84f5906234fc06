import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { usePaneKeys } from '../../../../../src/renderer/commands/usePaneKeys.ts'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import EmptyDesk from '../../../../../src/renderer/features/desk/grid/EmptyDesk.vue'
import { useAccountStore } from '../../../../../src/renderer/features/account/account-store.ts'
import { useTourCommands } from '../../../../../src/renderer/features/tour/useTourCommands.ts'
import { useTourStore } from '../../../../../src/renderer/features/tour/tour-store.ts'
import { stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button } from '../../../../support/renderer/screen.ts'

async function open() {
  stubDesk({})
  const pinia = createPinia()
  await useAccountStore(pinia).start()
  const Screen = defineComponent(() => {
    useTourCommands()
    usePaneKeys()
    return () => h('div', { 'data-pane': '' }, [h('button', 'First'), h(EmptyDesk)])
  })
  const view = mount(Screen, { attachTo: document.body, global: { plugins: [pinia] } })
  useTourStore(pinia).offer()
  await flushPromises()
  return { view, commands: useCommandStore(pinia) }
}

describe('EmptyDesk', () => {
  it('on the demo, says that nothing there is real', async () => {
    const { view } = await open()
    expect(view.text()).toContain('This is a demo: made-up books, games and odds. Nothing here costs money.')
  })

  it('is entered at the tour by F6', async () => {
    const { view, commands } = await open()
    commands.run('app.next-pane')
    expect(document.activeElement).toBe(button(view, 'Take the tour (2 min)').element)
  })

  it('keeps the focus when the tour starts and its offer goes', async () => {
    const { view } = await open()
    const start = button(view, 'Take the tour (2 min)')
    start.element.focus()
    await start.trigger('click')
    await flushPromises()
    expect(view.text()).not.toContain('Take the tour')
    expect(document.activeElement).toBe(view.get('.empty').element)
  })
})
