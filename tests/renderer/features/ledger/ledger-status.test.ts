import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import LedgerStatus from '../../../../src/renderer/features/ledger/LedgerStatus.vue'
import { useSettlementStore } from '../../../../src/renderer/features/ledger/settlement-store.ts'
import { quietSettlement } from '../../../../src/shared/model/ticket/settlement.ts'
import { stubDesk } from '../../../support/bridge/stub-desk.ts'
import { settled } from '../../../support/renderer/settled.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const noon = new Date(2026, 10, 20, 12).getTime()

describe('LedgerStatus', () => {
  it('shows the age of the newest backup, or its failure', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(noon + 12 * 60_000)
    const { emit } = stubDesk({ backups: { newestAt: noon, failure: null } })
    const age = mount(LedgerStatus, { global: { plugins: [createPinia()] } })
    await flushPromises()
    expect(age.text()).toBe('Backup 12 min ago')
    emit.backups.changed({ newestAt: noon, failure: 'The disk is full.' })
    await flushPromises()
    expect(age.text()).toBe('Backup failed')
    expect(age.get('span').attributes('data-tip')).toBe('The disk is full.')
  })

  it('shows nothing while there is no backup', async () => {
    stubDesk()
    const age = mount(LedgerStatus, { global: { plugins: [createPinia()] } })
    await flushPromises()
    expect(age.text()).toBe('')
  })

  it('shows changes of the settlement status', async () => {
    const fake = stubDesk()
    const pinia = createPinia()
    const state = mount(LedgerStatus, { global: { plugins: [pinia] } })
    await useSettlementStore(pinia).start()
    fake.emit.settlement.changed({ ...quietSettlement, pendingLegs: 1 })
    await settled()
    expect(state.text()).toBe('1 leg open')
  })
})
