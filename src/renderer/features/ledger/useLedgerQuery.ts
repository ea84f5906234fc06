/**
 * Answer of a ledger query, refreshed when its subject or the ledger changes; one query at a time, and none while its
 * view is off screen. The last answer stays until the next one.
 */
import { onActivated, onDeactivated, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import { useLedgerStore } from './ledger-store.ts'

export function useLedgerQuery<T>(
  query: () => Promise<Outcome<T>>,
  getSubject: () => unknown = () => undefined,
) {
  const value = shallowRef<T>()
  const failure = shallowRef<Failure>()
  const ledger = useLedgerStore()
  let isRunning = false
  let isDeactivated = false
  /** Numbers of the last request, of the last request answered, and of the current subject. */
  let [requested, answered, subject] = [0, 0, 0]

  async function refresh(): Promise<void> {
    requested += 1
    if (isRunning || isDeactivated || !ledger.isOpen) return
    isRunning = true
    while (answered !== requested) {
      const [mine, mySubject] = [requested, subject]
      const outcome = await query()
      answered = mine
      if (mySubject === subject) adopt(outcome)
    }
    isRunning = false
  }

  function adopt(outcome: Outcome<T>): void {
    failure.value = outcome.ok ? undefined : outcome.failure
    if (outcome.ok) value.value = outcome.value
  }

  const onSubjectChange = () => {
    subject += 1
    void refresh()
  }
  watch([getSubject, () => ledger.isOpen], onSubjectChange, { immediate: true })
  onScopeDispose(ledger.subscribe(() => void refresh()))
  onDeactivated(() => (isDeactivated = true))
  onActivated(() => {
    isDeactivated = false
    if (answered !== requested) void refresh()
  })

  return { value: shallowReadonly(value), failure: shallowReadonly(failure), refresh }
}
