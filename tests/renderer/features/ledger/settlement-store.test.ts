import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import LedgerStatus from '../../../../src/renderer/features/ledger/LedgerStatus.vue'
import { useSettlementStore } from '../../../../src/renderer/features/ledger/settlement-store.ts'
import { describeGrader, describeSettleReport } from '../../../../src/renderer/features/ledger/ledger-text.ts'
import { quietSettlement, type SettleReport } from '../../../../src/shared/model/ticket/settlement.ts'
import { failed, stubDesk, ok } from '../../../support/bridge/stub-desk.ts'
import { quietReport, openTicket } from '../../../support/shared/ledger-answers.ts'
import { settled } from '../../../support/renderer/settled.ts'
import { openLedger, useScreen } from '../../../support/renderer/ledger/mounted-ledger.ts'

useScreen()

function wordsOf(report: SettleReport): string {
  const notice = describeSettleReport(report)
  return notice.kind === 'said' ? notice.text : ''
}

describe('describeSettleReport', () => {
  it('says what was settled, and what the service left out', () => {
    expect(describeSettleReport({ ...quietReport, asked: 6, answered: 4, settled: 2 })).toEqual({
      kind: 'said',
      text: 'Asked about 6 legs: 2 tickets settled. The service said nothing of 2 legs; they stay as they were.',
    })
  })

  it('lists answers that fit no leg', () => {
    const report = { ...quietReport, asked: 1, answered: 1, strays: ['A stray.'], strayCount: 3 }
    expect(wordsOf(report)).toContain('A stray. And 2 more such answers.')
  })

  it('says beside a failure what was settled before it', () => {
    const failure = { kind: 'server-error', status: 503, detail: 'down' } as const
    expect(describeSettleReport({ ...quietReport, asked: 120, answered: 20, settled: 7, failure })).toEqual({
      kind: 'failed',
      failure,
      text: 'Asked about 120 legs: 7 tickets settled. The service said nothing of 100 legs; they stay as they were.',
    })
    expect(describeSettleReport({ ...quietReport, asked: 120, failure })).toEqual({ kind: 'failed', failure })
  })

  it('says that nothing is pending', () => {
    expect(wordsOf(quietReport)).toContain('Nothing to settle')
  })
})

describe('LedgerStatus', () => {
  it('shows the next check and the number of pending legs', () => {
    expect(describeGrader(quietSettlement)).toBe('')
    expect(describeGrader({ ...quietSettlement, isRunning: true })).toBe('Grader is asked…')
    expect(
      describeGrader({ ...quietSettlement, pendingLegs: 6, nextAt: Date.UTC(2026, 10, 20, 12) }),
    ).toMatch(/^Grader next check \d\d:\d\d · 6 legs pending$/)
  })

  it('shows changes of the settlement status', async () => {
    const fake = stubDesk()
    const pinia = createPinia()
    const state = mount(LedgerStatus, { global: { plugins: [pinia] } })
    await useSettlementStore(pinia).start()
    fake.emit.settlement.changed({ ...quietSettlement, pendingLegs: 1 })
    await settled()
    expect(state.text()).toBe('Grader no check planned · 1 leg pending')
  })
})

describe('Settle pending', () => {
  it('runs by its button and the key S, and shows the outcome', async () => {
    const { view, press, api } = await openLedger([openTicket])
    api.settlement.settle.mockResolvedValueOnce(ok({ ...quietReport, asked: 2, answered: 2, settled: 1 }))
    await view.get('button[aria-keyshortcuts="S"]').trigger('click')
    await settled()
    expect(view.text()).toContain('Asked about 2 legs: 1 ticket settled.')
    await press('s')
    expect(api.settlement.settle).toHaveBeenCalledTimes(2)
  })

  it('shows a failure and offers to try again', async () => {
    const { view, api } = await openLedger([openTicket])
    api.settlement.settle.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await view.get('button[aria-keyshortcuts="S"]').trigger('click')
    await settled()
    expect(view.get('[role=alert]').text()).toContain('The disk is full.')
    await view.get('[role=alert]').findAll('button')[0]?.trigger('click')
    expect(api.settlement.settle).toHaveBeenCalledTimes(2)
  })

  it('shows what was settled where a part failed', async () => {
    const { view, api } = await openLedger([openTicket])
    const failure = { kind: 'server-error', status: 503, detail: 'down' } as const
    api.settlement.settle.mockResolvedValueOnce(
      ok({ ...quietReport, asked: 120, answered: 20, settled: 7, failure }),
    )
    await view.get('button[aria-keyshortcuts="S"]').trigger('click')
    await settled()
    expect(view.get('[role=alert]').text()).toContain('7 tickets settled.')
  })
})
