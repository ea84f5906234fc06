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
  /** True for a change that is undone in the ledger only: of its table, its filter, or a ticket. */
  readonly isOfLedger?: true
  /** Ticket that it changed. */
  readonly ticketId?: number
}

const isOfDesk = ({ isOfLedger }: Change): boolean => isOfLedger !== true
/** A ticket is recorded on the desk, too. */
const isOfLedger = (change: Change): boolean => change.isOfLedger === true || change.isAsked === true

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
    undone.value = undone.value.filter(other => isOfDesk(other) !== isOfDesk(change))
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

  const lastOf = (from: Changes) => from.value.findLast(isOfDesk)

  /** Undoes the last change of the desk, or this one; returns it. One that fails stays to be undone. */
  const undo = (wanted?: Change): Promise<Change | undefined> =>
    inTurn(() => move(wanted ?? lastOf(done), { from: done, to: undone, run: change => change.undo() }))

  const redo = (wanted?: Change): Promise<Change | undefined> =>
    inTurn(() => move(wanted ?? lastOf(undone), { from: undone, to: done, run: change => change.redo() }))

  /** Moves a change that was undone or redone otherwise, as in a dialog; `gone` if neither is possible any more. */
  function settle(change: Change, as: 'done' | 'undone' | 'gone'): void {
    const without = (changes: Changes) => changes.value.filter(other => other !== change)
    done.value = as === 'done' ? [...without(done), change] : without(done)
    undone.value = as === 'undone' ? [...without(undone), change] : without(undone)
  }

  /** The last change of a ticket that is not undone, or the last undone one. */
  const findOfTicket = (ticketId: number, isUndone: boolean): Change | undefined =>
    (isUndone ? undone : done).value.findLast(change => change.ticketId === ticketId)

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

  /** Forgets the changes that undo only asks about, as those of another profile. */
  function forgetAsked(): void {
    done.value = done.value.filter(({ isAsked }) => !isAsked)
    undone.value = undone.value.filter(({ isAsked }) => !isAsked)
  }

  /** A change that fails after a clear does not return. */
  let clearCount = 0
  function clear(): void {
    clearCount++
    done.value = undone.value = []
  }

  return {
    nextUndo: computed(() => lastOf(done)?.label),
    nextRedo: computed(() => lastOf(undone)?.label),
    /** The last change that the ledger undoes, and the one that it makes again. */
    lastOfLedger: computed(() => done.value.findLast(isOfLedger)),
    nextRedoOfLedger: computed(() => undone.value.findLast(isOfLedger)),
    record,
    quietly,
    perform,
    undo,
    redo,
    settle,
    findOfTicket,
    forgetAsked,
    clear,
  }
})
