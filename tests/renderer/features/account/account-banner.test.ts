import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import AccountBanner from '../../../../src/renderer/features/account/AccountBanner.vue'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
import { useLedgerStore } from '../../../../src/renderer/features/ledger/ledger-store.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import type { AccountState } from '../../../../src/shared/model/settings/profile.ts'
import { ledgerProblems, type LedgerStatus } from '../../../../src/shared/model/ticket/ledger-status.ts'
import { emptyLedger } from '../../../support/shared/ledger-answers.ts'
import { stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import { demo, own } from '../../../support/renderer/account/states.ts'

async function open(account: AccountState, status: LedgerStatus = emptyLedger.status) {
  const desk = stubDesk({ account, ledger: { seq: 1, status } })
  const pinia = createPinia()
  const banner = mount(AccountBanner, { global: { plugins: [pinia] } })
  await Promise.all([useAccountStore(pinia).start(), useLedgerStore(pinia).start()])
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
  expect(useNavigationStore().target).toMatchObject({ show: 'setting', id: 'api-key' })
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

const damaged = { kind: 'closed', problem: 'damaged', sentence: 'Record 5 doesn’t match.' } as const

test('AccountBanner says that the ledger is damaged and what to do, and leads to the ledger, which says it itself', async () => {
  const { banner } = await open(demo(), damaged)
  expect(banner.get('[role=alert]').text()).toContain(
    'The ledger is damaged. Restore a backup to record and settle tickets.',
  )
  await button(banner, 'Open ledger').trigger('click')
  expect(useNavigationStore().view).toBe('ledger')
  expect(banner.text()).toBe('')
})

test.each(ledgerProblems)('AccountBanner has a remedy for a ledger that is %s', async problem => {
  const { banner } = await open(demo(), { ...damaged, problem })
  expect(banner.get('[role=alert]').text()).toMatch(/\S\. \S.*\.\s*Open ledger/)
})

test('AccountBanner says why no ticket can be recorded in an open ledger', async () => {
  const status = { ...emptyLedger.status, readOnly: 'The disk is full.' }
  const { banner } = await open(demo(), status)
  expect(banner.get('[role=alert]').text()).toContain(
    'Tickets can’t be recorded or settled. The disk is full.',
  )
})

test('AccountBanner shows a dismissed problem of the ledger again when it comes back', async () => {
  const { banner, emit } = await open(demo(), damaged)
  await button(banner, 'Dismiss').trigger('click')
  expect(banner.text()).toBe('')
  const change = { lines: [], gone: [], isMany: false }
  emit.ledger.changed({ seq: 2, status: emptyLedger.status, ...change })
  await flushPromises()
  emit.ledger.changed({ seq: 3, status: damaged, ...change })
  await flushPromises()
  expect(banner.text()).toContain('The ledger is damaged.')
})
