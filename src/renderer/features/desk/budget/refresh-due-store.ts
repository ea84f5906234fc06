/** Time of the selected cell's next refresh, as the main process plans it. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import type { RefreshDue } from '../../../../shared/model/price/refresh-due.ts'
import { bridge } from '../../../bridge.ts'

interface CellDue {
  readonly cell: CellAddress
  readonly due: RefreshDue
}

/** Delay before a due time is read again: after it has passed, or while other answers may change it. */
const againMs = 5_000

export const useRefreshDueStore = defineStore('refresh-due', () => {
  const last = shallowRef<CellDue>()
  let timer = 0
  let reads = 0

  /** Reads the time of a cell, and again while it may change; undefined ends that. */
  const follow = (cell: CellAddress | undefined): Promise<void> => read(cell, Infinity)

  /** `promisedAt`: time by which the cell was to be refreshed when it was last read. */
  async function read(cell: CellAddress | undefined, promisedAt: number): Promise<void> {
    clearTimeout(timer)
    reads += 1
    const own = reads
    if (cell === undefined) {
      last.value = undefined
      return
    }
    const { parlayId, bookId } = cell
    const outcome = await bridge().budget.refreshDue({ parlayId, bookId })
    if (own !== reads) return
    const due = outcome.ok ? keepPromise(outcome.value, promisedAt) : undefined
    last.value = due && { cell, due }
    if (due?.kind !== 'due' && due?.kind !== 'first-answers') return
    const isKnown = due.kind === 'due' && due.isKnown
    const leftMs = isKnown ? Math.max(0, due.at - Date.now()) : 0
    const nextPromise = isKnown || due.kind !== 'due' ? Infinity : due.at
    timer = window.setTimeout(() => void read(cell, nextPromise), leftMs + againMs)
  }

  /** The time of a cell, if it is the one followed. */
  const dueOf = (cell: CellAddress): RefreshDue | undefined =>
    last.value?.cell.parlayId === cell.parlayId && last.value.cell.bookId === cell.bookId
      ? last.value.due
      : undefined

  return { follow, dueOf }
})

/** A wait that is counted down never grows; one that was too short ends as “when a call is free”. */
const keepPromise = (due: RefreshDue, promisedAt: number): RefreshDue =>
  due.kind === 'due' && !due.isKnown ? { ...due, at: Math.min(due.at, promisedAt) } : due
