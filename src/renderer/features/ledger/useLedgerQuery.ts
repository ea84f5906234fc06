/**
 * An answer of the ledger that is asked for again when what it is about changes, or the ledger does; never twice at
 * once, and not while its view is away. What was answered before stays until the next answer is here.
 */
import {
  onActivated,
  onDeactivated,
  onScopeDispose,
  shallowReadonly,
  shallowRef,
  watch,
  type ShallowRef,
} from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import { useLedgerStore } from './ledger-store.ts'

interface LedgerAnswer<T> {
  readonly value: Readonly<ShallowRef<T | undefined>>
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
  readonly ask: () => Promise<void>
}

export function useLedgerAnswer<T>(
  question: () => Promise<Outcome<T>>,
  about: () => unknown = () => undefined,
): LedgerAnswer<T> {
  const value = shallowRef<T>()
  const failure = shallowRef<Failure>()
  const ledger = useLedgerStore()
  let isAsking = false
  let isAway = false
  /** How often an answer was wanted, up to which of them it was answered, and how often its subject changed. */
  let [wanted, answered, subject] = [0, 0, 0]

  async function ask(): Promise<void> {
    wanted += 1
    if (isAsking || isAway || !ledger.isOpen) return
    isAsking = true
    while (answered !== wanted) {
      const [mine, about] = [wanted, subject]
      const outcome = await question()
      answered = mine
      if (about === subject) take(outcome)
    }
    isAsking = false
  }

  function take(outcome: Outcome<T>): void {
    failure.value = outcome.ok ? undefined : outcome.failure
    if (outcome.ok) value.value = outcome.value
  }

  const turn = () => {
    subject += 1
    void ask()
  }
  watch([about, () => ledger.isOpen], turn, { immediate: true })
  onScopeDispose(ledger.follow(() => void ask()))
  onDeactivated(() => (isAway = true))
  onActivated(() => {
    isAway = false
    if (answered !== wanted) void ask()
  })

  return { value: shallowReadonly(value), failure: shallowReadonly(failure), ask }
}
