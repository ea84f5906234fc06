import { mount } from '@vue/test-utils'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { defineComponent, ref } from 'vue'

// Files after this one begin without the kit.
afterAll(() => vi.resetModules())

/** CheckField and RadioField as they are before naive-ui is loaded, or after. */
async function importFields(isKitLoaded: boolean) {
  vi.resetModules()
  const { loadKit } = await import('../../../src/renderer/ui/kit/kit.ts')
  if (isKitLoaded) await loadKit()
  const check = await import('../../../src/renderer/ui/CheckField.vue')
  const radio = await import('../../../src/renderer/ui/RadioField.vue')
  return { CheckField: check.default, RadioField: radio.default }
}

describe.each([
  ['before the kit is loaded', false],
  ['once the kit is loaded', true],
])('%s', (_, isKitLoaded) => {
  it('CheckField is turned by a press, unless it is disabled', async () => {
    const { CheckField } = await importFields(isKitLoaded)
    const field = mount(CheckField, {
      props: { modelValue: false },
      slots: { default: 'Live bet' },
      attachTo: document.body,
    })
    const box = field.get(isKitLoaded ? '[role=checkbox]' : 'input')
    expect(field.text()).toBe('Live bet')
    await box.trigger('click')
    expect(field.emitted('update:modelValue')).toEqual([[true]])
    await field.setProps({ disabled: true })
    await box.trigger('click')
    expect(field.emitted('update:modelValue')).toHaveLength(1)
  })

  it('RadioField offers all choices under its name, and emits the one chosen', async () => {
    const { RadioField } = await importFields(isKitLoaded)
    const options = [
      { value: 'json', name: 'JSON', hint: 'Full history.' },
      { value: 'csv', name: 'CSV' },
    ]
    const field = mount(RadioField, {
      props: { label: 'Format', options, modelValue: 'json' },
      attachTo: document.body,
    })
    const name = document.getElementById(field.get('[role=radiogroup]').attributes('aria-labelledby') ?? '')
    expect(name?.textContent).toBe('Format')
    expect(field.text()).toContain('Full history.')
    await field.get('input[value=csv]').setValue(true)
    expect(field.emitted('update:modelValue')).toEqual([['csv']])
  })
})

it('CheckField of the kit, Enter, submits the form and leaves the box as it is', async () => {
  const { CheckField } = await importFields(true)
  const submitted = vi.fn()
  const isLive = ref(false)
  const form = mount(
    defineComponent({
      components: { CheckField },
      setup: () => ({ isLive, submitted }),
      template: '<form @submit.prevent="submitted"><CheckField v-model="isLive">Live bet</CheckField></form>',
    }),
    { attachTo: document.body },
  )
  const box = form.get('[role=checkbox]')
  await box.trigger('keydown', { key: 'Enter' })
  await box.trigger('keyup', { key: 'Enter' })
  expect(submitted).toHaveBeenCalledOnce()
  expect(isLive.value).toBe(false)
  await box.trigger('keyup', { key: ' ' })
  expect(isLive.value).toBe(true)
})
