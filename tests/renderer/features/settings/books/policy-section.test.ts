import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import { useLedgerStore } from '../../../../../src/renderer/features/ledger/ledger-store.ts'
import PolicySection from '../../../../../src/renderer/features/settings/books/PolicySection.vue'
import type { LedgerSnapshot } from '../../../../../src/shared/model/ticket/ledger-status.ts'
import { failed, stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { emptyLedger } from '../../../../support/shared/ledger-answers.ts'

enableAutoUnmount(afterEach)

const bravo = {
  bookId: 'bravo',
  bookName: 'Bravo',
  policy: 'ask',
  source: '',
  asOf: null,
  changedAt: null,
} as const

async function open(ledger: LedgerSnapshot = emptyLedger) {
  const fake = stubDesk({ ledger })
  fake.api.ledger.policies.mockResolvedValue(ok({ policies: [bravo] }))
  fake.api.ledger.savePolicy.mockResolvedValue(ok({ policies: [bravo] }))
  const pinia = createPinia()
  const section = mount(PolicySection, { attachTo: document.body, global: { plugins: [pinia] } })
  await useLedgerStore(pinia).start()
  await flushPromises()
  return { ...fake, section }
}

describe('PolicySection', () => {
  it('explains each policy in one sentence', async () => {
    const { section } = await open()
    expect(section.findAll('dt').map(term => term.text())).toEqual([
      'Recalculate',
      'Void all',
      'Void all unless lost',
      'Tie loses',
      'Ask me',
    ])
    expect(section.text()).toContain('A refunded leg counts as lost, also where it is the only one.')
  })

  it('saves the choice for a book, its source and its day', async () => {
    const { api, section } = await open()
    const select = section.get<HTMLSelectElement>('select')
    expect(select.element.value).toBe('ask')
    await select.setValue('void_all')
    const untouched = { bookId: 'bravo', policy: 'ask', source: '', asOf: null }
    expect(api.ledger.savePolicy.mock.lastCall?.[0]).toEqual({ ...untouched, policy: 'void_all' })
    const source = section.get('input[type=text]')
    await source.setValue('house rules 4.2')
    await source.trigger('change')
    await flushPromises()
    const sourced = { ...untouched, source: 'house rules 4.2' }
    expect(api.ledger.savePolicy.mock.lastCall?.[0]).toMatchObject({ source: 'house rules 4.2' })
    await section.get('input[type=date]').setValue('2026-11-20')
    await section.get('input[type=date]').trigger('change')
    expect(api.ledger.savePolicy.mock.lastCall?.[0]).toMatchObject({ ...sourced, asOf: '2026-11-20' })
  })

  it('shows a failed save, and the old choice again', async () => {
    const { api, section } = await open()
    api.ledger.savePolicy.mockResolvedValue(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    const select = section.get<HTMLSelectElement>('select')
    await select.setValue('void_all_unless_loss')
    await flushPromises()
    expect(section.get('[role=alert]').text()).toContain('The disk is full.')
    expect(select.element.value).toBe('ask')
  })

  it('offers no change until the ledger is open', async () => {
    const { api, section } = await open({ seq: 0, status: { kind: 'opening' } })
    expect(section.text()).toContain('once the ledger is open')
    expect(api.ledger.policies).not.toHaveBeenCalled()
  })
})
