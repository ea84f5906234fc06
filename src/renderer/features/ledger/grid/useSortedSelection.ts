/** Shows the top of the list when its order changes. The selected ticket stays selected, wherever it is now. */
import { nextTick, watch, type Ref } from 'vue'

interface SortedList {
  readonly sort: () => unknown
  /** Tickets listed, in their order. */
  readonly ids: Readonly<Ref<readonly number[]>>
  readonly focusedId: Readonly<Ref<number | undefined>>
  /** Reads tickets up to this number. */
  readonly readAll: (max: number) => Promise<void>
  readonly showTop: () => void
  /** Ends the selection of a ticket that is too far down the list. */
  readonly reset: () => void
}

/** Tickets read to find the selected one again. */
const maxSearched = 2_000

export function useSortedSelection({ sort, ids, focusedId, readAll, showTop, reset }: SortedList): void {
  let isSorted = false
  watch(sort, () => (isSorted = true), { flush: 'sync' })
  watch(
    ids,
    async () => {
      if (!isSorted) return
      isSorted = false
      showTop()
      const id = focusedId.value
      if (id === undefined) return
      if (!ids.value.includes(id)) await readAll(maxSearched)
      await nextTick()
      if (!ids.value.includes(id)) reset()
    },
    { flush: 'post' },
  )
}
