/** A desk whose limit lets no call go now, and the question about a large action's cost. */
import { flushPromises } from '@vue/test-utils'
import { useBudgetStore } from '../../../../src/renderer/features/desk/budget/budget-store.ts'
import { quietMeter } from '../../../../src/shared/model/parlay/desk.ts'
import { ok, type StubDesk } from '../../bridge/stub-desk.ts'

export async function tightenBudget({ api, emit }: StubDesk) {
  const { limit } = quietMeter
  const shown = await api.desk.snapshot()
  const seq = shown.ok ? shown.value.seq + 1 : 1
  emit.desk.changed({ seq, rows: [], order: null, meter: { ...quietMeter, lastMinute: limit } })
  api.budget.estimate.mockResolvedValue(ok({ msUntilSent: 48_000 }))
  await flushPromises()
  return {
    /** The action and its calls, while the question is there. */
    asked() {
      const { question } = useBudgetStore()
      return question && [question.title, question.calls, question.msUntilSent]
    },
    async answer(isWanted: boolean): Promise<void> {
      useBudgetStore().question?.answer(isWanted)
      await flushPromises()
    },
  }
}
