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

  const storedPanes = createEdited<DeskPanes>({
    stored: () => state.value?.panes ?? plainPanes,
    save: async panes => void adopt(await bridge().view.savePanes(panes)),
  })
  const storedLedger = createEdited<LedgerLayout>({
    stored: () => state.value?.ledger ?? plainLedgerLayout,
    save: async layout => void adopt(await bridge().view.saveLedger(layout)),
  })
  const panes = computed(() => (isMain ? storedPanes.value.value : ownPanes.value))
  const ledger = storedLedger.value

  /** Shows panes without saving them, as while one is being resized. */
  function showPanes(part: Partial<DeskPanes>): void {
    const next = { ...panes.value, ...part }
    if (isMain) storedPanes.show(next)
    else ownPanes.value = next
  }

  /** Saves the panes shown; after a failure shows the saved ones again. */
  async function savePanes(): Promise<void> {
    if (isMain) await storedPanes.save()
    else remember(ownName, panes.value)
  }

  function changePanes(part: Partial<DeskPanes>): Promise<void> {
    showPanes(part)
    return savePanes()
  }

  function changeLedger(part: Partial<LedgerLayout>): Promise<void> {
    storedLedger.show({ ...ledger.value, ...part })
    return storedLedger.save()
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

/**
 * A stored value that the user edits: their own edit shows until it is saved or refused, so that the answer to an
 * earlier edit, which may come late, does not undo it for a moment.
 */
function createEdited<T>({ stored, save }: { stored: () => T; save: (value: T) => Promise<void> }) {
  const edited = shallowRef<T>()
  const value = computed<T>(() => edited.value ?? stored())

  function show(next: T): void {
    edited.value = next
  }

  async function saveShown(): Promise<void> {
    const saved = value.value
    await save(saved)
    if (edited.value === saved) edited.value = undefined
  }

  return { value, show, save: saveShown }
}
