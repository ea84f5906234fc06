import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, onTestFinished } from 'vitest'
import PhoneSection from '../../../../../src/renderer/features/settings/alerts/PhoneSection.vue'
import type { PhoneState, PhoneTarget } from '../../../../../src/shared/model/settings/phone.ts'
import { failed, ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button, field } from '../../../../support/renderer/screen.ts'

const pixel: PhoneTarget = {
  id: 't-0123456789ab',
  kind: 'ntfy',
  name: 'Pixel',
  host: 'ntfy.example',
  isApproved: true,
  isOn: true,
  secretStatus: 'keychain',
}
const stateOf = (...targets: PhoneTarget[]): PhoneState => ({ targets, deliveries: [] })

async function openPhones(state: PhoneState) {
  const desk = stubDesk({ phone: state })
  const pane = mount(PhoneSection, { global: { plugins: [createPinia()] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  await flushPromises()
  const click = async (name: string) => {
    await button(pane, name).trigger('click')
    await flushPromises()
  }
  return { pane, click, ...desk }
}

describe('PhoneSection', () => {
  it('adds a phone, and forgets what was typed', async () => {
    const { pane, click, api } = await openPhones(stateOf())
    await click('Add phone…')
    await field(pane, 'Name').setValue('Pixel')
    await field(pane, 'Topic address').setValue('https://ntfy.example/my-topic')
    await field(pane, 'Access token (optional)').setValue('tk_secret')
    api.phone.add.mockResolvedValueOnce(ok(stateOf({ ...pixel, isApproved: false })))
    await pane.find('form').trigger('submit')
    await flushPromises()
    expect(api.phone.add).toHaveBeenCalledExactlyOnceWith({
      draft: { kind: 'ntfy', name: 'Pixel', address: 'https://ntfy.example/my-topic', token: 'tk_secret' },
    })
    expect(pane.text()).toContain('Send alerts to ntfy.example?')
    expect(pane.html()).not.toContain('tk_secret')
  })

  it('shows the errors of all fields at once, and sends nothing', async () => {
    const { pane, click, api } = await openPhones(stateOf())
    await click('Add phone…')
    await pane.find('select').setValue('webhook')
    await field(pane, 'Signing key (optional)').setValue('short')
    await pane.find('form').trigger('submit')
    await flushPromises()
    expect(pane.findAll('[role=alert]').map(error => error.text())).toEqual([
      '⚠ Enter an address that starts with https://.',
      '⚠ Enter 16 characters or more, or leave it blank.',
    ])
    expect(document.activeElement).toBe(field(pane, 'Address').element)
    expect(api.phone.add).not.toHaveBeenCalled()
  })

  it('leads to the first field with an error after another kind was chosen', async () => {
    const { pane, click } = await openPhones(stateOf())
    await click('Add phone…')
    await pane.find('select').setValue('telegram')
    await pane.find('form').trigger('submit')
    await flushPromises()
    expect(pane.findAll('[role=alert]')).toHaveLength(2)
    expect(document.activeElement).toBe(field(pane, 'Bot token').element)
  })

  it('adds a webhook without a signing key', async () => {
    const { pane, click, api } = await openPhones(stateOf())
    await click('Add phone…')
    await pane.find('select').setValue('webhook')
    await field(pane, 'Address').setValue('https://hooks.example/in')
    api.phone.add.mockResolvedValueOnce(ok(stateOf({ ...pixel, isApproved: false })))
    await pane.find('form').trigger('submit')
    await flushPromises()
    expect(api.phone.add).toHaveBeenCalledExactlyOnceWith({
      draft: { kind: 'webhook', name: '', address: 'https://hooks.example/in', signingKey: '' },
    })
  })

  it('shows an error of the main process at its field', async () => {
    const { pane, click, api } = await openPhones(stateOf())
    await click('Add phone…')
    await field(pane, 'Topic address').setValue('https://ntfy.example/my-topic')
    const sentence = 'You have 10 already. Remove one first.'
    api.phone.add.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'name', sentence }))
    await pane.find('form').trigger('submit')
    await flushPromises()
    expect(pane.find('[role=alert]').text()).toContain(sentence)
    expect(document.activeElement).toBe(field(pane, 'Name').element)
  })

  it('asks about a new host before anything can be sent', async () => {
    const { pane, click, api } = await openPhones(stateOf({ ...pixel, isApproved: false }))
    expect(pane.text()).not.toContain('Send test')
    api.phone.approve.mockResolvedValueOnce(ok(stateOf(pixel)))
    await click('Allow ntfy.example')
    expect(api.phone.approve).toHaveBeenCalledExactlyOnceWith({ id: pixel.id })
    expect(pane.text()).toContain('Send test')
  })

  it.each([
    [{ kind: 'delivered' as const }, 'Test delivered. Check your phone.'],
    [
      { kind: 'failed' as const, reason: { kind: 'rejected' as const, status: 401 } },
      'Test not delivered. Rejected: check the token (HTTP 401).',
    ],
    [
      { kind: 'unsure' as const, reason: { kind: 'unanswered' as const } },
      'Test may have arrived. No response.',
    ],
  ])('shows the outcome of a test: %j', async (result, text) => {
    const { pane, click, api } = await openPhones(stateOf(pixel))
    api.phone.test.mockResolvedValueOnce(ok(result))
    await click('Send test to Pixel')
    expect(pane.find('[role=status]').text()).toContain(text)
  })

  it('speaks of no phone when the test of a webhook was delivered', async () => {
    const { pane, click, api } = await openPhones(stateOf({ ...pixel, kind: 'webhook' }))
    api.phone.test.mockResolvedValueOnce(ok({ kind: 'delivered' }))
    await click('Send test to Pixel')
    expect(pane.find('[role=status]').text()).toBe('✓ Test delivered.')
  })

  it('removes a phone, and moves the focus on', async () => {
    const { pane, click, api } = await openPhones(stateOf(pixel))
    api.phone.remove.mockResolvedValueOnce(ok(stateOf()))
    await click('Remove Pixel')
    expect(pane.text()).not.toContain('Pixel')
    expect(document.activeElement?.textContent).toContain('Add phone…')
  })

  it('says when an address was forgotten', async () => {
    const { pane } = await openPhones(stateOf({ ...pixel, secretStatus: 'missing' }))
    expect(pane.text()).toContain('Its address was forgotten. Remove it and add it again.')
  })
})
