/** What the user does to parlays and links, and the one line that tells how it went. */
import { shallowReadonly, shallowRef, type ShallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import { bridge } from '../../../bridge.ts'
import { useBudgetStore } from '../budget/budget-store.ts'
import { useDeskStore } from '../desk-store.ts'
import { countAddedCalls } from '../budget/calls-of.ts'

export interface Said {
  readonly kind: 'said'
  readonly text: string
  readonly undo?: () => Promise<void>
}
/** What failed may be one part of an act; `said` is what became of the rest. */
export type Notice =
  Said | { readonly kind: 'failed'; readonly failure: Failure; readonly said?: Said | undefined }

export interface DeskActs {
  readonly notice: Readonly<ShallowRef<Notice | undefined>>
  readonly tell: (notice: Notice | undefined) => void
  readonly priceAll: () => Promise<void>
}

export function useDeskActs(): DeskActs {
  const notice = shallowRef<Notice>()

  function tell(next: Notice | undefined): void {
    notice.value = next
  }

  function report<T>(outcome: Outcome<T>, told: (value: T) => Notice | undefined): void {
    tell(outcome.ok ? told(outcome.value) : { kind: 'failed', failure: outcome.failure })
  }

  async function priceAll(): Promise<void> {
    const { order, rowRef } = useDeskStore()
    const calls = countAddedCalls(order.flatMap(id => rowRef(id)?.value ?? []))
    if (!(await useBudgetStore().isWanted('Reprice all', calls, false))) return
    report(await bridge().desk.price({ parlayId: null, bookId: null }), ({ calls }) =>
      calls > 0
        ? undefined
        : { kind: 'said', text: 'Nothing to price: no book that is on carries all legs.' },
    )
  }

  return { notice: shallowReadonly(notice), tell, priceAll }
}
