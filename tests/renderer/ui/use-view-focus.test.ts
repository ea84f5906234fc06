import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { defineComponent, nextTick, ref } from 'vue'
import { useViewFocus } from '../../../src/renderer/ui/useViewFocus.ts'

/** Two tabs with their views: a field and a table in the first; in the second a table, drawn when `isDrawn` is set. */
function openViews() {
  const view = ref('desk')
  const target = ref<object>()
  const isDrawn = ref(false)
  const frame = mount(
    defineComponent({
      setup() {
        useViewFocus({
          view: () => view.value,
          target: () => target.value,
          focusTab: () => document.getElementById(`tab-${view.value}`)?.focus(),
        })
        return { view, isDrawn }
      },
      template: `
        <button v-for="name in ['desk', 'ledger']" :id="'tab-' + name" role="tab" :aria-selected="String(view === name)" />
        <div role="tabpanel">
          <template v-if="view === 'desk'">
            <input id="field"><div role="grid"><div id="other" tabindex="-1" /><div id="selected" tabindex="0" /></div>
          </template>
          <div v-else-if="isDrawn" role="grid"><div tabindex="-1" /><div id="row" tabindex="0" /></div>
        </div>`,
    }),
    { attachTo: document.body },
  )
  const focused = () => document.activeElement?.id
  const show = async (name: string) => {
    view.value = name
    await nextTick()
  }
  return { frame, show, focused, isDrawn, target }
}

describe('useViewFocus', () => {
  it('moves to the table of a view shown for the first time, once it is drawn, and back to the last element', async () => {
    const { show, focused, isDrawn } = openViews()
    document.getElementById('field')?.focus()
    await show('ledger')
    expect(focused()).toBe('tab-ledger')
    isDrawn.value = true
    await expect.poll(() => focused()).toBe('row')
    await show('desk')
    await expect.poll(() => focused()).toBe('field')
  })

  it('moves to the selected row, not to the last element, when something was requested to be shown', async () => {
    const { show, focused, target } = openViews()
    document.getElementById('other')?.focus()
    await show('ledger')
    const shown = show('desk')
    target.value = {}
    target.value = undefined
    await shown
    await expect.poll(() => focused()).toBe('selected')
  })

  it('stays on a tab that was pressed, and where the user moved meanwhile', async () => {
    const { show, focused, isDrawn } = openViews()
    document.getElementById('field')?.focus()
    document.getElementById('tab-ledger')?.focus()
    isDrawn.value = true
    await show('ledger')
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    expect(focused()).toBe('tab-ledger')
  })
})
