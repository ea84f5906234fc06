/** Calls of the fake DeskApi about alerts, leg costs and line steps: nothing is watched, every price is +100. */
import { vi } from 'vitest'
import type { DeskApi } from '../../src/shared/contract.ts'
import type { Outcome } from '../../src/shared/failure.ts'
import type { AlertState } from '../../src/shared/model/parlay/alert.ts'

const ok = <T>(value: T): Outcome<T> => ({ ok: true, value })

export function alertCalls(state: AlertState) {
  const same = () => Promise.resolve(ok(state))
  return {
    snapshot: vi.fn<DeskApi['alerts']['snapshot']>(same),
    save: vi.fn<DeskApi['alerts']['save']>(same),
    remove: vi.fn<DeskApi['alerts']['remove']>(same),
    restore: vi.fn<DeskApi['alerts']['restore']>(same),
    markRead: vi.fn<DeskApi['alerts']['markRead']>(same),
  }
}

export function studyCalls() {
  const price = { text: '+100', format: 'american', decimal: 2 } as const
  const outcome = { kind: 'priced', price, links: null, limits: null } as const
  const priced = () => Promise.resolve(ok({ at: Date.now(), outcome }))
  return {
    legCosts: vi.fn<DeskApi['study']['legCosts']>(() => Promise.resolve(ok({ rests: [] }))),
    priceRest: vi.fn<DeskApi['study']['priceRest']>(priced),
    lineSteps: vi.fn<DeskApi['study']['lineSteps']>(() => Promise.resolve(ok({ below: [], above: [] }))),
    priceStep: vi.fn<DeskApi['study']['priceStep']>(priced),
    cancel: vi.fn<DeskApi['study']['cancel']>(() => Promise.resolve(ok(null))),
  }
}
