/** Changes of the user that can be undone, the newest last. Typing in a field is not here: the field has its own undo. */
import { defineStore } from 'pinia'
import { computed, shallowRef, type ShallowRef } from 'vue'

export interface Change {
  /** Completes “Undo …”: “remove parlay”. */
  readonly label: string
  /** Returns false, or an outcome that is not ok, after a failure; so does `redo`. */
  readonly undo: () => unknown
  readonly redo: () => unknown
  /** A change with the same key as the last one is merged with it, as are the letters typed into a filter. */
  readonly mergeKey?: unknown
  /**
   * True if `undo` only asks whether to reverse it, as a record of the ledger, which is never removed. Once asked, the
   * change is forgotten, so that it does not block those before it.
   */
  readonly isAsked?: true
  /** True for a change of the ledger's table, which is undone there too. */
  readonly isOfLedger?: true
}

const maxChanges = 100

type Changes = ShallowRef<readonly Change[]>
interface Move {
  readonly from: Changes
  readonly to: Changes
  readonly run: (change: Change) => unknown
}

const isFailed = (answer: unknown): boolean =>
  answer === false || (typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false)

export const useUndoStore = defineStore('undo', () => {
  const done = shallowRef<readonly Change[]>([])
  const undone = shallowRef<readonly Change[]>([])
  /** True while changes are not recorded, as during an undo. */
  let isQuiet = false
  /** Changes under way end in their order: a key pressed meanwhile waits. */
  let underWay: Promise<unknown> = Promise.resolve()
  /** One that fails again is forgotten, because it would block all changes before it. */
  const hasFailed = new WeakSet<Change>()

  function record(change: Change): void {
    if (isQuiet) return
    const newest = done.value.at(-1)
    const extended =
      change.mergeKey !== undefined && newest?.mergeKey === change.mergeKey ? newest : undefined
    const next = extended === undefined ? change : { ...change, undo: extended.undo }
    const before = extended === undefined ? done.value : done.value.slice(0, -1)
    done.value = [...before, next].slice(-maxChanges)
    undone.value = []
  }

  /** Runs without recording what changes before the first `await`: later the user may have made changes of their own. */
  function quietly<T>(run: () => T): T {
    const wasQuiet = isQuiet
    isQuiet = true
    try {
      return run()
    } finally {
      isQuiet = wasQuiet
    }
  }

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = underWay.then(run)
    underWay = result.catch(() => undefined)
    return result
  }

  /** Makes a change, and records it unless it fails. */
  const perform = (change: Change): Promise<void> =>
    inTurn(async () => {
      if (!isFailed(await quietly(change.redo))) record(change)
    })

  /** Undoes the last change, or this one; returns it. One that fails stays to be undone. */
  const undo = (wanted?: Change): Promise<Change | undefined> =>
    inTurn(() => move(wanted ?? done.value.at(-1), { from: done, to: undone, run: change => change.undo() }))

  const redo = (): Promise<Change | undefined> =>
    inTurn(() => move(undone.value.at(-1), { from: undone, to: done, run: change => change.redo() }))

  async function move(change: Change | undefined, { from, to, run }: Move): Promise<Change | undefined> {
    const at = change === undefined ? -1 : from.value.indexOf(change)
    if (change === undefined || at < 0) return undefined
    const clearsBefore = clearCount
    from.value = from.value.toSpliced(at, 1)
    if (change.isAsked) {
      run(change)
      return change
    }
    to.value = [...to.value, change]
    if (!isFailed(await quietly(() => run(change)))) return change
    to.value = to.value.filter(other => other !== change)
    if (clearsBefore === clearCount && !hasFailed.has(change))
      from.value = from.value.toSpliced(at, 0, change)
    hasFailed.add(change)
    return undefined
  }

  /** Forgets the changes that undo only asks about, once a newer one made them stale. */
  function forgetAsked(): void {
    done.value = done.value.filter(({ isAsked }) => !isAsked)
  }

  /** A change that fails after a clear does not return. */
  let clearCount = 0
  function clear(): void {
    clearCount++
    done.value = undone.value = []
  }

  return {
    nextUndo: computed(() => done.value.at(-1)?.label),
    nextRedo: computed(() => undone.value.at(-1)?.label),
    /** True if the last change is one that undo only asks about. */
    isNextAsked: computed(() => done.value.at(-1)?.isAsked === true),
    /** True if the last change, or the next to be redone, is one of the ledger's table. */
    isNextOfLedger: computed(() => done.value.at(-1)?.isOfLedger === true),
    isRedoOfLedger: computed(() => undone.value.at(-1)?.isOfLedger === true),
    record,
    quietly,
    perform,
    undo,
    redo,
    forgetAsked,
    clear,
  }
})
