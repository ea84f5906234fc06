/**
 * Mirror of the view settings: zoom, panes and ledger layout. A change shows immediately; the main process stores it.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import {
  plainLedgerLayout,
  plainPanes,
  type DeskPanes,
  type LedgerLayout,
  type TourState,
  type View,
  type ZoomStep,
} from '../shared/model/settings/view.ts'
import { bridge } from './bridge.ts'
import { createMirror } from './mirror.ts'
import { recall, remember } from './session-memory.ts'
import { getWindowName } from './window-name.ts'

const ownName = 'panes'

export const useViewStore = defineStore('view', () => {
  const { value: state, failure, start, adopt } = createMirror<View>(() => bridge().view)
  /** False until the settings are read, so that folded panes are not shown for a moment. */
  const isKnown = computed(() => state.value !== undefined || failure.value !== undefined)
  const isMain = getWindowName() === 'main'
  /** A second window has its own panes, until it closes; only those of the main window are stored. */
  const ownPanes = shallowRef<DeskPanes>(recall(ownName, plainPanes))
  const panes = computed(() => (isMain ? (state.value?.panes ?? plainPanes) : ownPanes.value))

  const ledger = computed(() => state.value?.ledger ?? plainLedgerLayout)

  /** Shows panes without saving them, as while one is being resized. */
  function showPanes(part: Partial<DeskPanes>): void {
    const next = { ...panes.value, ...part }
    if (!isMain) ownPanes.value = next
    else if (state.value !== undefined) adopt({ ok: true, value: { ...state.value, panes: next } })
  }

  /** Saves the panes shown; after a failure shows the saved ones again. */
  async function savePanes(): Promise<void> {
    if (!isMain) {
      remember(ownName, panes.value)
      return
    }
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

  const saveTour = async (tour: TourState): Promise<void> =>
    void adopt(await bridge().view.saveTour({ tour }))

  const zoom = async (to: ZoomStep): Promise<void> => void adopt(await bridge().view.zoom({ to }))

  return {
    state,
    isKnown,
    panes,
    ledger,
    start,
    showPanes,
    savePanes,
    changePanes,
    changeLedger,
    saveTour,
    zoom,
  }
})
