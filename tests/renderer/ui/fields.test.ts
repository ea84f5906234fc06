import { mount } from '@vue/test-utils'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import SelectBox from '../../../src/renderer/ui/SelectBox.vue'
import SelectField from '../../../src/renderer/ui/SelectField.vue'
import type TextFieldComponent from '../../../src/renderer/ui/TextField.vue'

// Files after this one begin without the kit.
afterAll(() => vi.resetModules())

/** TextField as it is before naive-ui's input is loaded, or after. */
async function importField(isKitLoaded: boolean): Promise<typeof TextFieldComponent> {
  vi.resetModules()
  const { loadKit } = await import('../../../src/renderer/ui/kit/kit.ts')
  if (isKitLoaded) await loadKit()
  return (await import('../../../src/renderer/ui/TextField.vue')).default
}

describe.each([
  ['before the kit is loaded', false],
  ['once the kit is loaded', true],
])('TextField %s', (_, isKitLoaded) => {
  it('is a field of that name that takes text, with its hint or error read out', async () => {
    const TextField = await importField(isKitLoaded)
    const field = mount(TextField, {
      props: { label: 'Stake', hint: 'In dollars', modelValue: '20', maxLength: 40 },
      attachTo: document.body,
    })
    const input = field.get('input')
    expect(field.get('label').attributes('for')).toBe(input.attributes('id'))
    expect(document.getElementById(input.attributes('aria-describedby') ?? '')?.textContent).toBe(
      'In dollars',
    )
    expect(input.element).toMatchObject({ value: '20', maxLength: 40, type: 'text' })
    expect(input.attributes('aria-invalid')).toBe('false')
    expect(field.find('.n-input').exists()).toBe(isKitLoaded)

    await input.setValue('25')
    expect(field.emitted('update:modelValue')).toEqual([['25']])
    await field.setProps({ error: 'Stake must be above 0.' })
    expect(input.attributes('aria-invalid')).toBe('true')
    expect(field.get('[role=alert]').text()).toContain('Stake must be above 0.')

    field.vm.focus()
    expect(document.activeElement).toBe(input.element)
  })

  it('keeps the type of its text, and is an area where it has more than one row', async () => {
    const TextField = await importField(isKitLoaded)
    const password = mount(TextField, { props: { label: 'Key', kind: 'password', modelValue: '' } })
    expect(password.get('input').attributes('type')).toBe('password')
    const area = mount(TextField, { props: { label: 'Note', rows: 2, modelValue: 'late' } })
    expect(area.get('textarea').element.value).toBe('late')
    expect(area.find('input').exists()).toBe(false)
  })
})

it('TextField on screen stays the element it is when the kit is loaded', async () => {
  const TextField = await importField(false)
  const field = mount(TextField, { props: { label: 'Stake', modelValue: '20' } })
  const before = field.get('input').element
  const { loadKit } = await import('../../../src/renderer/ui/kit/kit.ts')
  await loadKit()
  await field.setProps({ modelValue: '25' })
  expect(field.get('input').element).toBe(before)
})

describe('SelectField', () => {
  const options = [
    { value: 0, name: 'Off' },
    { value: 30, name: 'Every 30s' },
  ]

  it('emits the value chosen, and shows it once its owner has taken it', async () => {
    const field = mount(SelectField, {
      props: {
        label: 'All parlays',
        options,
        modelValue: 0,
        'onUpdate:modelValue': (value: string | number) => field.setProps({ modelValue: value }),
      },
    })
    await field.get('select').setValue('30')
    await nextTick()
    expect(field.emitted('update:modelValue')).toEqual([[30]])
    expect(field.get('select').element.value).toBe('30')
  })

  it('shows the choice before until its owner takes another', async () => {
    const field = mount(SelectField, { props: { label: 'All parlays', options, modelValue: 0 } })
    const box = field.getComponent(SelectBox)
    const list = box.get('select')
    await field.setProps({ 'onUpdate:modelValue': () => {} })
    await list.setValue('30')
    await nextTick()
    expect(list.element.value).toBe('0')
  })
})
