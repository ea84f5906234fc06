/** Mirror of the window as the user arranged it. A change shows at once and is kept by the main process. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import {
  plainLedgerLayout,
  plainPanes,
  type DeskPanes,
  type LedgerLayout,
  type View,
  type ZoomStep,
} from '../shared/model/settings/view.ts'
import { bridge } from './bridge.ts'
import { createMirror } from './mirror.ts'

export const useViewStore = defineStore('view', () => {
  const { value: state, failure, start, adopt } = createMirror<View>(() => bridge().view)
  /** False in the first moment of the window, when panes could be shown that the user had folded. */
  const isKnown = computed(() => state.value !== undefined || failure.value !== undefined)
  const panes = computed(() => state.value?.panes ?? plainPanes)

  const ledger = computed(() => state.value?.ledger ?? plainLedgerLayout)

  /** Shows panes without saving them, as while one is being resized. */
  function showPanes(part: Partial<DeskPanes>): void {
    if (state.value !== undefined)
      adopt({ ok: true, value: { ...state.value, panes: { ...panes.value, ...part } } })
  }

  /** Saves the panes shown, or goes back to the saved ones where that fails. */
  async function savePanes(): Promise<void> {
    const outcome = await bridge().view.savePanes(panes.value)
    if (!outcome.ok) await start()
  }

  function changePanes(part: Partial<DeskPanes>): Promise<void> {
    showPanes(part)
    return savePanes()
  }

  async function changeLedger(part: Partial<LedgerLayout>): Promise<void> {
    const next = { ...ledger.value, ...part }
    if (state.value !== undefined) adopt({ ok: true, value: { ...state.value, ledger: next } })
    const outcome = await bridge().view.saveLedger(next)
    if (!outcome.ok) await start()
  }

  const zoom = async (to: ZoomStep): Promise<void> => void adopt(await bridge().view.zoom({ to }))

  return { state, isKnown, panes, ledger, start, showPanes, savePanes, changePanes, changeLedger, zoom }
})
