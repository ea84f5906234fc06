/** Repricing and removing rows: one, several, or all. Each action ends with a notice of how it went. */
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import { bridge } from '../../../bridge.ts'
import { pluralize, countText } from '../../../format/number-text.ts'
import { useBudgetStore } from '../budget/budget-store.ts'
import { countAddedCalls } from '../budget/call-count.ts'
import { useNotice, type TextNotice } from '../context/useNotice.ts'
import { useDeskStore } from '../desk-store.ts'
import { rowTitle } from '../rows/row-text.ts'

const nothingToPrice = 'Nothing to price: no book that is on carries all legs.'

export function useRowActions() {
  const desk = useDeskStore()
  const budget = useBudgetStore()
  const { showNotice, showText, showFailure } = useNotice()

  function reportPricing(calls: number, failure: Failure | undefined): void {
    if (failure !== undefined) showFailure(failure)
    else if (calls === 0) showText(nothingToPrice)
    else showNotice(undefined)
  }

  async function priceRows(parlayIds: readonly number[]): Promise<void> {
    const title = parlayIds.length === 1 ? 'Reprice row' : `Reprice ${pluralize(parlayIds.length, 'row')}`
    if (!(await budget.confirmCalls(title, countAddedCalls(desk.getRows(parlayIds))))) return
    const { done, failure } = await forEach(parlayIds, parlayId =>
      bridge().desk.price({ parlayId, bookId: null }),
    )
    reportPricing(
      done.reduce((sum, { value }) => sum + value.calls, 0),
      failure,
    )
  }

  async function priceAll(): Promise<void> {
    if (!(await budget.confirmCalls('Reprice all', countAddedCalls(desk.getRows(desk.order)), false))) return
    const outcome = await bridge().desk.price({ parlayId: null, bookId: null })
    if (outcome.ok) reportPricing(outcome.value.calls, undefined)
    else reportPricing(0, outcome.failure)
  }

  return { priceRows, priceAll, removeRows: useRemoval() }
}

interface RemovedRow {
  readonly parlayId: number
  /** Kept here: the row is off the desk. */
  readonly title: string
}

const maxNamed = 3

function useRemoval() {
  const desk = useDeskStore()
  const { showNotice } = useNotice()

  /** Removes at once; one notice offers to put all of them back. */
  async function removeRows(parlayIds: readonly number[]): Promise<void> {
    const rows = parlayIds.map(parlayId => {
      const row = desk.rowRef(parlayId)?.value
      return { parlayId, title: row === undefined ? '' : rowTitle(row) }
    })
    const { done, failure } = await forEach(rows, ({ parlayId }) => bridge().desk.removeParlay({ parlayId }))
    const removed = done.map(({ item }) => item)
    const text = removed.length === 0 ? undefined : describeRemoved(removed, rows.length)
    showNotice(failure === undefined ? text : { kind: 'failed', failure, rest: text })
  }

  function describeRemoved(removed: readonly RemovedRow[], requested: number): TextNotice {
    const subject = removed.length === 1 ? removed[0]?.title : pluralize(removed.length, 'parlay')
    const share = removed.length < requested ? ` (${removed.length} of ${requested})` : ''
    return { kind: 'text', text: `Removed ${subject}${share}.`, undo: () => putBack(removed) }
  }

  /** The rows that could not be put back are named, and may be tried again. */
  async function putBack(rows: readonly RemovedRow[]): Promise<void> {
    const { left, failure } = await forEach(rows, ({ parlayId }) => bridge().desk.restoreParlay({ parlayId }))
    showNotice(failure && { kind: 'failed', failure, rest: describeLeft(left) })
  }

  function describeLeft(rows: readonly RemovedRow[]): TextNotice {
    const named = rows.slice(0, maxNamed).map(({ title }) => title)
    const others = rows.length > maxNamed ? [`${countText(rows.length - maxNamed)} more`] : []
    const text = `Still removed: ${[...named, ...others].join('; ')}.`
    return { kind: 'text', text, undo: () => putBack(rows) }
  }

  return removeRows
}

/** Runs one item after the other; a failed one is left, and does not stop the rest. */
async function forEach<T, V>(items: readonly T[], run: (item: T) => Promise<Outcome<V>>) {
  const done: { item: T; value: V }[] = []
  const left: T[] = []
  /** The first one. */
  let failure: Failure | undefined
  for (const item of items) {
    const outcome = await run(item)
    if (outcome.ok) done.push({ item, value: outcome.value })
    else left.push(item)
    if (!outcome.ok) failure ??= outcome.failure
  }
  return { done, left, failure }
}
