/** Stored quotes of a cell, newest first; read again whenever the cell or its last quote changes. */
import { shallowReadonly, shallowRef, watch, type ShallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import type { Quote } from '../../../../shared/model/price/quote.ts'
import { bridge } from '../../../bridge.ts'
import type { CellAddress } from '../desk-store.ts'

export interface PastQuotes {
  readonly quotes: readonly Quote[]
  readonly isMore: boolean
}

interface HistoryOptions {
  readonly cell: () => CellAddress
  /** Id of the cell's last quote; null while it has none. */
  readonly lastId: () => number | null
  readonly limit: number
}

export interface History {
  /** Undefined until it is read. */
  readonly past: Readonly<ShallowRef<PastQuotes | undefined>>
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
}

export function useHistory({ cell, lastId, limit }: HistoryOptions): History {
  const past = shallowRef<PastQuotes>()
  const failure = shallowRef<Failure>()
  let requests = 0

  async function read({ parlayId, bookId }: CellAddress): Promise<void> {
    requests += 1
    const own = requests
    const outcome = await bridge().quotes.history({ parlayId, bookId, limit })
    // The user has selected another cell, or a newer quote came meanwhile.
    if (own !== requests) return
    past.value = outcome.ok ? outcome.value : undefined
    failure.value = outcome.ok ? undefined : outcome.failure
  }

  watch(
    [() => cell().parlayId, () => cell().bookId],
    () => {
      past.value = undefined
    },
    { flush: 'sync' },
  )
  watch([() => cell().parlayId, () => cell().bookId, lastId], () => read(cell()), { immediate: true })

  return { past: shallowReadonly(past), failure: shallowReadonly(failure) }
}
