/** Changes of the user that can be undone, the newest last. Typing in a field is not here: the field has its own undo. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'

export interface Change {
  /** Completes “Undo …”: “remove parlay”. */
  readonly label: string
  readonly undo: () => unknown
  readonly redo: () => unknown
  /** A change with the part of the one before it extends that one, as letter after letter of a filter does. */
  readonly part?: unknown
}

const maxChanges = 100

export const useUndoStore = defineStore('undo', () => {
  const done = shallowRef<readonly Change[]>([])
  const undone = shallowRef<readonly Change[]>([])
  /** True while a change is undone or redone: what it changes is not a change of the user's. */
  let isReplaying = false

  function record(change: Change): void {
    if (isReplaying) return
    const last = done.value.at(-1)
    const extended = change.part !== undefined && last?.part === change.part ? last : undefined
    const next = extended === undefined ? change : { ...change, undo: extended.undo }
    const before = extended === undefined ? done.value : done.value.slice(0, -1)
    done.value = [...before, next].slice(-maxChanges)
    undone.value = []
  }

  /** Makes a change, and records it unless its function answers false. What follows from it is not recorded apart. */
  async function perform(change: Change): Promise<void> {
    if ((await replay(change.redo)) !== false) record(change)
  }

  /** Undoes the last change, or this one; returns it. */
  async function undo(change = done.value.at(-1)): Promise<Change | undefined> {
    if (change === undefined || !done.value.includes(change)) return undefined
    done.value = done.value.filter(other => other !== change)
    undone.value = [...undone.value, change]
    await replay(change.undo)
    return change
  }

  async function redo(): Promise<Change | undefined> {
    const change = undone.value.at(-1)
    if (change === undefined) return undefined
    undone.value = undone.value.slice(0, -1)
    done.value = [...done.value, change]
    await replay(change.redo)
    return change
  }

  async function replay(run: () => unknown): Promise<unknown> {
    isReplaying = true
    try {
      return await run()
    } finally {
      isReplaying = false
    }
  }

  function clear(): void {
    done.value = undone.value = []
  }

  return {
    nextUndo: computed(() => done.value.at(-1)?.label),
    nextRedo: computed(() => undone.value.at(-1)?.label),
    record,
    perform,
    undo,
    redo,
    clear,
  }
})
