import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { useLedgerStore } from '../../../../../src/renderer/features/ledger/ledger-store.ts'
import BookSection from '../../../../../src/renderer/features/settings/books/BookSection.vue'
import { useSettingsStore } from '../../../../../src/renderer/features/settings/settings-store.ts'
import type { LedgerSnapshot } from '../../../../../src/shared/model/ticket/ledger-status.ts'
import { failed, stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { threeBooks } from '../../../../support/renderer/settings/mounted-settings.ts'
import { emptyLedger } from '../../../../support/shared/ledger-answers.ts'

const rule = { policy: 'ask', source: '', asOf: null, changedAt: null } as const
const bravo = { ...rule, bookId: 'bravo', bookName: 'Bravo' }
const untouched = { bookId: 'bravo', policy: 'ask', source: '', asOf: null }

async function open(ledger: LedgerSnapshot = emptyLedger, policies = [bravo]) {
  const fake = stubDesk({ ledger, settings: threeBooks })
  fake.api.ledger.policies.mockResolvedValue(ok({ policies }))
  fake.api.ledger.savePolicy.mockResolvedValue(ok({ policies }))
  const pinia = createPinia()
  const section = mount(BookSection, { attachTo: document.body, global: { plugins: [pinia] } })
  await Promise.all([useLedgerStore(pinia).start(), useSettingsStore(pinia).start()])
  await flushPromises()
  const unfold = () => button(section, 'Void rule of Bravo: Ask me').trigger('click')
  return { ...fake, section, unfold }
}

describe('Void rules', () => {
  it('are folded beside their book, and say in one sentence what they mean', async () => {
    const { section, unfold } = await open()
    expect(section.find('select').exists()).toBe(false)
    await unfold()
    expect(section.text()).toContain('The ticket waits for review and you choose the result.')
    expect(section.findAll('option').map(option => option.text())).toEqual([
      'Reprice',
      'Refund all',
      'Refund unless a leg lost',
      'Push loses',
      'Ask me',
    ])
  })

  it('are saved with their source and day', async () => {
    const { api, section, unfold } = await open()
    await unfold()
    const select = section.get<HTMLSelectElement>('select')
    expect(select.element.value).toBe('ask')
    await select.setValue('void_all')
    expect(api.ledger.savePolicy.mock.lastCall?.[0]).toEqual({ ...untouched, policy: 'void_all' })
    const source = field(section, 'Source of Bravo’s void rule')
    await source.setValue('house rules 4.2')
    await source.trigger('blur')
    await flushPromises()
    expect(api.ledger.savePolicy.mock.lastCall?.[0]).toEqual({ ...untouched, source: 'house rules 4.2' })
    await section.get('input[type=date]').setValue('2026-11-20')
    expect(api.ledger.savePolicy.mock.lastCall?.[0]).toEqual({ ...untouched, asOf: '2026-11-20' })
  })

  it('show why a save failed, and the old choice again', async () => {
    const { api, section, unfold } = await open()
    await unfold()
    api.ledger.savePolicy.mockResolvedValue(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    const select = section.get<HTMLSelectElement>('select')
    await select.setValue('void_all_unless_loss')
    await flushPromises()
    expect(section.get('[role=alert]').text()).toContain('The disk is full.')
    expect(select.element.value).toBe('ask')
  })

  it('of books that only the ledger knows are listed below', async () => {
    const { section } = await open(emptyLedger, [{ ...rule, bookId: 'gone', bookName: 'Gone Bet' }])
    expect(section.text()).toContain('Void rules of other books in your ledger')
    expect(section.get('select').attributes('aria-label')).toBe('Void rule of Gone Bet')
  })

  it('are not read until the ledger is open', async () => {
    const { api, section } = await open({ seq: 0, status: { kind: 'opening' } })
    expect(section.text()).toContain('Ledger not open')
    expect(api.ledger.policies).not.toHaveBeenCalled()
  })
})
