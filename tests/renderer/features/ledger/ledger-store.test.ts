import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLedgerStore } from '../../../../src/renderer/features/ledger/ledger-store.ts'
import type { LedgerChange, LedgerStatus } from '../../../../src/shared/model/ticket/ledger-status.ts'
import { failed, stubDesk, ok } from '../../../support/bridge/stub-desk.ts'
import { lineOf } from '../../../support/renderer/ledger/ticket-lines.ts'

const open = (tickets: number): LedgerStatus => ({
  kind: 'open',
  tickets,
  records: tickets,
  verified: tickets,
  behind: null,
  isWitnessed: true,
  readOnly: null,
  savedAt: null,
})
const change = (seq: number, tickets = seq): LedgerChange => ({
  seq,
  status: open(tickets),
  lines: [],
  gone: [],
  isMany: false,
})

const ofTickets = (seq: number, ids: number[]): LedgerChange => ({
  ...change(seq),
  lines: ids.map(id => lineOf(id)),
})

beforeEach(() => {
  setActivePinia(createPinia())
})
afterEach(() => {
  vi.useRealTimers()
})

describe('useLedgerStore', () => {
  it('follows the ledger from its snapshot on', async () => {
    const { emit } = stubDesk({ ledger: { seq: 4, status: { kind: 'opening' } } })
    const ledger = useLedgerStore()
    await ledger.start()
    expect(ledger.isOpen).toBe(false)
    emit.ledger.changed(change(5))
    expect([ledger.isOpen, ledger.status]).toEqual([true, open(5)])
  })

  it('keeps a change that overtook the snapshot', async () => {
    const { api, emit } = stubDesk()
    api.ledger.snapshot.mockImplementation(() => {
      emit.ledger.changed(change(9))
      return Promise.resolve(ok({ seq: 8, status: open(8) }))
    })
    const ledger = useLedgerStore()
    await ledger.start()
    expect(ledger.status).toEqual(open(9))
  })

  it('notifies subscribers at once, and of soon following changes together', async () => {
    vi.useFakeTimers()
    const { emit } = stubDesk()
    const ledger = useLedgerStore()
    await ledger.start()
    const heard: number[][] = []
    const stop = ledger.subscribe(({ lines, gone }) => heard.push([...lines.map(({ id }) => id), ...gone]))
    emit.ledger.changed(ofTickets(1, [11]))
    emit.ledger.changed(ofTickets(1, [11]))
    emit.ledger.changed(ofTickets(2, [12]))
    emit.ledger.changed({ ...ofTickets(3, [13]), gone: [14] })
    expect(heard).toEqual([[11]])
    vi.advanceTimersByTime(500)
    expect(heard).toEqual([[11], [12, 13, 14]])
    vi.advanceTimersByTime(500)
    stop()
    emit.ledger.changed(ofTickets(4, [15]))
    expect(heard).toHaveLength(2)
  })

  it('notifies no one of changes that concern no ticket', async () => {
    const { emit } = stubDesk()
    const ledger = useLedgerStore()
    await ledger.start()
    const heard = vi.fn()
    ledger.subscribe(heard)
    emit.ledger.changed(change(1))
    expect([ledger.status, heard.mock.calls]).toEqual([open(1), []])
    emit.ledger.changed({ ...change(2), isMany: true })
    expect(heard).toHaveBeenCalledOnce()
  })

  it('reports a failed read, and clears the failure when a retry works', async () => {
    const { api } = stubDesk()
    api.ledger.snapshot.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'r1' }))
    const ledger = useLedgerStore()
    await ledger.start()
    expect(ledger.failure).toEqual({ kind: 'internal', reference: 'r1' })
    await ledger.start()
    expect([ledger.failure, ledger.isOpen]).toEqual([undefined, true])
  })
})
