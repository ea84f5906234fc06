/** Mirror of the open second windows. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { CellAddress } from '../shared/model/price/cell.ts'
import type { OpenWindows, SecondWindow } from '../shared/model/settings/windows.ts'
import { bridge } from './bridge.ts'
import { createMirror } from './mirror.ts'

export const useWindowsStore = defineStore('windows', () => {
  const { value, start, adopt } = createMirror<OpenWindows>(() => bridge().windows)
  const opened = computed(() => value.value?.open ?? [])

  /** Opens a window, or brings it forward. */
  const open = async (window: SecondWindow) => adopt(await bridge().windows.open({ window }))

  /** Selects a cell in the other windows. */
  function select({ parlayId, bookId }: CellAddress): void {
    if (opened.value.some(name => name !== 'ledger')) void bridge().windows.select({ parlayId, bookId })
  }

  return { opened, start, open, select }
})
