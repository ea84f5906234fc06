/** Settlement's part of the fake DeskApi: nothing waits. */
import { vi } from 'vitest'
import type { DeskApi } from '../../src/shared/contract.ts'
import { quietSettlement } from '../../src/shared/model/ticket/settlement.ts'
import { ticketDetail } from './ledger-calls.ts'

export const quietReport = {
  at: 0,
  asked: 0,
  answered: 0,
  settled: 0,
  strays: [],
  strayCount: 0,
  failure: null,
}

export const settlementCalls = () => ({
  snapshot: vi.fn<DeskApi['settlement']['snapshot']>(() =>
    Promise.resolve({ ok: true, value: quietSettlement }),
  ),
  settle: vi.fn<DeskApi['settlement']['settle']>(() => Promise.resolve({ ok: true, value: quietReport })),
  checkLeg: vi.fn<DeskApi['settlement']['checkLeg']>(() =>
    Promise.resolve({ ok: true, value: { report: quietReport, ticket: ticketDetail } }),
  ),
})
