/**
 * Tickets the user selected: one by a press or a move, several with Shift, Ctrl or X. The last one moved to has the focus.
 */
import { computed, shallowRef, watch, type Ref } from 'vue'

interface Selection {
  /** Unordered; may be without the focused ticket. */
  readonly ids: ReadonlySet<number>
  /** Tickets that stay selected when keys move on. */
  readonly kept: ReadonlySet<number>
  /** Ticket with the focus. */
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

/** `ids`: tickets in the order shown. A change of `subject` clears the selection. */
export function useTicketSelection(ids: Readonly<Ref<readonly number[]>>, subject: () => unknown) {
  const state = shallowRef(nothing)
  const reset = () => (state.value = nothing)
  watch(subject, reset)

  function select(id: number, { isRange, isToggle, byKey }: SelectModifiers = selectOne): void {
    const { ids: before, anchorId, kept } = state.value
    const at = { focusedId: id, anchorId: id }
    if (isRange && anchorId !== undefined) {
      const range = findRange(ids.value, anchorId, id)
      state.value = { ids: new Set(isToggle ? [...before, ...range] : range), kept, focusedId: id, anchorId }
    } else if (isToggle) {
      const next = toggled(before, id)
      state.value = { ids: next, kept: kept.intersection(next), ...at }
    } else if (byKey === 'keep') {
      const next = toggled(kept, id)
      state.value = { ids: next, kept: next, ...at }
    } else if (byKey === 'move') state.value = { ids: new Set([...kept, id]), kept, ...at }
    else state.value = { ids: new Set([id]), kept: nothing.kept, ...at }
  }

  function selectAll(): void {
    const focusedId = state.value.focusedId ?? ids.value[0]
    state.value = { ...nothing, ids: new Set(ids.value), focusedId, anchorId: focusedId }
  }

  /** Leaves the focused ticket selected. */
  function clear(): void {
    const { focusedId } = state.value
    state.value =
      focusedId === undefined
        ? nothing
        : { ...nothing, ids: new Set([focusedId]), focusedId, anchorId: focusedId }
  }

  const selected = computed(() => state.value.ids)
  const focusedId = computed(() => state.value.focusedId)
  return { selected, focusedId, select, selectAll, clear, reset }
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
