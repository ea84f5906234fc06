/**
 * Tickets the user selected: one by a press or a move, several with Shift, Ctrl or X. The last one moved to has the focus.
 * A selected ticket that the filter hides is not acted on, and is selected again when it is back.
 */
import { computed, shallowRef, type Ref } from 'vue'

interface Selection {
  /** Unordered; may be without the focused ticket. */
  readonly ids: ReadonlySet<number>
  /** Tickets that stay selected when keys move on. */
  readonly kept: ReadonlySet<number>
  /** Ticket that was moved to last; it has the focus while it is listed. */
  readonly focusedId: number | undefined
  /** First of a range. */
  readonly anchorId: number | undefined
}

export interface SelectModifiers {
  /** Selects all from the anchor to here. */
  readonly isRange: boolean
  /** Adds the ticket, or removes it. */
  readonly isToggle: boolean
  /** `move`: a move by keys; `keep`: moves leave the ticket selected from now on, or no longer. */
  readonly byKey?: 'move' | 'keep'
}
export const selectOne: SelectModifiers = { isRange: false, isToggle: false }

const nothing: Selection = { ids: new Set(), kept: new Set(), focusedId: undefined, anchorId: undefined }

/** `ids`: tickets in the order shown. */
export function useTicketSelection(ids: Readonly<Ref<readonly number[]>>) {
  const state = shallowRef(nothing)
  const listed = computed<ReadonlySet<number>>(() => new Set(ids.value))

  function select(id: number, modifiers: SelectModifiers = selectOne): void {
    state.value = selectFrom(state.value, id, modifiers, ids.value)
  }

  function selectAll(): void {
    const focusedId = state.value.focusedId ?? ids.value[0]
    state.value = { ...nothing, ids: new Set(ids.value), focusedId, anchorId: focusedId }
  }

  /** Leaves the focused ticket selected. */
  function clear(): void {
    const id = focusedId.value
    state.value = id === undefined ? nothing : { ...nothing, ids: new Set([id]), focusedId: id, anchorId: id }
  }

  /** Leaves several tickets selected while keys move on, as in another filter. */
  function keepSeveral(): void {
    const { ids: chosen } = state.value
    if (chosen.size > 1) state.value = { ...state.value, kept: chosen }
  }

  /** Ends the selection of tickets that left the list. Another one takes the place of the last one moved to. */
  function drop(gone: ReadonlySet<number>): void {
    const { ids: chosen, kept } = state.value
    if (gone.isDisjointFrom(chosen)) return
    state.value = { ...state.value, ids: chosen.difference(gone), kept: kept.difference(gone) }
  }

  const selected = computed(() => state.value.ids.intersection(listed.value))
  const hidden = computed(() => state.value.ids.difference(listed.value))
  const lastId = computed(() => state.value.focusedId)
  const focusedId = computed(() =>
    lastId.value !== undefined && listed.value.has(lastId.value) ? lastId.value : undefined,
  )
  return { selected, hidden, focusedId, lastId, select, selectAll, clear, keepSeveral, drop }
}

function selectFrom(
  { ids: before, anchorId, kept }: Selection,
  id: number,
  { isRange, isToggle, byKey }: SelectModifiers,
  listed: readonly number[],
): Selection {
  const at = { focusedId: id, anchorId: id }
  if (isRange && anchorId !== undefined) {
    const range = findRange(listed, anchorId, id)
    return { ids: new Set(isToggle ? [...before, ...range] : range), kept, focusedId: id, anchorId }
  }
  if (isToggle) {
    const ids = toggled(before, id)
    return { ids, kept: kept.intersection(ids), ...at }
  }
  if (byKey === 'keep') {
    const ids = toggled(kept, id)
    return { ids, kept: ids, ...at }
  }
  if (byKey === 'move') return { ids: new Set([...kept, id]), kept, ...at }
  return { ids: new Set([id]), kept: nothing.kept, ...at }
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

function findRange(ids: readonly number[], from: number, to: number): readonly number[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)]
  if (a < 0 || b < 0) return [to]
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}
