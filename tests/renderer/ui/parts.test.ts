import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import FailureNotice from '../../../src/renderer/ui/FailureNotice.vue'
import ModalDialog from '../../../src/renderer/ui/ModalDialog.vue'
import PriceFormatSwitch from '../../../src/renderer/ui/PriceFormatSwitch.vue'
import ViewTabs from '../../../src/renderer/ui/ViewTabs.vue'
import { matchOnly } from '../../support/renderer/match-media.ts'

it('FailureNotice alerts with the failure, its remedy and the button of the slot', () => {
  const notice = mount(FailureNotice, {
    props: { failure: { kind: 'key-missing' } },
    slots: { default: '<button>Try again</button>' },
  })
  expect(notice.attributes('role')).toBe('alert')
  expect(notice.text()).toContain('No API key yet.')
  expect(notice.text()).toContain('Add it in Settings.')
  expect(notice.find('button').text()).toBe('Try again')
})

it('FailureNotice shows markup of a server as text', () => {
  const notice = mount(FailureNotice, {
    props: { failure: { kind: 'server-error', status: 500, detail: '<img src=x>' } },
  })
  expect(notice.find('img').exists()).toBe(false)
  expect(notice.text()).toContain('<img src=x>')
  expect(notice.find('bdi').text()).toContain('<img src=x>')
})

it('ModalDialog opens modally, is named by its title, and asks to be closed on Escape', async () => {
  const dialog = mount(ModalDialog, { props: { title: 'Keys' }, attachTo: document.body })
  const element = dialog.find('dialog')
  expect(element.element.open).toBe(true)
  const titleId = element.attributes('aria-labelledby') ?? ''
  expect(document.getElementById(titleId)?.textContent).toBe('Keys')
  await element.trigger('cancel')
  expect(dialog.emitted('close')).toHaveLength(1)
  dialog.unmount()
})

it('PriceFormatSwitch marks the format in use and emits another', async () => {
  const control = mount(PriceFormatSwitch, { props: { format: 'american' } })
  expect(control.findAll('button').map(button => button.attributes('aria-pressed'))).toEqual([
    'true',
    'false',
  ])
  await control.findAll('button')[1]?.trigger('click')
  await control.find('select').setValue('hong_kong')
  expect(control.emitted('choose')).toEqual([['decimal'], ['hong_kong']])
})

it('PriceFormatSwitch names the format in use when it is one of the list', () => {
  const control = mount(PriceFormatSwitch, { props: { format: 'malaysian' } })
  expect(control.find('select').element.value).toBe('malaysian')
})

it('PriceFormatSwitch has all formats in its list in a narrow window', async () => {
  matchOnly('(width < 900px)')
  const control = mount(PriceFormatSwitch, { props: { format: 'american' } })
  expect(control.findAll('button')).toEqual([])
  expect(control.find('select').element.value).toBe('american')
  await control.find('select').setValue('decimal')
  expect(control.emitted('choose')).toEqual([['decimal']])
})

it('ViewTabs is a tab list that arrow keys move through', async () => {
  const views = [
    { name: 'desk', title: 'Desk' },
    { name: 'settings', title: 'Settings' },
  ]
  const tabs = mount(ViewTabs, { props: { views, modelValue: 'desk' }, attachTo: document.body })
  expect(tabs.findAll('[role=tab]').map(tab => tab.attributes('aria-selected'))).toEqual(['true', 'false'])
  await tabs.find('[role=tablist]').trigger('keydown', { key: 'ArrowRight' })
  expect(tabs.emitted('update:modelValue')).toEqual([['settings']])
  tabs.unmount()
})
