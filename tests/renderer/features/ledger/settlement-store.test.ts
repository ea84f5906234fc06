import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { failed, ok } from '../../../support/bridge/stub-desk.ts'
import { hearSounds } from '../../../support/renderer/desk/heard-sounds.ts'
import { useSettlementStore } from '../../../../src/renderer/features/ledger/settlement-store.ts'
import { useSoundStore } from '../../../../src/renderer/sound-store.ts'
import { defaultSounds } from '../../../../src/shared/model/settings/sounds.ts'
import { quietSettlement } from '../../../../src/shared/model/ticket/settlement.ts'
import { quietReport, openTicket } from '../../../support/shared/ledger-answers.ts'
import { settled } from '../../../support/renderer/settled.ts'
import { openLedger, useScreen } from '../../../support/renderer/ledger/mounted-ledger.ts'

useScreen()

describe('useSettlementStore, by Settle pending', () => {
  it('runs by its button and the key S, and shows the outcome', async () => {
    const { view, press, api } = await openLedger([openTicket])
    api.settlement.settle.mockResolvedValueOnce(ok({ ...quietReport, asked: 2, answered: 2, settled: 1 }))
    await view.get('button[aria-keyshortcuts="S"]').trigger('click')
    await settled()
    expect(view.text()).toContain('Checked 2 legs. 1 ticket settled.')
    await press('s')
    expect(api.settlement.settle).toHaveBeenCalledTimes(2)
  })

  it('drops the outcome once a later check settled more, and not by its own event', async () => {
    const { view, api, emit } = await openLedger([openTicket])
    await useSettlementStore().start()
    const report = { ...quietReport, at: 5, asked: 2, answered: 2, settled: 1 }
    api.settlement.settle.mockResolvedValueOnce(ok(report))
    await view.get('button[aria-keyshortcuts="S"]').trigger('click')
    await settled()
    emit.settlement.changed({ ...quietSettlement, last: report })
    emit.settlement.changed({ ...quietSettlement, last: { ...report, at: 6, settled: 0 } })
    await settled()
    expect(view.text()).toContain('Checked 2 legs. 1 ticket settled.')
    emit.settlement.changed({ ...quietSettlement, last: { ...report, at: 7 } })
    await settled()
    expect(view.text()).not.toContain('Checked 2 legs')
  })

  it('drops an outcome without news by itself, and keeps one with news', async () => {
    const { api } = await openLedger([openTicket])
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const store = useSettlementStore()
    api.settlement.settle.mockResolvedValueOnce(ok({ ...quietReport, asked: 3, answered: 3 }))
    await store.settle()
    expect(store.notice).toEqual({ kind: 'said', text: 'Checked 3 legs. Nothing new.' })
    vi.advanceTimersByTime(6_000)
    expect(store.notice).toBeUndefined()
    api.settlement.settle.mockResolvedValueOnce(ok({ ...quietReport, asked: 3, answered: 3, settled: 1 }))
    await store.settle()
    vi.advanceTimersByTime(60_000)
    expect(store.notice).toMatchObject({ kind: 'said' })
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

describe('useSettlementStore, by itself', () => {
  it('plays the sound of settled tickets once a check, and none for what was settled before', async () => {
    const heard = hearSounds()
    const last = { ...quietReport, at: 1, settled: 1 }
    const { api, emit } = await openLedger([openTicket])
    api.sounds.snapshot.mockResolvedValue(ok({ ...defaultSounds, settled: 'ping' }))
    await Promise.all([useSoundStore().start(), useSettlementStore().start()])
    emit.settlement.changed({ ...quietSettlement, last })
    emit.settlement.changed({ ...quietSettlement, isRunning: true, last })
    await settled()
    expect(heard).toEqual([1320])
    emit.settlement.changed({ ...quietSettlement, last: { ...last, at: 2, settled: 0 } })
    await settled()
    expect(heard).toEqual([1320])
  })
})
