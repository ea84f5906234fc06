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
  async function follow(cell: CellAddress | undefined): Promise<void> {
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
    last.value = outcome.ok ? { cell, due: outcome.value } : undefined
    if (!outcome.ok || outcome.value.kind !== 'due') return
    const { isKnown, at } = outcome.value
    const leftMs = isKnown ? Math.max(0, at - Date.now()) : 0
    timer = window.setTimeout(() => void follow(cell), leftMs + againMs)
  }

  /** The time of a cell, if it is the one followed. */
  const dueOf = (cell: CellAddress): RefreshDue | undefined =>
    last.value?.cell.parlayId === cell.parlayId && last.value.cell.bookId === cell.bookId
      ? last.value.due
      : undefined

  return { follow, dueOf }
})
