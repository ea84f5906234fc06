import { flushPromises, mount } from '@vue/test-utils'
import { defineAsyncComponent, defineComponent, h, KeepAlive, shallowRef, type Component } from 'vue'
import { describe, expect, it, vi } from 'vitest'
import { isTyping, useWindowKeys } from '../../../src/renderer/ui/useWindowKeys.ts'

const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))

function viewWith(does: () => void) {
  return defineComponent({
    setup() {
      useWindowKeys(({ key }) => (key === '/' ? does : undefined))
      return () => h('div')
    },
  })
}

it('useWindowKeys listens in the view on screen only, also when a view off screen is mounted late', async () => {
  const first = vi.fn<() => void>()
  const second = vi.fn<() => void>()
  const loading = Promise.withResolvers<ReturnType<typeof viewWith>>()
  const First = viewWith(first)
  const Late = defineAsyncComponent(() => loading.promise)
  const Second = defineComponent({ setup: () => () => h('section', h(Late)) })
  const Third = defineComponent({ setup: () => () => h('p') })
  const shown = shallowRef<Component>(First)
  const page = mount(() => h(KeepAlive, () => h(shown.value)), { attachTo: document.body })
  const show = async (view: Component) => {
    shown.value = view
    await flushPromises()
  }
  const calls = () => [first.mock.calls.length, second.mock.calls.length]
  await show(Second)
  await show(Third)
  loading.resolve(viewWith(second))
  await flushPromises()
  press('/')
  expect(calls()).toEqual([0, 0])
  await show(First)
  press('/')
  expect(calls()).toEqual([1, 0])
  await show(Second)
  press('/')
  expect(calls()).toEqual([1, 1])
  page.unmount()
  press('/')
  expect(calls()).toEqual([1, 1])
})

describe('isTyping', () => {
  it.each(['input', 'textarea', 'select', 'dialog'])('is true in a %s', tag => {
    expect(isTyping(document.createElement(tag))).toBe(true)
  })

  it('is false on a button and on nothing', () => {
    expect([isTyping(document.createElement('button')), isTyping(null)]).toEqual([false, false])
  })
})
