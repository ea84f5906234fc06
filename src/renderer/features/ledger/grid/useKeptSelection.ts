/**
 * Keeps the selection while the filter or the order changes, and ends that of tickets that left the list for good. Another
 * order begins at its top.
 */
import { watch, type Ref } from 'vue'
import type { ListSubject } from './useTicketPages.ts'

interface KeptSelectionOptions {
  readonly list: Readonly<Ref<ListSubject>>
  /** Tickets listed, in their order. */
  readonly ids: Readonly<Ref<readonly number[]>>
  /** False while the tickets of the list before are still shown. */
  readonly isCurrent: Readonly<Ref<boolean>>
  /** Selected tickets that are not listed. */
  readonly hidden: Readonly<Ref<ReadonlySet<number>>>
  /** Reads tickets up to this number. */
  readonly readAll: (max: number) => Promise<void>
  readonly showTop: () => void
  readonly keepSeveral: () => void
  readonly drop: (ticketIds: ReadonlySet<number>) => void
}

/** Tickets read to find the selected ones again. */
const maxSearched = 2_000

export function useKeptSelection(options: KeptSelectionOptions): void {
  const { list, ids, isCurrent, hidden, readAll, showTop, keepSeveral, drop } = options
  let answered = list.value

  async function change(to: ListSubject): Promise<void> {
    if (to.sort !== answered.sort) showTop()
    answered = to
    if (hidden.value.size > 0) await readAll(maxSearched)
  }

  watch(() => list.value.filter, keepSeveral)
  watch(
    ids,
    (now, before) => {
      if (!isCurrent.value) return
      if (answered !== list.value) void change(list.value)
      else drop(new Set(before).difference(new Set(now)))
    },
    { flush: 'post' },
  )
}
