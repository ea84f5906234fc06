import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import AccountBanner from '../../../../src/renderer/features/account/AccountBanner.vue'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import type { AccountState } from '../../../../src/shared/model/settings/profile.ts'
import { stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import { demo, own } from '../../../support/renderer/account/states.ts'

async function open(account: AccountState) {
  const desk = stubDesk({ account })
  const pinia = createPinia()
  const banner = mount(AccountBanner, { global: { plugins: [pinia] } })
  await useAccountStore(pinia).start()
  await flushPromises()
  return { banner, ...desk }
}

test.each([
  ['the demo', demo()],
  ['a key in the keychain', own({ kind: 'keychain' })],
])('AccountBanner is empty with %s', async (_, account) => {
  const { banner } = await open(account)
  expect(banner.text()).toBe('')
})

test('AccountBanner shows a rejected key once, and leads to the settings, which say it themselves', async () => {
  const { banner } = await open(own({ kind: 'refused' }))
  expect(banner.findAll('[role=alert]').map(each => each.text())).toEqual([
    expect.stringContaining('Your API key was rejected. Pricing is paused until you update it.'),
  ])
  expect(buttonNames(banner)).toEqual(['Update key', 'Dismiss'])
  await button(banner, 'Update key').trigger('click')
  expect(useNavigationStore().view).toBe('settings')
  expect(banner.text()).toBe('')
})

test('AccountBanner shows a dismissed problem again when it comes back', async () => {
  const { banner, emit } = await open(own({ kind: 'refused' }))
  await button(banner, 'Dismiss').trigger('click')
  expect(banner.text()).toBe('')
  for (const kind of ['keychain', 'refused'] as const) {
    emit.account.changed(own({ kind }))
    await flushPromises()
  }
  expect(banner.text()).toContain('Your API key was rejected.')
})

test('AccountBanner leads from a missing key of an own profile to the settings', async () => {
  const { banner } = await open(own({ kind: 'missing' }))
  expect(banner.text()).toContain('Add your API key to start pricing.')
  await button(banner, 'Add key').trigger('click')
  expect(useNavigationStore().view).toBe('settings')
})

test('AccountBanner explains a missing keychain and its remedy, and goes when dismissed', async () => {
  const { banner } = await open(own({ kind: 'session', reason: 'The system keychain is locked.' }))
  for (const part of ['forgotten when you quit', 'The system keychain is locked.', 'save the key again'])
    expect(banner.text()).toContain(part)
  await button(banner, 'Dismiss').trigger('click')
  expect(banner.text()).toBe('')
})

test('AccountBanner goes when a new key is set', async () => {
  const { banner, emit } = await open(own({ kind: 'refused' }))
  emit.account.changed(own({ kind: 'keychain' }))
  await flushPromises()
  expect(banner.text()).toBe('')
})

test('AccountBanner lists notices; a dismissed one stays away, also after a change', async () => {
  const account = demo({ notices: ['Settings were reset.', 'The demo did not start.'] })
  const { banner, emit } = await open(account)
  expect(banner.findAll('[role=status]')).toHaveLength(2)
  await button(banner, 'Dismiss').trigger('click')
  emit.account.changed({ ...account })
  await flushPromises()
  expect(banner.text()).not.toContain('Settings were reset.')
  expect(banner.text()).toContain('The demo did not start.')
})
