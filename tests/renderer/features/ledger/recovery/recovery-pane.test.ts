import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useLedgerStore } from '../../../../../src/renderer/features/ledger/ledger-store.ts'
import RecoveryPane from '../../../../../src/renderer/features/ledger/recovery/RecoveryPane.vue'
import {
  type Backup,
  ledgerProblems,
  type LedgerProblem,
} from '../../../../../src/shared/model/ticket/ledger-status.ts'
import { failed, stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { emptyLedger } from '../../../../support/shared/ledger-answers.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const noon = new Date(2026, 10, 20, 12).getTime()
const good: Backup = {
  name: 'ledger-2026-11-20T12-00-00.000Z.db',
  at: noon,
  bytes: 2_000_000,
  tickets: 41,
  records: 220,
  problem: null,
}
const spoiled: Backup = {
  ...good,
  name: 'ledger-2026-11-20T13-00-00.000Z.db',
  at: noon + 3_600_000,
  tickets: null,
  records: null,
  problem: 'Record 7 of the ledger doesn’t match what was saved.',
}

async function closedBy(problem: LedgerProblem, backups: readonly Backup[] = [spoiled, good]) {
  const status = { kind: 'closed', problem, sentence: 'The ledger file is damaged.' } as const
  const fake = stubDesk({ ledger: { seq: 1, status } })
  fake.api.backups.list.mockResolvedValue(ok({ backups: [...backups] }))
  const pinia = createPinia()
  const pane = mount(RecoveryPane, { attachTo: document.body, global: { plugins: [pinia] } })
  await useLedgerStore(pinia).start()
  await flushPromises()
  const button = (name: RegExp) => pane.findAll('button').find(each => name.test(each.text()))
  const press = async (name: RegExp) => {
    await button(name)?.trigger('click')
    await flushPromises()
  }
  return { ...fake, pane, button, press }
}

describe('RecoveryPane', () => {
  it('shows the problem and offers the newest good backup', async () => {
    const { pane, press, api } = await closedBy('damaged')
    expect(pane.get('[role=alert]').text()).toBe('The ledger file is damaged.')
    expect(pane.text()).toContain('41 tickets, 220 records')
    expect(pane.get('table').text()).toContain('Record 7 of the ledger doesn’t match what was saved.')
    await press(/Restore this backup/)
    expect(api.backups.restore).toHaveBeenCalledWith({ name: good.name })
    expect(pane.find('section').exists()).toBe(false)
  })

  it('restores the backup chosen from the list', async () => {
    const older = { ...good, name: 'ledger-2026-11-19T12-00-00.000Z.db', at: noon - 86_400_000 }
    const { pane, api } = await closedBy('behind', [good, older])
    await pane.findAll('tbody tr').at(1)?.get('button').trigger('click')
    expect(api.backups.restore).toHaveBeenCalledWith({ name: older.name })
  })

  it('starts a new ledger only on a second press', async () => {
    const { pane, press, api } = await closedBy('missing', [])
    expect(pane.text()).toContain('No backups yet.')
    await press(/Start a new ledger/)
    expect(api.backups.startNew).not.toHaveBeenCalled()
    expect(pane.text()).toContain('The old one is kept')
    await press(/Yes, start a new ledger/)
    expect(api.backups.startNew).toHaveBeenCalledOnce()
  })

  it.each([
    ['damaged', true, false],
    ['behind', true, true],
    ['unwitnessed', true, true],
    ['missing', true, false],
    ['newer', false, false],
    ['unusable', false, false],
  ] as const)('of a ledger that is %s offers what can help', async (problem, replaces, adopts) => {
    const { button } = await closedBy(problem)
    expect(button(/Try again/)).toBeDefined()
    expect(button(/Restore this/) !== undefined).toBe(replaces)
    expect(button(/Start a new/) !== undefined).toBe(replaces)
    expect(button(/Continue anyway/) !== undefined).toBe(adopts)
  })

  it('has a title for every problem', async () => {
    for (const problem of ledgerProblems) {
      const { pane } = await closedBy(problem)
      expect(pane.get('h2').text()).toMatch(/ledger|records/i)
    }
  })

  it('keeps showing the problem when an action fails', async () => {
    const { pane, press, api } = await closedBy('unusable')
    api.backups.retry.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await press(/Try again/)
    expect(pane.text()).toContain('The disk is full.')
    await press(/Try again/)
    expect(pane.find('section').exists()).toBe(false)
  })

  it('goes when the ledger opens', async () => {
    const { pane, emit } = await closedBy('unusable')
    emit.ledger.changed({ seq: 2, status: emptyLedger.status, lines: [], gone: [], isMany: true })
    await flushPromises()
    expect(pane.find('section').exists()).toBe(false)
  })
})
