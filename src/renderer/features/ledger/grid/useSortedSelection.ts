/** Keeps the ticket with the focus in view when the order of the list changes. */
import { nextTick, watch, type Ref } from 'vue'

interface SortedList {
  readonly sort: () => unknown
  /** Tickets listed, in their order. */
  readonly ids: Readonly<Ref<readonly number[]>>
  readonly focusedId: Readonly<Ref<number | undefined>>
  /** Reads tickets up to this number. */
  readonly readAll: (max: number) => Promise<void>
  readonly show: (ticketId: number) => void
  /** Ends the selection of a ticket that is too far down the list. */
  readonly reset: () => void
}

/** Tickets read to find the selected one again. */
const maxSearched = 2_000

export function useSortedSelection({ sort, ids, focusedId, readAll, show, reset }: SortedList): void {
  let isSorted = false
  watch(sort, () => (isSorted = focusedId.value !== undefined), { flush: 'sync' })
  watch(
    ids,
    async () => {
      const id = focusedId.value
      if (!isSorted || id === undefined) return
      isSorted = false
      if (!ids.value.includes(id)) await readAll(maxSearched)
      await nextTick()
      if (ids.value.includes(id)) show(id)
      else reset()
    },
    { flush: 'post' },
  )
}
