/** Tickets the user selected: one by a press or a move, several with Shift or Ctrl. The last one moved to has the focus. */
import { computed, shallowRef, watch, type Ref } from 'vue'

interface Selection {
  /** Unordered; may be without the focused ticket. */
  readonly ids: ReadonlySet<number>
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
}
export const selectOne: SelectModifiers = { isRange: false, isToggle: false }

const nothing: Selection = { ids: new Set(), focusedId: undefined, anchorId: undefined }

/** `ids`: tickets in the order shown. A change of `subject` clears the selection. */
export function useTicketSelection(ids: Readonly<Ref<readonly number[]>>, subject: () => unknown) {
  const state = shallowRef(nothing)
  const reset = () => (state.value = nothing)
  watch(subject, reset)

  function select(id: number, { isRange, isToggle }: SelectModifiers = selectOne): void {
    const { ids: before, anchorId } = state.value
    if (isRange && anchorId !== undefined) {
      const range = findRange(ids.value, anchorId, id)
      state.value = { ids: new Set(isToggle ? [...before, ...range] : range), focusedId: id, anchorId }
    } else if (isToggle) {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      state.value = { ids: next, focusedId: id, anchorId: id }
    } else state.value = { ids: new Set([id]), focusedId: id, anchorId: id }
  }

  function selectAll(): void {
    const focusedId = state.value.focusedId ?? ids.value[0]
    state.value = { ids: new Set(ids.value), focusedId, anchorId: focusedId }
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

function findRange(ids: readonly number[], from: number, to: number): readonly number[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)]
  if (a < 0 || b < 0) return [to]
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}
