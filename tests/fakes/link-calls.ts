/** The calls of the fake DeskApi about betslip links and the price history. */
import { vi } from 'vitest'
import type { DeskApi } from '../../src/shared/contract.ts'
import type { Outcome } from '../../src/shared/failure.ts'
import { defaultKeepLimits } from '../../src/shared/model/settings/quote-keeping.ts'

const ok = <T>(value: T): Outcome<T> => ({ ok: true, value })

export function linkCalls() {
  const host = () => Promise.resolve(ok({ host: 'bets.example' }))
  return {
    open: vi.fn<DeskApi['links']['open']>(host),
    copy: vi.fn<DeskApi['links']['copy']>(host),
    phone: vi.fn<DeskApi['links']['phone']>(() => Promise.resolve(ok({ link: 'bravo://slip?s=1' }))),
    remind: vi.fn<DeskApi['links']['remind']>(() => Promise.resolve(ok(null))),
    note: vi.fn<DeskApi['links']['note']>(() => Promise.resolve(ok({ records: [] }))),
    records: vi.fn<DeskApi['links']['records']>(() => Promise.resolve(ok({ records: [] }))),
  }
}

export function quoteCalls() {
  const keeping = () => Promise.resolve(ok({ limits: defaultKeepLimits, bytes: 0, quotes: 0, sinceAt: null }))
  return {
    history: vi.fn<DeskApi['quotes']['history']>(() => Promise.resolve(ok({ quotes: [], isMore: false }))),
    keeping: vi.fn<DeskApi['quotes']['keeping']>(keeping),
    setKeepLimits: vi.fn<DeskApi['quotes']['setKeepLimits']>(keeping),
  }
}
