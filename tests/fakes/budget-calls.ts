/** The fake budget: what a test sets is kept, so that it is what the next answer says. */
import { vi } from 'vitest'
import type { DeskApi } from '../../src/shared/contract.ts'
import type { BudgetState } from '../../src/shared/model/settings/budget.ts'
import type { Outcome } from '../../src/shared/failure.ts'

const ok = <T>(value: T): Outcome<T> => ({ ok: true, value })

type Budget = DeskApi['budget']

export function budgetCalls(initial: BudgetState) {
  let state = initial
  const keep = (change: Partial<BudgetState>) => {
    state = { ...state, ...change }
    return Promise.resolve(ok(state))
  }
  return {
    snapshot: vi.fn<Budget['snapshot']>(() => keep({})),
    setLimits: vi.fn<Budget['setLimits']>(limits => keep({ limits })),
    estimate: vi.fn<Budget['estimate']>(() => Promise.resolve(ok({ takesMs: 0 }))),
    setAuto: vi.fn<Budget['setAuto']>(({ parlayId, everySeconds }) => {
      if (parlayId === null) return keep({ auto: { ...state.auto, everySeconds } })
      const others = state.auto.rows.filter(row => row.parlayId !== parlayId)
      return keep({
        auto: { ...state.auto, rows: [...others, ...(everySeconds ? [{ parlayId, everySeconds }] : [])] },
      })
    }),
    setAutoWhileHidden: vi.fn<Budget['setAutoWhileHidden']>(({ isOn }) =>
      keep({ auto: { ...state.auto, isOnWhileHidden: isOn } }),
    ),
    windowHidden: vi.fn<Budget['windowHidden']>(() => Promise.resolve(ok(null))),
  }
}
