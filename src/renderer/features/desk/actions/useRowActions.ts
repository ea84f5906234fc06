/** What is done to one row, or to all rows selected. */
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import { bridge } from '../../../bridge.ts'
import { countOf, countText } from '../../../format/count.ts'
import { useBudgetStore } from '../budget/budget-store.ts'
import { countAddedCalls } from '../budget/calls-of.ts'
import { useDeskStore } from '../desk-store.ts'
import { rowTitle } from '../grid/grid-cell.ts'
import type { Notice, Said } from './useDeskActions.ts'

export interface RowActs {
  readonly price: (parlayIds: readonly number[]) => Promise<void>
  /** Removes at once; one notice offers to put all of them back. */
  readonly remove: (parlayIds: readonly number[]) => Promise<void>
}

interface Removed {
  readonly parlayId: number
  /** Once it is off the desk, only this tells which it was. */
  readonly name: string
}

const mostNamed = 3

export function useRowActs(tell: (notice: Notice | undefined) => void): RowActs {
  const desk = useDeskStore()

  async function price(parlayIds: readonly number[]): Promise<void> {
    if (!(await isWanted(parlayIds))) return
    const { done, failure } = await each(parlayIds, parlayId =>
      bridge().desk.price({ parlayId, bookId: null }),
    )
    if (failure !== undefined) tell({ kind: 'failed', failure })
    else if (done.every(({ value }) => value.calls === 0))
      tell({ kind: 'said', text: 'Nothing to price: no book that is on carries all legs.' })
    else tell(undefined)
  }

  async function remove(parlayIds: readonly number[]): Promise<void> {
    const rows = parlayIds.map(parlayId => {
      const row = desk.rowRef(parlayId)?.value
      return { parlayId, name: row === undefined ? '' : rowTitle(row) }
    })
    const { done, failure } = await each(rows, ({ parlayId }) => bridge().desk.removeParlay({ parlayId }))
    const removed = done.map(({ of }) => of)
    const said = removed.length === 0 ? undefined : saidOf(removed, rows.length)
    tell(failure === undefined ? said : { kind: 'failed', failure, said })
  }

  function saidOf(removed: readonly Removed[], wanted: number): Said {
    const what = removed.length === 1 ? removed[0]?.name : countOf(removed.length, 'parlay')
    const share = removed.length < wanted ? ` (${removed.length} of ${wanted})` : ''
    return { kind: 'said', text: `Removed ${what}${share}.`, undo: () => putBack(removed) }
  }

  /** Each that can comes back; the others are named, and may be tried again. */
  async function putBack(rows: readonly Removed[]): Promise<void> {
    const { left, failure } = await each(rows, ({ parlayId }) => bridge().desk.restoreParlay({ parlayId }))
    if (failure === undefined) tell(undefined)
    else tell({ kind: 'failed', failure, said: stillRemoved(left) })
  }

  function stillRemoved(rows: readonly Removed[]): Said {
    const named = rows.slice(0, mostNamed).map(({ name }) => name)
    const others = rows.length > mostNamed ? [`${countText(rows.length - mostNamed)} more`] : []
    const text = `Still removed: ${[...named, ...others].join('; ')}.`
    return { kind: 'said', text, undo: () => putBack(rows) }
  }

  return { price, remove }
}

interface Ended<T, V> {
  readonly done: readonly { readonly of: T; readonly value: V }[]
  readonly left: readonly T[]
  /** Why it did not work for the first of those left. */
  readonly failure: Failure | undefined
}

/** Does it to one after the other; one that fails does not keep it from the rest. */
async function each<T, V>(all: readonly T[], act: (one: T) => Promise<Outcome<V>>): Promise<Ended<T, V>> {
  const done: { of: T; value: V }[] = []
  const left: T[] = []
  let failure: Failure | undefined
  for (const one of all) {
    const outcome = await act(one)
    if (outcome.ok) done.push({ of: one, value: outcome.value })
    else left.push(one)
    if (!outcome.ok) failure ??= outcome.failure
  }
  return { done, left, failure }
}

/** Asks before a large act what it may cost. */
function isWanted(parlayIds: readonly number[]): Promise<boolean> {
  const desk = useDeskStore()
  const calls = countAddedCalls(parlayIds.flatMap(id => desk.rowRef(id)?.value ?? []))
  const what = parlayIds.length === 1 ? 'Reprice row' : `Reprice ${countOf(parlayIds.length, 'row')}`
  return useBudgetStore().isWanted(what, calls)
}
