import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import ProfileFileDialog from '../../../../src/renderer/features/account/ProfileFileDialog.vue'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
import type { ProfileFileChange } from '../../../../src/shared/model/settings/profile.ts'
import { failed, ok, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { own } from '../../../support/renderer/account/states.ts'
import { button } from '../../../support/renderer/screen.ts'

const change: ProfileFileChange = {
  name: 'Mine',
  hosts: [
    { field: 'queue', before: 'https://queue.odds.example', after: 'https://queue.other.example' },
    { field: 'feed', before: null, after: 'https://feed.other.example' },
  ],
}

async function open() {
  const desk = stubDesk({ account: own({ kind: 'keychain' }, { fileChange: change }) })
  const pinia = createPinia()
  const dialog = mount(ProfileFileDialog, {
    global: { plugins: [pinia] },
    props: { change },
    attachTo: document.body,
  })
  onTestFinished(() => dialog.unmount())
  await useAccountStore(pinia).start()
  return { dialog, ...desk, account: useAccountStore(pinia) }
}

test('ProfileFileDialog names the profile, each old and new host, and that the key is removed', async () => {
  const { dialog } = await open()
  expect(dialog.findAll('tbody tr').map(row => row.findAll('th, td').map(cell => cell.text()))).toEqual([
    ['Trending queue', 'https://queue.odds.example', 'https://queue.other.example'],
    ['Odds feed', 'none', 'https://feed.other.example'],
  ])
  expect(dialog.text()).toContain('Mine')
  expect(dialog.text()).toContain('removes the key')
})

test.each([
  ['Keep the old hosts', false],
  ['Use the new hosts', true],
])('ProfileFileDialog answers once for the button “%s”', async (name, apply) => {
  const { dialog, api, account } = await open()
  api.account.answerFileChange.mockResolvedValue(ok(own({ kind: 'missing' })))
  await Promise.all([button(dialog, name).trigger('click'), button(dialog, name).trigger('click')])
  await flushPromises()
  expect(api.account.answerFileChange.mock.calls).toEqual([[{ apply }]])
  expect(account.state?.fileChange).toBeUndefined()
})

test('ProfileFileDialog that is closed keeps the old hosts', async () => {
  const { dialog, api } = await open()
  await dialog.get('dialog').trigger('cancel')
  expect(api.account.answerFileChange).toHaveBeenCalledWith({ apply: false })
})

test('ProfileFileDialog stays open and says why when the hosts could not be changed', async () => {
  const { dialog, api } = await open()
  const sentence = 'The system keychain is unavailable or locked. Nothing was changed.'
  api.account.answerFileChange.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'key', sentence }))
  await button(dialog, 'Use the new hosts').trigger('click')
  await flushPromises()
  expect(dialog.get('[role=alert]').text()).toContain(sentence)
})
