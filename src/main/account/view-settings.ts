/** Zoom and panes of the window, stored in the settings file. */
import { EventEmitter } from 'node:events'
import {
  zoomFactors,
  type DeskPanes,
  type LedgerLayout,
  type TourState,
  type View,
  type ZoomStep,
} from '../../shared/model/settings/view.ts'
import type { SettingsFile, StoredSettings } from './stored-settings.ts'

export class ViewSettings extends EventEmitter<{ changed: [] }> {
  readonly #file: SettingsFile

  constructor(file: SettingsFile) {
    super()
    this.#file = file
  }

  state(): View {
    const { zoom, panes, ledgerLayout: ledger, tour } = this.#file.read()
    return { zoom, panes, ledger, tour }
  }

  savePanes(panes: DeskPanes): void {
    this.#change({ panes })
  }

  saveLedger(ledgerLayout: LedgerLayout): void {
    this.#change({ ledgerLayout })
  }

  arrange(panes: DeskPanes, ledgerLayout: LedgerLayout): void {
    this.#change({ panes, ledgerLayout })
  }

  saveTour(tour: TourState): void {
    this.#change({ tour })
  }

  zoom(to: ZoomStep): void {
    this.#change({ zoom: nextZoom(this.state().zoom, to) })
  }

  #change(change: Partial<Pick<StoredSettings, 'zoom' | 'panes' | 'ledgerLayout' | 'tour'>>): void {
    this.#file.write(change)
    this.emit('changed')
  }
}

function nextZoom(zoom: number, to: ZoomStep): number {
  if (to === 'reset') return 1
  const next =
    to === 'in' ? zoomFactors.find(factor => factor > zoom) : zoomFactors.findLast(factor => factor < zoom)
  return next ?? zoom
}
