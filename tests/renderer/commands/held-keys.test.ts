import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, onMounted, shallowRef, useTemplateRef } from 'vue'
import { defineLatePart, holdKeys, listenToHeldKeys } from '../../../src/renderer/commands/held-keys.ts'

beforeAll(listenToHeldKeys)

const press = (key: string, more: KeyboardEventInit = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  )
const type = (text: string) => {
  for (const key of text) press(key)
}

/** Keys that the window's listeners got. */
let heard: string[] = []
const hear = ({ key }: KeyboardEvent) => heard.push(key)
beforeEach(() => {
  heard = []
  addEventListener('keydown', hear)
})
afterEach(() => removeEventListener('keydown', hear))

const submit = vi.fn((event: Event) => event.preventDefault())
/** A form that focuses its first field. */
const Form = defineComponent({
  setup() {
    const first = useTemplateRef<HTMLInputElement>('first')
    onMounted(() => first.value?.focus())
    return () =>
      h('form', { onSubmit: submit }, [
        h('input', { ref: 'first', id: 'first' }),
        h('input', { id: 'second' }),
      ])
  },
})

/** A window that shows a late part of these files; each is there when its promise resolves. */
function openLate(...loads: Promise<{ default: typeof Form }>[]) {
  const parts = loads.map(load => defineLatePart(() => load))
  const shown = shallowRef(0)
  const root = mount(
    () =>
      h(
        'div',
        parts.slice(0, shown.value).map(part => h(part)),
      ),
    {
      attachTo: document.body,
    },
  )
  return {
    root,
    shown,
    show: async (count: number) => {
      shown.value = count
      await flushPromises()
    },
  }
}

const value = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)?.value

describe('defineLatePart', () => {
  it('hands the keys pressed while its code loads to its first field', async () => {
    const { promise, resolve } = Promise.withResolvers<{ default: typeof Form }>()
    const { show } = openLate(promise)
    await show(1)
    type('flintx')
    press('Backspace')
    press('Shift', { shiftKey: true })
    expect(heard).toEqual(['Shift'])
    resolve({ default: Form })
    await flushPromises()
    type('!')
    expect(value('first')).toBe('flint')
    expect(heard).toEqual(['Shift', 'f', 'l', 'i', 'n', 't', 'x', 'Backspace', '!'])
  })

  it('moves on by Tab and submits by Enter, as the browser does', async () => {
    const { promise, resolve } = Promise.withResolvers<{ default: typeof Form }>()
    vi.spyOn(HTMLElement.prototype, 'checkVisibility').mockReturnValue(true)
    const { show } = openLate(promise)
    await show(1)
    type('25')
    press('Tab')
    type('3.50')
    press('Enter')
    resolve({ default: Form })
    await flushPromises()
    expect([value('first'), value('second'), submit.mock.calls.length]).toEqual(['25', '3.50', 1])
  })

  it('waits for another late part that a held key shows', async () => {
    const first = Promise.withResolvers<{ default: typeof Form }>()
    const second = Promise.withResolvers<{ default: typeof Form }>()
    const { shown, show } = openLate(first.promise, second.promise)
    const open = ({ key }: KeyboardEvent) => {
      if (key === 'n') shown.value = 2
    }
    addEventListener('keydown', open)
    await show(1)
    type('nabc')
    first.resolve({ default: Form })
    await flushPromises()
    expect(heard).toEqual(['n'])
    type('d')
    second.resolve({ default: Form })
    await flushPromises()
    removeEventListener('keydown', open)
    expect(heard).toEqual(['n', 'a', 'b', 'c', 'd'])
  })

  it('drops the keys of a part that fails to load, or that is closed before', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(console, 'warn').mockReturnValue()
    const failing = Promise.withResolvers<{ default: typeof Form }>()
    const { show } = openLate(failing.promise)
    await show(1)
    type('x')
    failing.reject(new Error('no file'))
    await flushPromises()
    const slow = openLate(new Promise(() => {}))
    await slow.show(1)
    type('y')
    await slow.show(0)
    type('z')
    expect(heard).toEqual(['z'])
  })
})

describe('holdKeys', () => {
  it('holds keys of commands until the part is there, and presses them once', async () => {
    const release = holdKeys()
    expect(press('k', { ctrlKey: true })).toBe(false)
    release(true)
    await flushPromises()
    expect(heard).toEqual(['k'])
    expect(press('k')).toBe(true)
  })
})
